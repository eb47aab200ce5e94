// Every name that libsodium.js exports is available.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import sodium from "../../../target/npm/quicksalt/libsodium.js";
import { standard, sumo } from "./peers.mjs";

for (const [title, load] of Object.entries({ standard, sumo })) {
  test(`names of libsodium.js, ${title}`, async () => {
    const peer = await load();
    for (const name of Object.keys(peer)) {
      assert.equal(typeof sodium[name], typeof peer[name], name);
      // libsodium.js returns large 32-bit numbers as negative numbers.
      if (typeof peer[name] === "number") assert.equal(sodium[name], peer[name] >>> 0, name);
      if (typeof peer[name] === "string") assert.equal(sodium[name], peer[name], name);
    }
  });
}

test("each function is a separate export, with an Into form if it returns bytes", () => {
  for (const name of Object.keys(sodium).filter((name) => !["symbols"].includes(name)))
    assert.ok(name in quicksalt, name);
  assert.ok("crypto_secretbox_easyInto" in quicksalt);
  assert.ok(!("crypto_box_keypairInto" in quicksalt));
});

/** In libsodium.js's standard build but not in the profile `standard`: together they exceed its size limit. */
const IN_FULL_ALONE = /^crypto_(kem|ipcrypt|xof|hash_sha3)/;

test("the profile `standard` matches libsodium.js's standard build except for the newest primitives", async () => {
  await quicksalt.init({ profile: "standard" });
  await sodium.ready;
  const names = Object.keys(await standard()).filter((name) => typeof quicksalt[name] === "function");
  for (const name of names) {
    let code;
    try {
      quicksalt[name]();
    } catch (error) {
      code = error.code;
    }
    assert.equal(code === "PROFILE", IN_FULL_ALONE.test(name), name);
  }
});

test("named exports match libsodium-wrappers", async () => {
  const ours = await import("../../../target/npm/quicksalt/libsodium.js");
  for (const name of (
    "add base64_variants compare default from_base64 from_hex from_string increment is_zero libsodium memcmp " +
    "memzero output_formats pad ready symbols to_base64 to_hex to_string unpad"
  ).split(" "))
    assert.ok(ours[name] !== undefined, name);
  assert.equal(ours.libsodium, ours.default);
  assert.deepEqual(ours.symbols(), ours.default.symbols());
});

test("CommonJS has the same names and works", () => {
  const load = createRequire(new URL("../../../target/npm/quicksalt/", import.meta.url));
  const [main, whole] = [load("./index.cjs"), load("./libsodium.cjs")];
  assert.deepEqual(Object.keys(main).sort(), Object.keys(quicksalt).sort());
  assert.deepEqual(whole.symbols(), sodium.symbols());
  assert.equal(load("./required.cjs"), sodium);
  main.initSync();
  assert.deepEqual(whole.crypto_hash_sha256("abc"), main.crypto_hash_sha256("abc"));
});
