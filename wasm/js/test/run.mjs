// Runs all cases in any engine, without a test framework: ENGINE wasm/js/test/run.mjs [--worker]. With --worker
// they run in a worker of the engine.
import { readFile } from "node:fs/promises";
import { Worker, isMainThread, parentPort } from "node:worker_threads";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { all } from "./cases/all.js";
import { measured } from "./cases/expect.js";
import { start } from "./cases/start.js";
import { load, signatures, sumo } from "./peers.mjs";

const modules = new URL("../../../target/npm/quicksalt/", import.meta.url);

async function* cases() {
  yield* start(
    quicksalt,
    new Uint8Array(await readFile(new URL(`quicksalt-full.${quicksalt.variant()}.wasm`, modules))),
  );
  yield* all(quicksalt, load, await sumo(), signatures);
}

/** Runs the cases; returns the failures and the number of cases. */
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

/** Runs the cases in a worker, which loads this file again. */
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
