#!/usr/bin/env bash
# Builds the module for the baseline and with vectors, and runs the self-tests of both. Usage:
# wasm/check.sh PYTHON, a Python with wasmtime.
set -euo pipefail
wasm=$(dirname "$0")
for sets in "" simd128; do
  module=$("$wasm/build.sh" candidates ${sets:++$sets})
  "$1" "$wasm/check.py" "$module" "$sets"
done
