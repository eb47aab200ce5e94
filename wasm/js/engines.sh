#!/usr/bin/env bash
# Runs the tests of the npm package in Deno and Bun, and in a worker of each. Usage:
# wasm/js/engines.sh. wasm/js/check.sh must have built the package; the engines come from npm, 200
# MB, into target/js-engines. Exit code 3: npm is missing.
set -euo pipefail
js=$(cd "$(dirname "$0")" && pwd)
engines=$js/../../target/js-engines
command -v npm >/dev/null || {
  echo "npm is missing: apt-get install npm" >&2
  exit 3
}
mkdir -p "$engines"
cmp -s "$js/engines.json" "$engines/package.json" || {
  cp "$js/engines.json" "$engines/package.json"
  npm install --prefix "$engines" --silent --no-audit --no-fund
}
bin=$engines/node_modules/.bin
for where in "" --worker; do
  "$bin/deno" run --quiet --allow-read "$js/test/run.mjs" $where
  "$bin/bun" "$js/test/run.mjs" $where
done
