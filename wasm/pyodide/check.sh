#!/usr/bin/env bash
# Builds the wheel for Pyodide and runs the package's tests with it, in Node. Usage:
# wasm/pyodide/check.sh PYTHON TOOLS [OPTION of pytest ...]. PYTHON has maturin; TOOLS is a folder
# for npm's pyodide and for wheels of pytest and micropip, in fixed releases. Exit code 3: a tool is
# missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=$(realpath --no-symlinks "$1") tools=$(realpath --canonicalize-missing "$2")
shift 2
release=314.0.7
command -v npm >/dev/null || {
  echo "npm is missing: apt-get install nodejs npm" >&2
  exit 3
}
[ -d "$tools/node_modules/pyodide" ] ||
  npm install --prefix "$tools" --silent --no-audit --no-fund "pyodide@$release" >&2
if [ ! -d "$tools/wheels" ]; then
  # Hypothesis is pure Python up to this release.
  "$python" -m pip download --quiet --dest "$tools/wheels.new" --only-binary=:all: --platform any \
    --implementation py --abi none --python-version 3.14 \
    pytest==9.2.0 hypothesis==6.136.9 micropip==0.11.1 click rich >&2
  mv "$tools/wheels.new" "$tools/wheels"
fi
wheel=$("$here/build.sh" "$python" "$root/target/pyodide/wheels")
cd "$root"
node "$here/check.mjs" "$wheel" "$tools" \
  python/tests/{test_vectors.py,test_ed25519_verdicts.py,api,files} "$@"
