#!/usr/bin/env bash
# Builds the modules of all profiles into a folder: wasm/modules.sh FOLDER. `base` runs wherever there
# are vectors, `wide` where there is wide arithmetic too.
set -euo pipefail
wasm=$(dirname "$0")
mkdir -p "$1"
for profile in full standard secretbox; do
  cp "$("$wasm/build.sh" $profile +simd128)" "$1/quicksalt-$profile.base.wasm"
  cp "$("$wasm/build.sh" $profile +simd128,+wide-arithmetic)" "$1/quicksalt-$profile.wide.wasm"
done
