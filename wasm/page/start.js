// A worker in which quicksalt starts, and does not, in all ways.
import * as quicksalt from "./quicksalt/index.js";
import { start } from "./cases/start.js";

const response = await fetch("quicksalt/quicksalt-full.base.wasm");
const bytes = new Uint8Array(await response.arrayBuffer());
const results = [];
for (const { group, name, run } of start(quicksalt, bytes)) {
  const begin = performance.now();
  try {
    const note = await run();
    results.push({ group, name, verdict: "passed", time: performance.now() - begin, note });
  } catch (error) {
    results.push({ group, name, verdict: "failed", time: performance.now() - begin, note: error.message });
  }
}
postMessage(results);
