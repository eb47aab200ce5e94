// A call that runs out of memory, and the calls after it.
import assert from "node:assert/strict";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { wasm } from "../../../target/npm/quicksalt/instance.js";

await quicksalt.init();

test("a call without memory fails, and the next call works", () => {
  const digest = quicksalt.crypto_hash_sha256("abc", "hex");
  const { memory } = wasm();
  // Use up all memory, so that the module cannot grow.
  for (let pages = 1 << 15; pages >= 1; )
    try {
      memory.grow(pages);
    } catch {
      pages >>= 1;
    }
  assert.throws(() => quicksalt.crypto_hash_sha256(new Uint8Array(1 << 20)), { code: "MEMORY" });
  const stack = new Uint8Array(memory.buffer, 0, 1024).slice();
  assert.equal(quicksalt.crypto_hash_sha256("abc", "hex"), digest);
  assert.deepEqual(new Uint8Array(memory.buffer, 0, 1024), stack);
});
