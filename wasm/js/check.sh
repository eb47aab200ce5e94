#!/usr/bin/env bash
# Tests the npm package. Usage: wasm/js/check.sh MODULES FOLDER. The package is built in FOLDER from
# the MODULES of `make wasm`, and the test page beside it; libsodium.js and TypeScript are installed
# in target/js-tools. Exit code 3: a tool is missing.
set -euo pipefail
js=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$js/../.." && pwd)
modules=$1 folder=$2 tools=$root/target/js-tools
for tool in node npm; do
  command -v $tool >/dev/null || {
    echo "$tool is missing: apt-get install nodejs npm" >&2
    exit 3
  }
done
mkdir -p "$tools"
cmp -s "$js/tools.json" "$tools/package.json" || {
  cp "$js/tools.json" "$tools/package.json"
  npm install --prefix "$tools" --silent --no-audit --no-fund
}
python3 "$js/package.py" "$modules" "$folder"

# TypeScript resolves the package as in a program that has installed it.
mkdir -p "$tools/types"
ln -sfn "$(cd "$folder" && pwd)" "$tools/node_modules/quicksalt"
cp "$js"/test/types.?ts "$tools/types/"
"$tools/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext \
  --lib es2022,dom "$tools"/types/types.?ts

node --test "$js"/test/*.test.mjs
node "$js/test/run.mjs" --worker

# Run the same tests in a browser, on the public test page.
python3 "$root/wasm/page/build.py" "$folder" "$root/target/page"
python3 "$root/wasm/page/check.py" "$root/target/page"
