// No function or class shares memory with its caller: for any kind of byte array, results are the same, inputs stay
// unchanged, and results and objects do not change with the inputs.
import assert from "node:assert/strict";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { argumentsFor, generator, isPure } from "./cases/agreement.js";
import { signatures, sumo } from "./peers.mjs";

await quicksalt.init();
const sodium = await sumo();

/** A subclass that overrides everything it can with wrong values. */
class Liar extends Uint8Array {
  static get [Symbol.species]() {
    return Uint8Array;
  }
  get length() {
    return 1;
  }
  slice() {
    return new Uint8Array(32);
  }
  subarray() {
    return new Uint8Array(32);
  }
  fill() {
    return this;
  }
}

const KINDS = {
  Buffer: (value) => Buffer.from(value),
  "a view of a Buffer": (value) => Buffer.concat([Buffer.of(1, 2, 3), value]).subarray(3),
  "a subclass": (value) => new Liar(value),
  "a view into the middle": (value) => {
    const all = new Uint8Array(value.length + 20).fill(5);
    all.set(value, 7);
    return all.subarray(7, 7 + value.length);
  },
};
const plain = (value) => new Uint8Array(Uint8Array.prototype.map.call(value, (byte) => byte));
const isBytes = (value) => value instanceof Uint8Array;
const results = (out) => (isBytes(out) ? [out] : out && typeof out === "object" ? Object.values(out).filter(isBytes) : []);

for (const [kind, as] of Object.entries(KINDS)) {
  test(`every function with ${kind}`, () => {
    let run = 0;
    for (const signature of signatures) {
      if (!isPure(signature) || typeof quicksalt[signature.name] !== "function") continue;
      const draw = generator(35);
      let args;
      try {
        args = argumentsFor(signature, sodium, 100, draw);
      } catch {
        continue;
      }
      const call = (values) => {
        try {
          return quicksalt[signature.name](...values);
        } catch (error) {
          return error.message;
        }
      };
      const expected = call(args);
      const given = args.map((value) => (isBytes(value) ? as(value) : value));
      const found = call(given);
      assert.deepEqual(found, expected, signature.name);
      args.forEach((value, i) => {
        if (!isBytes(value)) return;
        assert.deepEqual(plain(given[i]), plain(value), `${signature.name} changes argument ${i}`);
        for (const result of results(found)) {
          assert.notEqual(result.buffer, given[i].buffer, `${signature.name} returns memory of argument ${i}`);
        }
      });
      run += 1;
    }
    assert.ok(run > 50, `${run}`);
  });

  test(`every class with ${kind}`, () => {
    const seed = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
    const zero = (value) => Uint8Array.prototype.fill.call(value, 0);
    for (const [name, of, use] of [
      ["SecretBox", "key", (key, other) => other.open(key.seal("m"))],
      ["PrivateKey", "bytes", (key, other) => other.open(key.publicKey.seal("m"))],
      ["SigningKey", "seed", (key, other) => other.verifyKey.verify(key.sign("m"), "m")],
      ["DecapsulationKey", "bytes", (key, other) => other.decapsulate(key.encapsulationKey.encapsulate().ciphertext)],
    ]) {
      const given = as(seed);
      const key = new quicksalt[name](given);
      const other = new quicksalt[name](seed);
      assert.deepEqual(plain(given), seed, `${name} changes its argument`);
      zero(given);
      assert.deepEqual(key[of], seed, `${name} uses the caller's memory`);
      use(key, other);
      key[of].fill(0);
      use(key, other);
      const again = as(seed);
      new quicksalt[name](again).wipe();
      assert.deepEqual(plain(again), seed, `${name}.wipe wipes the caller's memory`);
    }
    for (const name of ["PublicKey", "VerifyKey", "EncapsulationKey"]) {
      const bytes = new Uint8Array(name === "EncapsulationKey" ? 1216 : 32).fill(9);
      const given = as(bytes);
      const key = new quicksalt[name](given);
      zero(given);
      assert.deepEqual(key.bytes, bytes, `${name} uses the caller's memory`);
      key.bytes.fill(0);
      assert.deepEqual(key.bytes, bytes, `${name}.bytes is not a copy`);
    }
    const padded = as(quicksalt.pad(seed, 16));
    const unpadded = quicksalt.unpad(padded, 16);
    assert.deepEqual([unpadded, unpadded.buffer === padded.buffer], [seed, false]);
    assert.deepEqual(quicksalt.pad(as(seed), 16), quicksalt.pad(seed, 16));
  });
}

test("a state cannot be created or redirected", () => {
  assert.throws(() => new quicksalt.State("crypto_hash_sha256", 104, 64), TypeError);
  const state = quicksalt.crypto_hash_sha256_init();
  Object.assign(state, { at: 64, size: 1 << 20, family: "crypto_hash_sha512", bytes: new Uint8Array(9) });
  quicksalt.crypto_hash_sha256_update(state, "abc");
  assert.deepEqual(quicksalt.crypto_hash_sha256_final(state), quicksalt.crypto_hash_sha256("abc"));
  assert.throws(() => quicksalt.free(Object.create(quicksalt.State.prototype)), TypeError);
});

test("shared memory is rejected by name", () => {
  const shared = new Uint8Array(new SharedArrayBuffer(32));
  assert.throws(() => new quicksalt.SecretBox(shared), { name: "TypeError", message: /\bkey\b/ });
  assert.throws(() => quicksalt.crypto_hash_sha256(shared), { name: "TypeError", message: /\bmessage\b/ });
  assert.throws(() => quicksalt.unpad(shared, 16), { name: "TypeError", message: /\bbuf\b/ });
});
