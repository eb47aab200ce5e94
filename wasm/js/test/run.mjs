// All cases in any engine, without a framework of its own: ENGINE wasm/js/test/run.mjs [--worker]. With
// --worker they run in a worker of the engine.
import { readFile } from "node:fs/promises";
import { Worker, isMainThread, parentPort } from "node:worker_threads";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { agreement } from "./cases/agreement.js";
import { bad } from "./cases/bad.js";
import { measured } from "./cases/expect.js";
import { forms } from "./cases/forms.js";
import { start } from "./cases/start.js";
import { vectors } from "./cases/vectors.js";
import { sumo } from "./peers.mjs";

const root = new URL("../../../", import.meta.url);
const read = (path) => readFile(new URL(path, root));
const json = async (path) => JSON.parse(new TextDecoder().decode(await read(path)));

async function* cases() {
  const { variant } = quicksalt;
  yield* start(quicksalt, new Uint8Array(await read(`target/npm/quicksalt/quicksalt-full.${variant()}.wasm`)));
  yield* vectors(quicksalt, (file) => json(`vectors/${file}`));
  yield* [...forms(quicksalt), ...bad(quicksalt)];
  yield* agreement(quicksalt, await sumo(), await json("target/npm/signatures.json"));
}

/** Runs the cases; returns what failed, and how many there were. */
async function tried() {
  const failed = [];
  let count = 0;
  for await (const row of cases()) {
    count++;
    const { group, name, verdict, note } = await measured(row);
    if (verdict === "failed") failed.push(`${group}: ${name}: ${note}`);
  }
  return { failed, count };
}

/** What the cases do in a worker, where this file is loaded again. */
function inWorker() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url));
    worker.on("message", resolve);
    worker.on("error", reject);
  });
}

if (isMainThread) {
  const isWanted = process.argv.includes("--worker");
  const { failed, count } = isWanted ? await inWorker() : await tried();
  for (const line of failed) console.log(`FAILED: ${line}`);
  const engine = ["bun", "deno", "node"].find((name) => process.versions[name]);
  const where = isWanted ? ", in a worker" : "";
  console.log(
    `${engine} ${process.versions[engine]}, ${quicksalt.variant()}${where}: ${count} tests, ${failed.length} failed`,
  );
  process.exit(failed.length ? 1 : 0);
} else parentPort.postMessage(await tried());
