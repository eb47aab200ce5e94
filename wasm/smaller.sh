#!/usr/bin/env bash
# Makes modules 10 % smaller, at the same speed. Usage: wasm/smaller.sh MODULE... Each module is
# replaced by the output of wasm-opt from a fixed release of npm's binaryen, so that all builds have
# equal bytes. The first 1024 bytes of memory hold only the deepest end of the stack, so the offset
# of a load can absorb a constant that is added to an address. A constant that a function uses
# several times is moved to a local variable, which engines compile equally well: constants are
# computed where they are defined and not propagated to each use. Exit code 3: no npm.
set -euo pipefail
release=132.0.0
tools=$(dirname "$0")/../target/wasm-tools
command -v npm >/dev/null || {
  echo "npm is missing, so modules stay 10 % larger: apt-get install nodejs npm" >&2
  exit 3
}
wasm_opt=$tools/$release/node_modules/.bin/wasm-opt
[ -x "$wasm_opt" ] ||
  npm install --prefix "$tools/$release" --silent --no-audit --no-fund "binaryen@$release" >&2
features=(--enable-bulk-memory --enable-multivalue --enable-mutable-globals
  --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext --enable-simd
  --enable-wide-arithmetic
  --low-memory-unused)
for module in "$@"; do
  "$wasm_opt" "${features[@]}" --precompute -Oz --skip-pass=precompute-propagate --const-hoisting \
    "$module" -o "$module.small"
  mv "$module.small" "$module"
done
