#!/usr/bin/env bash
# Builds the module and runs its self-tests: wasm/check.sh PYTHON, a Python that has wasmtime.
set -euo pipefail
module=$("$(dirname "$0")/build.sh")
"$1" "$(dirname "$0")/check.py" "$module"
