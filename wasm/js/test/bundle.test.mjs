// The contents of bundles.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { gzipSync } from "node:zlib";

const tools = new URL("../../../target/js-tools/", import.meta.url);
const { buildSync } = createRequire(tools)("esbuild");
/** The largest allowed size of the JavaScript code in bytes, minified. */
const GLUE = 15 * 1024;

/** Returns a program, bundled and minified. */
function bundled(program) {
  const { outputFiles } = buildSync({
    stdin: { contents: program, resolveDir: tools.pathname },
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
  });
  return outputFiles[0].text;
}

test("a bundle contains only the functions in use", (t) => {
  const text = bundled('export { init, crypto_secretbox_easy } from "quicksalt";');
  assert.match(text, /crypto_secretbox_easy/);
  assert.doesNotMatch(text, /crypto_sign|crypto_box|Into|crypto_secretbox_open_easy/);
  assert.ok(text.length < GLUE, `${text.length} bytes`);
  t.diagnostic(`only secretbox: ${text.length} bytes, ${gzipSync(text).length} by gzip`);
});

test("the libsodium.js replacement contains each name once", (t) => {
  const text = bundled('export { default } from "quicksalt/libsodium";');
  assert.doesNotMatch(text, /Into\b/);
  t.diagnostic(`in libsodium.js's place: ${text.length} bytes, ${gzipSync(text).length} by gzip`);
});

test("a bundle for browsers does not import Node modules", () => {
  assert.doesNotMatch(bundled('export * from "quicksalt";'), /import\(|require\(|from"/);
});
