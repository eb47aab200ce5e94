#!/usr/bin/env bash
# Makes modules a tenth smaller, which run as fast: wasm/smaller.sh MODULE... Each is replaced by what
# wasm-opt makes of it, of one release of npm's binaryen, so that everybody who builds has the same bytes.
# Nothing lies in the first 1024 bytes of memory but the deepest end of the stack, so that a constant that
# is added to an address can stand in the load. A constant that a function has several times is in a variable
# of it, which engines compile alike: constants are worked out where they are made, and not taken to each place
# of use.
# Exit code 3: no npm.
set -euo pipefail
release=132.0.0
tools=$(dirname "$0")/../target/wasm-tools
command -v npm >/dev/null || {
  echo "no npm, so that modules stay a tenth larger: Debian's packages nodejs and npm have it" >&2
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
