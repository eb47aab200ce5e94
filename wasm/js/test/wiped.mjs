// A worker that searches a profile's module memory for secret remnants.
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { generator } from "./cases/agreement.js";
import { residue } from "./cases/residue.js";
import { signatures, sumo } from "./peers.mjs";

const folder = new URL("../../../target/npm/", import.meta.url);
const quicksalt = await import(new URL("quicksalt/index.js", folder));
const { memory } = await import(new URL("quicksalt/instance.js", folder));

let draw;
const random = (bytes) => bytes.forEach((_, i) => (bytes[i] = draw() & 255));
const seed = (number) => (draw = generator(number));
await quicksalt.init({ module: await readFile(new URL(`quicksalt/${workerData}`, folder)), random });
parentPort.postMessage(residue(quicksalt, await sumo(), signatures, memory, seed));
