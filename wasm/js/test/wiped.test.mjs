// What a call leaves in the module's memory: of no secret argument and of no secret result a trace.
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

/** What may be known of a result: tags, signatures, public keys and points, and ciphertexts, of which tags are a part. */
const PUBLIC_RESULTS =
  /^(crypto_(aead|secretbox|box|onetimeauth|shorthash|sign|scalarmult\w*_base|core_\w+_(add|sub|from_\w+|random))(_|$))/;
const SECRET_RESULTS = /_(keygen|beforenm|sk_to_\w+)$|_scalar_/;
const isSecret = ({ name }) => SECRET_RESULTS.test(name) || !PUBLIC_RESULTS.test(name);

/** Results of a function that are bytes, but for public keys. */
function secretsOf(out) {
  if (out instanceof Uint8Array) return [out];
  return Object.entries(out).flatMap(([name, value]) =>
    value instanceof Uint8Array && name !== "publicKey" ? value : [],
  );
}

for (const signature of signatures.filter((s) => (isPure(s) || /keygen|_random$/.test(s.name)) && s.results.length)) {
  if (isSecret(signature) && !/scrypt/.test(signature.name))
    test(`the result of ${signature.name} is not left`, () => {
      const draw = generator(quicksalt.randombytes_random());
      for (const size of [64, 5000])
        for (const secret of secretsOf(quicksalt[signature.name](...argumentsFor(signature, peer, size, draw))))
          assert.ok(!holds(secret), `after ${size} bytes`);
    });
}

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

const ends = {
  generichash: [(key) => quicksalt.crypto_generichash_init(key, 32), (s) => quicksalt.crypto_generichash_final(s, 32)],
  onetimeauth: [quicksalt.crypto_onetimeauth_init, quicksalt.crypto_onetimeauth_final],
  hmac: [quicksalt.crypto_auth_hmacsha512_init, quicksalt.crypto_auth_hmacsha512_final],
};
for (const [name, [init, final]] of Object.entries(ends)) {
  test(`nothing is left of states of ${name} that have ended or were given up`, () => {
    for (const end of [(state) => final(state), quicksalt.free]) {
      const keys = Array.from({ length: 12 }, () => quicksalt.randombytes_buf(32));
      const states = keys.map((key) => init(key));
      states.forEach(end);
      for (const key of keys) assert.ok(!holds(key), String(end));
    }
  });
}
