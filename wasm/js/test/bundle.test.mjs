// What a bundler keeps of the package.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";
import { gzipSync } from "node:zlib";

const tools = new URL("../../../target/js-tools/", import.meta.url);
const { buildSync } = createRequire(tools)("esbuild");
/** The most that the glue may have in bytes, minified. */
const GLUE = 15 * 1024;

/** The text of a program, bundled and minified. */
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

test("a bundle has the functions that are used, and no others", (t) => {
  const text = bundled('export { init, crypto_secretbox_easy } from "quicksalt";');
  assert.match(text, /crypto_secretbox_easy/);
  assert.doesNotMatch(text, /crypto_sign|crypto_box|Into|crypto_secretbox_open_easy/);
  assert.ok(text.length < GLUE, `${text.length} bytes`);
  t.diagnostic(`secretbox alone: ${text.length} bytes, ${gzipSync(text).length} by gzip`);
});

test("what stands in libsodium.js's place has no names twice", (t) => {
  const text = bundled('export { default } from "quicksalt/libsodium";');
  assert.doesNotMatch(text, /Into\b/);
  t.diagnostic(`in libsodium.js's place: ${text.length} bytes, ${gzipSync(text).length} by gzip`);
});

test("a bundle for browsers imports nothing of Node", () => {
  assert.doesNotMatch(bundled('export * from "quicksalt";'), /import\(|require\(|from"/);
});
