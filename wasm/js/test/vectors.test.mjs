import { readFile } from "node:fs/promises";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { vectors } from "./cases/vectors.js";

const folder = new URL("../../../vectors/", import.meta.url);
const load = async (file) => JSON.parse(await readFile(new URL(file, folder)));

await quicksalt.init();
for (const { group, name, run } of vectors(quicksalt, load)) test(`${group}: ${name}`, run);
