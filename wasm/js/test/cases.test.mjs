import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { bad } from "./cases/bad.js";
import { forms } from "./cases/forms.js";

await quicksalt.init();
for (const { group, name, run } of [...forms(quicksalt), ...bad(quicksalt)]) test(`${group}: ${name}`, run);
