// Every name that libsodium.js exports is here, or on this list with its reason.
import assert from "node:assert/strict";
import test from "node:test";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import sodium from "../../../target/npm/quicksalt/libsodium.js";
import { standard, sumo } from "./peers.mjs";

const REASONS = [
  [/^libsodium$/, "the compiled C library itself, which programs have no use for"],
];
const reason = (name) => REASONS.find(([pattern]) => pattern.test(name))?.[1];

for (const [title, load] of [
  ["standard", standard],
  ["sumo", sumo],
]) {
  test(`names of libsodium.js, ${title}`, async () => {
    const peer = await load();
    const missing = Object.keys(peer).filter((name) => !(name in sodium));
    assert.deepEqual(
      missing.filter((name) => !reason(name)),
      [],
    );
    for (const name of Object.keys(peer).filter((name) => name in sodium)) {
      assert.equal(typeof sodium[name], typeof peer[name], name);
      // libsodium.js tells the largest numbers of 32 bits as negative ones.
      if (typeof peer[name] === "number") assert.equal(sodium[name], peer[name] >>> 0, name);
      if (typeof peer[name] === "string") assert.equal(sodium[name], peer[name], name);
    }
  });
}

test("no reason is left over", async () => {
  const names = Object.keys(await sumo());
  for (const [pattern] of REASONS)
    assert.ok(
      names.some((name) => pattern.test(name) && !(name in sodium)),
      String(pattern),
    );
});

test("each function is an export of its own, and has a form that writes into bytes if it returns bytes", () => {
  for (const name of Object.keys(sodium).filter((name) => !["symbols"].includes(name)))
    assert.ok(name in quicksalt, name);
  assert.ok("crypto_secretbox_easyInto" in quicksalt);
  assert.ok(!("crypto_box_keypairInto" in quicksalt));
});

/** What libsodium.js's standard build has and the profile `standard` has not: larger together than it may grow. */
const IN_FULL_ALONE = /^crypto_(kem|ipcrypt|xof|hash_sha3)/;

test("the profile `standard` has what libsodium.js's standard build has, but for the newest primitives", async () => {
  await quicksalt.init({ profile: "standard" });
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

test("named exports are those of libsodium-wrappers", async () => {
  const ours = await import("../../../target/npm/quicksalt/libsodium.js");
  for (const name of (
    "add base64_variants compare default from_base64 from_hex from_string increment is_zero libsodium memcmp " +
    "memzero output_formats pad ready symbols to_base64 to_hex to_string unpad"
  ).split(" "))
    assert.ok(ours[name] !== undefined, name);
  assert.equal(ours["module.exports"], ours.default);
  assert.deepEqual(ours.symbols(), ours.default.symbols());
});
