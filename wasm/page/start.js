// A worker that tests starting quicksalt, successfully or not.
import * as quicksalt from "./quicksalt/index.js";
import { measured } from "./cases/expect.js";
import { start } from "./cases/start.js";

const response = await fetch("quicksalt/quicksalt-full.base.wasm");
const bytes = new Uint8Array(await response.arrayBuffer());
const results = [];
for (const row of start(quicksalt, bytes)) results.push(await measured(row));
postMessage(results);
