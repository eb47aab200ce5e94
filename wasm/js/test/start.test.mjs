import { readFile } from "node:fs/promises";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { start } from "./cases/start.js";

const file = new URL("../../../target/npm/quicksalt/quicksalt-full.base.wasm", import.meta.url);
const bytes = new Uint8Array(await readFile(file));
for (const { group, name, run } of start(quicksalt, bytes)) test(`${group}: ${name}`, run);
