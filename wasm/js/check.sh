#!/usr/bin/env bash
# Tests the npm package: wasm/js/check.sh MODULES FOLDER. It is put together in FOLDER of the MODULES that
# `make wasm` builds, and the page of tests beside it; libsodium.js and TypeScript go to target/js-tools.
# Exit code 3: a tool is missing.
set -euo pipefail
js=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$js/../.." && pwd)
modules=$1 folder=$2 tools=$root/target/js-tools
for tool in node npm; do
  command -v $tool >/dev/null || {
    echo "no $tool: Debian's packages nodejs and npm have them" >&2
    exit 3
  }
done
mkdir -p "$tools"
cmp -s "$js/tools.json" "$tools/package.json" || {
  cp "$js/tools.json" "$tools/package.json"
  npm install --prefix "$tools" --silent --no-audit --no-fund
}
python3 "$js/package.py" "$modules" "$folder"

# TypeScript finds the package as a program would that has installed it.
mkdir -p "$tools/types"
ln -sfn "$(cd "$folder" && pwd)" "$tools/node_modules/quicksalt"
cp "$js"/test/types.?ts "$tools/types/"
"$tools/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext \
  --lib es2022,dom "$tools"/types/types.?ts

node --test "$js"/test/*.test.mjs
node "$js/test/run.mjs" --worker

# The same tests in a browser, on the page that anybody may open.
python3 "$root/wasm/page/build.py" "$folder" "$root/target/page"
python3 "$root/wasm/page/check.py" "$root/target/page"
