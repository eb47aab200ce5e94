#!/usr/bin/env bash
# Rebuilds a module from scratch, from a copy of the sources in another folder, and compares the
# bytes before and after wasm-opt. Usage: wasm/reproducible.sh [PROFILE [SETS]].
set -euo pipefail
profile=${1:-secretbox} sets=${2:-+simd128}
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z | tar --create --null --files-from=- | tar --extract --directory="$copy"
first=$(wasm/build.sh "$profile" "$sets")
second=$("$copy/wasm/build.sh" "$profile" "$sets")
cmp "$first" "$second"
mkdir "$copy/small"
cp "$first" "$copy/small/first"
cp "$second" "$copy/small/second"
wasm/smaller.sh "$copy"/small/* || [ $? = 3 ]
cmp "$copy"/small/*
echo "$profile $sets: the same $(stat -c %s "$copy/small/first") bytes"
