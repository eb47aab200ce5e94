// Installs the wheel in Pyodide through micropip, as users do, and runs the package's tests with it:
// node wasm/pyodide/check.mjs WHEEL TOOLS [OPTION of pytest ...]. TOOLS contains npm's pyodide, and in `wheels` the
// wheels of pytest and micropip with their dependencies.
import { readdir, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [wheel, tools, ...options] = process.argv.slice(2);
const root = fileURLToPath(new URL("../../", import.meta.url));
const { loadPyodide } = await import(pathToFileURL(join(resolve(tools), "node_modules/pyodide/pyodide.mjs")).href);

const pyodide = await loadPyodide();
for (const name of await readdir(join(tools, "wheels"))) {
  const bytes = new Uint8Array(await readFile(join(tools, "wheels", name)));
  pyodide.unpackArchive(bytes, "wheel", { extractDir: "/tools" });
}
const { FS } = pyodide;
FS.writeFile(`/tmp/${basename(wheel)}`, new Uint8Array(await readFile(wheel)));
FS.mkdirTree("/repository/python");
for (const folder of ["python/tests", "vectors", "wasm/pyodide"]) {
  FS.mkdirTree(`/repository/${folder}`);
  pyodide.mountNodeFS(`/repository/${folder}`, join(root, folder));
}
FS.writeFile("/repository/pyproject.toml", await readFile(join(root, "pyproject.toml"), "utf8"));
const program = `
import os, sys
sys.path[:0] = ["/tools", "/repository/wasm/pyodide"]
sys.dont_write_bytecode = True
import micropip
await micropip.install("emfs:/tmp/${basename(wheel)}", deps=False)
os.chdir("/repository")
import pytest
int(pytest.main(["-p", "here", "-p", "no:cacheprovider", *${JSON.stringify(options)}]))
`;
try {
  process.exitCode = await pyodide.runPythonAsync(program);
} catch (error) {
  // The stack trace would contain all of Pyodide in one line.
  console.error(error.message);
  process.exitCode = 1;
}
