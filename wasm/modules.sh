#!/usr/bin/env bash
# Builds the modules of all profiles. Usage: wasm/modules.sh FOLDER. `base` runs on engines with
# vectors, `wide` also needs wide arithmetic. Without npm, the compiler's output is not optimized
# further.
set -euo pipefail
wasm=$(dirname "$0")
mkdir -p "$1"
for profile in full standard secretbox; do
  for kind in base:+simd128 wide:+simd128,+wide-arithmetic; do
    module=$("$wasm/build.sh" $profile "${kind#*:}")
    cp "$module" "$1/quicksalt-$profile.${kind%%:*}.new"
  done
done
"$wasm/smaller.sh" "$1"/*.new || [ $? = 3 ]
for module in "$1"/*.new; do mv "$module" "${module%.new}.wasm"; done
