import { readFile } from "node:fs/promises";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { agreement } from "./cases/agreement.js";
import { sumo } from "./peers.mjs";

const signatures = JSON.parse(await readFile(new URL("../../../target/npm/signatures.json", import.meta.url)));

await quicksalt.init();
for (const { group, name, run } of agreement(quicksalt, await sumo(), signatures)) test(`${group}: ${name}`, run);
