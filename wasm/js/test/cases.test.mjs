import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { all } from "./cases/all.js";
import { load, signatures, sumo } from "./peers.mjs";

await quicksalt.init();
for (const { group, name, run } of all(quicksalt, load, await sumo(), signatures)) test(`${group}: ${name}`, run);
