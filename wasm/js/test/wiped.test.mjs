// What a call leaves in the module's memory: of no secret argument a trace.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { memory } from "../../../target/npm/quicksalt/instance.js";
import { argumentsFor, generator, isPure } from "./cases/agreement.js";
import { sumo } from "./peers.mjs";

const SECRETS = /^(key|privateKey|sharedKey|seed|password|edSk|clientSecretKey|serverSecretKey|message|scalar)$/;
const signatures = JSON.parse(await readFile(new URL("../../../target/npm/signatures.json", import.meta.url)));

/** Whether memory holds eight bytes of a secret; what a key for signatures has behind 32 bytes is public. */
function holds(secret) {
  const all = Buffer.from(memory().buffer);
  return [0, 8, 16, 24].some((i) => i + 8 <= secret.length && all.includes(secret.subarray(i, i + 8)));
}

await quicksalt.init();
const peer = await sumo();

test("memory is searched", () => {
  const secret = quicksalt.randombytes_buf(32);
  memory().set(secret, memory().length - 64);
  assert.ok(holds(secret));
  memory().fill(0, memory().length - 64);
});

for (const signature of signatures.filter((s) => isPure(s) && s.results.length && !/scrypt/.test(s.name))) {
  test(`nothing is left by ${signature.name}`, () => {
    const draw = generator(quicksalt.randombytes_random());
    for (const size of [64, 5000]) {
      const args = argumentsFor(signature, peer, size, draw);
      quicksalt[signature.name](...args);
      signature.arguments.forEach(({ name }, i) => {
        if (SECRETS.test(name) && args[i] instanceof Uint8Array)
          assert.ok(!holds(args[i]), `${name} after ${size} bytes`);
      });
    }
  });
}
