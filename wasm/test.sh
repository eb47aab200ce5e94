#!/usr/bin/env bash
# Tests the modules of a folder in wasmtime and checks their sizes. Usage: wasm/test.sh PYTHON
# FOLDER. Exit code 3: no modules, because a build tool is missing.
set -euo pipefail
wasm=$(dirname "$0")
if ! compgen -G "$2/*.wasm" > /dev/null; then
  echo "no modules in $2: make wasm" >&2
  exit 3
fi
"$1" "$wasm/try.py" "$2"
"$1" "$wasm/sizes.py" "$2"
