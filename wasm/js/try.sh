#!/usr/bin/env bash
# Packs the npm package and runs it in a clean folder. Usage: wasm/js/try.sh MODULES FOLDER. Exit
# code 3: a tool is missing.
set -euo pipefail
js=$(cd "$(dirname "$0")" && pwd)
for tool in node npm; do
  command -v $tool >/dev/null || {
    echo "$tool is missing: apt-get install nodejs npm" >&2
    exit 3
  }
done
modules=$(cd "$1" && pwd)
python3 "$js/package.py" "$modules" "$2"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
(cd "$2" && npm pack --silent --pack-destination "$fresh")
cd "$fresh"
npm init --yes --silent >/dev/null
npm install --silent --no-audit --no-fund --offline ./quicksalt-*.tgz
cat >try.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { crypto_secretbox_easy, crypto_secretbox_open_easy, init, initSync, randombytes_buf, to_hex, variant } from "quicksalt";
import sodium from "quicksalt/libsodium";

const profile = process.argv[2];
if (profile === "full") initSync();
else await init({ profile });
await sodium.ready;
const [key, nonce] = [randombytes_buf(32), randombytes_buf(24)];
const boxed = crypto_secretbox_easy("attack at dawn", nonce, key);
assert.equal(crypto_secretbox_open_easy(boxed, nonce, key, "text"), "attack at dawn");
assert.equal(to_hex(boxed), sodium.crypto_secretbox_easy("attack at dawn", nonce, key, "hex"));
if (profile === "secretbox") assert.throws(() => sodium.crypto_sign_keypair(), { code: "PROFILE" });
else assert.equal(sodium.crypto_sign_keypair().keyType, "ed25519");
assert.equal(createRequire(import.meta.url)("quicksalt/libsodium"), sodium);
const folder = new URL(".", import.meta.resolve("quicksalt"));
for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.d.ts"]) assert.ok(existsSync(new URL(name, folder)), name);
console.log(`quicksalt from npm, profile ${profile}, module ${variant()}: ok`);
PROGRAM
for module in "$modules"/*.base.wasm; do
  profile=$(basename "${module#*quicksalt-}" .base.wasm)
  node try.mjs "$profile"
done
