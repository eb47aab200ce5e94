// Tasks of work.py for the libraries of npm: maps a task's arguments to each library's functions.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse, told } from "./module.mjs";

// libsodium.js and its replacements: functions return their outputs.
const wrapped = s => ({
  crypto_scalarmult: a => s.crypto_scalarmult(a[1], a[2]),
  crypto_scalarmult_base: a => s.crypto_scalarmult_base(a[1]),
  crypto_sign_detached: a => s.crypto_sign_detached(a[2], a[4]),
  crypto_sign_verify_detached: a => s.crypto_sign_verify_detached(a[0], a[1], a[3]),
  crypto_secretbox_easy: a => s.crypto_secretbox_easy(a[1], a[3], a[4]),
  crypto_aead_xchacha20poly1305_ietf_encrypt: a =>
    s.crypto_aead_xchacha20poly1305_ietf_encrypt(a[2], null, null, a[7], a[8]),
  crypto_onetimeauth: a => s.crypto_onetimeauth(a[1], a[3]),
  crypto_hash_sha256: a => s.crypto_hash_sha256(a[1]),
  crypto_hash_sha512: a => s.crypto_hash_sha512(a[1]),
  crypto_generichash: a => s.crypto_generichash(a[1], a[2], null),
  crypto_pwhash: a =>
    s.crypto_pwhash(Number(a[1]), a[2], a[4], Number(a[5]), a[6], a[7]),
});

const MAKERS = {
  async "libsodium.js"(find) {
    const s = find.require("libsodium-wrappers-sumo");
    await s.ready;
    return wrapped(s);
  },

  async "quicksalt.js"(find) {
    const s = await find.module("quicksalt");
    await s.init();
    return wrapped(s);
  },

  async noble(find) {
    const { ed25519, x25519 } = await find.module("@noble/curves/ed25519.js");
    const { xchacha20poly1305 } = await find.module("@noble/ciphers/chacha.js");
    const { xsalsa20poly1305 } = await find.module("@noble/ciphers/salsa.js");
    const { poly1305 } = await find.module("@noble/ciphers/_poly1305.js");
    const { sha256, sha512 } = await find.module("@noble/hashes/sha2.js");
    const { blake2b } = await find.module("@noble/hashes/blake2.js");
    const { argon2id } = await find.module("@noble/hashes/argon2.js");
    return {
      crypto_scalarmult: a => x25519.getSharedSecret(a[1], a[2]),
      crypto_scalarmult_base: a => x25519.getPublicKey(a[1]),
      crypto_sign_detached: a => ed25519.sign(a[2], a[4].subarray(0, 32)),
      crypto_sign_verify_detached: a => ed25519.verify(a[0], a[1], a[3]),
      crypto_secretbox_easy: a => xsalsa20poly1305(a[4], a[3]).encrypt(a[1]),
      crypto_aead_xchacha20poly1305_ietf_encrypt: a =>
        xchacha20poly1305(a[8], a[7]).encrypt(a[2]),
      crypto_onetimeauth: a => poly1305(a[1], a[3]),
      crypto_hash_sha256: a => sha256(a[1]),
      crypto_hash_sha512: a => sha512(a[1]),
      crypto_generichash: a => blake2b(a[2], { dkLen: a[1] }),
      crypto_pwhash: a =>
        argon2id(a[2], a[4], { t: Number(a[5]), m: a[6] / 1024, p: 1, dkLen: Number(a[1]) }),
    };
  },

  async "hash-wasm"(find) {
    const h = find.require("hash-wasm");
    const [sha256, sha512, blake2b] = await Promise.all([
      h.createSHA256(), h.createSHA512(), h.createBLAKE2b(256),
    ]);
    const digest = hash => message => hash.init().update(message).digest("binary");
    return {
      crypto_hash_sha256: a => digest(sha256)(a[1]),
      crypto_hash_sha512: a => digest(sha512)(a[1]),
      crypto_generichash: a => digest(blake2b)(a[2]),
    };
  },

  async "sodium-native"(find) {
    const s = find.require("sodium-native");
    const none = null;
    return {
      crypto_scalarmult: (a, out) => s.crypto_scalarmult(out, a[1], a[2]),
      crypto_scalarmult_base: (a, out) => s.crypto_scalarmult_base(out, a[1]),
      crypto_sign_detached: (a, out) => s.crypto_sign_detached(out, a[2], a[4]),
      crypto_sign_verify_detached: a => s.crypto_sign_verify_detached(a[0], a[1], a[3]),
      crypto_secretbox_easy: (a, out) => s.crypto_secretbox_easy(out, a[1], a[3], a[4]),
      crypto_aead_xchacha20poly1305_ietf_encrypt: (a, out) =>
        s.crypto_aead_xchacha20poly1305_ietf_encrypt(out, a[2], none, none, a[7], a[8]),
      crypto_onetimeauth: (a, out) => s.crypto_onetimeauth(out, a[1], a[3]),
      crypto_hash_sha256: (a, out) => s.crypto_hash_sha256(out, a[1]),
      crypto_hash_sha512: (a, out) => s.crypto_hash_sha512(out, a[1]),
      crypto_generichash: (a, out) => s.crypto_generichash(out, a[2]),
      crypto_pwhash: (a, out) =>
        s.crypto_pwhash(out, a[2], a[4], Number(a[5]), a[6], a[7]),
    };
  },
};

const PACKAGES = {
  "libsodium.js": "libsodium-wrappers-sumo", "quicksalt.js": "quicksalt", noble: "@noble/curves",
  "hash-wasm": "hash-wasm", "sodium-native": "sodium-native",
};

// Reads the version from package.json in a parent folder of the imported file.
function version(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const found = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (found.version) return found.version;
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  }
  return "of no version";
}

// Loads a peer from a folder with node_modules; returns a function that prepares tasks.
export async function load(name, folder) {
  const require = createRequire(join(folder, "none.js"));
  const find = { require, module: path => import(pathToFileURL(require.resolve(path)).href) };
  const functions = await MAKERS[name](find);
  const prepare = words => {
    const [task, given] = parse(words);
    const called = functions[task];
    if (!called) throw new Error(`has no ${task}`);
    const sizes = given.filter(argument => argument?.output !== undefined);
    // Some libraries require Node's Buffer; for the others it is a Uint8Array.
    const values = given.map(argument => argument instanceof Uint8Array ? Buffer.from(argument) : argument);
    const out = Buffer.alloc(sizes[0]?.output ?? 0);
    let last;
    return {
      run(count) {
        for (let done = 0; done < count; done++) last = called(values, out);
        if (last === false) throw new Error("returns false");
      },
      output: () => told(last instanceof Uint8Array ? last : out),
    };
  };
  return { prepare, version: version(require.resolve(PACKAGES[name])) };
}
