// Tests the packed npm package in runtimes and bundlers: node wasm/js/test/matrix.mjs MODULES FOLDER [PART OF A
// NAME]. `make bundlers` calls it. FOLDER becomes a project, into which npm installs the package and the tools of
// TOOLS. Each cell must work, or fail with an error that names the cause and the possible fixes. Prints a line per
// cell. Exit code 1: the result of a cell differs from the expected result; 3: a tool is missing.
import { execFile, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const TOOLS = {
  "@rollup/plugin-node-resolve": "16.0.3",
  bun: "1.4.5",
  deno: "2.9.6",
  esbuild: "0.28.2",
  jest29: "npm:jest@29.7.0",
  "jest29-jsdom": "npm:jest-environment-jsdom@29.7.0",
  jest30: "npm:jest@30.5.2",
  "jest30-jsdom": "npm:jest-environment-jsdom@30.5.2",
  "libsodium-wrappers-sumo": "0.8.4",
  node18: "npm:node@18.20.8",
  node20: "npm:node@20.20.2",
  node22: "npm:node@22.23.3",
  node24: "npm:node@24.21.0",
  node26: "npm:node@26.10.0",
  rollup: "4.68.8",
  vite6: "npm:vite@6.4.6",
  vite7: "npm:vite@7.3.8",
  vite8: "npm:vite@8.3.8",
  webpack: "5.113.0",
};
const js = fileURLToPath(new URL("..", import.meta.url));
const [modules, folder] = process.argv.slice(2, 4).map((path) => resolve(path));
const [, , , , wanted = ""] = process.argv;
const packages = join(folder, "node_modules");
const run = promisify(execFile);
/** Time limit of a cell, in milliseconds. */
const PATIENCE = 60_000;

/** The program of every cell: `libsodium` as loaded, its named exports, and the package's main entry. */
const TRIED = `
async function tried(sodium, named, main, peer) {
  const equal = (found, expected, what) => {
    if (found !== expected) throw new Error(what + ": " + String(found) + " and not " + String(expected));
  };
  for (const [name, kind] of Object.entries(peer.named))
    if (name !== "default" || named !== sodium) equal(typeof named[name], kind, "named export " + name);
  await named.ready;
  await sodium.ready;
  for (const [name, kind, value] of peer.all) {
    equal(typeof sodium[name], kind, name);
    if (value != null) equal(sodium[name], value, name);
  }
  const nonce = sodium.randombytes_buf(sodium.crypto_secretbox_NONCEBYTES);
  const key = sodium.crypto_secretbox_keygen();
  const boxed = main.crypto_secretbox_easy("attack at dawn", nonce, key);
  equal(named.to_string(sodium.crypto_secretbox_open_easy(boxed, nonce, key)), "attack at dawn", "secretbox");
  const pair = sodium.crypto_sign_keypair();
  const signature = sodium.crypto_sign_detached("message", pair.privateKey);
  equal(sodium.crypto_sign_verify_detached(signature, "message", pair.publicKey), true, "signature");
  equal(sodium.crypto_sign_verify_detached(signature, "massage", pair.publicKey), false, "forged signature");
  return "works";
}
`;
const IMPORTS = `
import sodium, * as named from "quicksalt/libsodium";
import { add, base64_variants, libsodium, ready, to_hex } from "quicksalt/libsodium";
import * as main from "quicksalt";
import { init, crypto_secretbox_easy } from "quicksalt";
for (const it of [add, base64_variants, libsodium, ready, to_hex, init, crypto_secretbox_easy])
  if (it === undefined) throw new Error("a named import is undefined");
`;
const REQUIRES = `
const sodium = require("quicksalt/libsodium"), named = sodium, main = require("quicksalt");
`;
const SAME = `
import { createRequire } from "node:module";
if (createRequire(import.meta.url)("quicksalt/libsodium") !== sodium) throw new Error("import and require differ");
`;
const PRINTED = `
tried(sodium, named, main, PEER).then(console.log, (error) => console.log(error.message));
`;
/** A page reports to its own server, or to ours if a tool serves it. */
const TOLD = `
const tell = (body) => fetch("http://localhost:PORT/report", { method: "POST", mode: "no-cors", body });
start().then(tell, (error) => tell(error.message));
`;
/** In Node, the program prints its result. */
const ENDED = "start().then(console.log, (error) => console.log(error.message));";
const plain = "const start = () => tried(sodium, named, main, PEER);";
const passed = `
import module from "quicksalt/quicksalt-full.base.wasm";
const start = () => main.init({ module }).then(() => tried(sodium, named, main, PEER));
`;

/** Returns names, types and constants of libsodium-wrappers-sumo. */
async function peerOf() {
  const named = await import(
    pathToFileURL(join(packages, "libsodium-wrappers-sumo/dist/modules-sumo-esm/libsodium-wrappers.mjs"))
  );
  await named.default.ready;
  const all = Object.entries(named.default).map(([name, value]) => {
    // libsodium.js returns large 32-bit numbers as negative numbers.
    const constant = { number: value >>> 0, string: value }[typeof value];
    return [name, typeof value, constant];
  });
  return JSON.stringify({
    named: Object.fromEntries(Object.keys(named).map((name) => [name, typeof named[name]])),
    all,
  });
}

/** Runs a program; returns the last line of its output. */
async function told(program, args, env = {}) {
  const options = { cwd: folder, timeout: PATIENCE, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
  const { stdout, stderr } = await run(program, args, options).catch((error) => error);
  const lines = `${stdout ?? ""}`.trim().split("\n");
  return lines.at(-1) || `${stderr}`.trim() || "the program said nothing";
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
let waiting;
/** Serves the folder, and receives reports from pages. */
const server = createServer((request, response) => {
  if (request.method === "POST") {
    let body = "";
    request
      .on("data", (data) => (body += data))
      .on("end", () => {
        response.end();
        waiting?.(body);
      });
    return;
  }
  const path = join(folder, new URL(request.url, "http://localhost").pathname);
  const isThere = existsSync(path) && extname(path);
  response.writeHead(isThere ? 200 : 404, { "content-type": (isThere && TYPES[extname(path)]) || "text/plain" });
  response.end(isThere ? readFileSync(path) : "not found");
});
const port = await new Promise((done) => server.listen(0, () => done(server.address().port)));

/** Returns the report of a page in Chromium. */
async function page(url) {
  const profile = mkdtempSync(join(tmpdir(), "matrix-"));
  const quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = spawn("chromium", [...quiet, `--user-data-dir=${profile}`, url], { stdio: "ignore", detached: true });
  let timer;
  try {
    return await new Promise((done, failed) => {
      waiting = done;
      browser.on("error", failed);
      timer = setTimeout(() => done("the page reported nothing"), PATIENCE);
    });
  } finally {
    clearTimeout(timer);
    waiting = undefined;
    const ended = new Promise((done) => browser.on("exit", done));
    process.kill(-browser.pid, "SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Writes a program into the project. */
function written(name, ...parts) {
  const text = parts.join("").replace("PEER", peer).replace("PORT", port);
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src", name), TRIED + text);
  return join(folder, "src", name);
}

/** Returns an empty folder for a bundler's output, with a page for it. */
function output(name, kind = "module") {
  const out = join(folder, "out", name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "index.html"), `<!doctype html><script type="${kind}" src="main.js"></script>`);
  return out;
}

function copied(out) {
  const from = join(packages, "quicksalt");
  for (const name of readdirSync(from)) if (name.endsWith(".wasm")) copyFileSync(join(from, name), join(out, name));
}

const tool = (name, file) => import(pathToFileURL(join(packages, name, file)));
const inPage = (name) => page(`http://localhost:${port}/out/${name}/index.html`);
const cells = [];
/** Adds a cell: the expected result is "works" or "explains"; `tell` returns "works" or an error message. */
const cell = (name, promise, tell) => cells.push({ name, promise, tell });

function runtimes() {
  for (const version of [18, 20, 22, 24, 26]) {
    const node = join(packages, `node${version}/bin/node`);
    cell(`node ${version}, require`, "works", () => told(node, [written("main.cjs", REQUIRES, PRINTED)]));
    cell(`node ${version}, import`, "works", () => told(node, [written("main.mjs", IMPORTS, SAME, PRINTED)]));
  }
  for (const [name, file, ...args] of [
    ["bun", "bin/bun.exe"],
    ["deno", "bin.cjs", "run", "--quiet", "--allow-read"],
  ]) {
    const start = (path) => told(join(packages, ".bin", name), [...args, path]);
    cell(`${name}, require`, "works", () => start(written("main.cjs", REQUIRES, PRINTED)));
    cell(`${name}, import`, "works", () => start(written("main.mjs", IMPORTS, SAME, PRINTED)));
  }
  const test = 'test("quicksalt", async () => expect(await tried(sodium, named, main, PEER)).toBe("works"));';
  for (const [jest, environment, testEnvironment] of ["jest29", "jest30"].flatMap((jest) => [
    [jest, "node", "node"],
    [jest, "jsdom", join(packages, `${jest}-jsdom/build/index.js`)],
  ]))
    for (const [kind, file, load, env] of [
      ["require", "main.test.cjs", REQUIRES, {}],
      ["import", "main.test.mjs", IMPORTS, { NODE_OPTIONS: "--experimental-vm-modules" }],
    ])
      cell(`${jest}, ${environment}, ${kind}`, "works", async () => {
        const config = JSON.stringify({ rootDir: join(folder, "src"), testMatch: [`**/${file}`], testEnvironment });
        written(file, load, test);
        const jestjs = join(packages, jest, "bin/jest.js");
        const said = await told(process.execPath, [jestjs, "--config", config, "--json"], env);
        if (!said.startsWith("{")) return said;
        const [result] = JSON.parse(said).testResults;
        return result.status === "passed" ? "works" : result.message;
      });
}

function vites() {
  for (const version of ["vite6", "vite7", "vite8"]) {
    const api = () => tool(version, "dist/node/index.js");
    const common = { configFile: false, root: folder, logLevel: "silent", clearScreen: false };
    cell(`${version}, build`, "works", async () => {
      const { build } = await api();
      written("main.js", IMPORTS, plain, TOLD);
      await build({ ...common, base: "./", build: { outDir: `out/${version}`, emptyOutDir: true } });
      return inPage(version);
    });
    for (const [what, promise, optimizeDeps] of [
      ["dev server", version === "vite8" ? "works" : "explains", {}],
      ["dev server, excluded", "works", { exclude: ["quicksalt"] }],
    ])
      cell(`${version}, ${what}`, promise, async () => {
        const { createServer } = await api();
        written("main.js", IMPORTS, plain, TOLD);
        const cacheDir = join(folder, "out", `${version}-cache`);
        rmSync(cacheDir, { recursive: true, force: true });
        const dev = await createServer({ ...common, cacheDir, optimizeDeps, server: { port: 0, host: "localhost" } });
        try {
          await dev.listen();
          return await page(dev.resolvedUrls.local[0]);
        } finally {
          await dev.close();
        }
      });
  }
}

function esbuilds() {
  const make = async (out, program, options) => {
    const { build } = await tool("esbuild", "lib/main.js");
    const common = { bundle: true, outfile: join(out, "main.js"), logLevel: "silent" };
    await build({ ...common, entryPoints: [program], ...options });
  };
  for (const [what, promise, options, parts, andThen] of [
    ["esm", "explains", { format: "esm" }, [IMPORTS, plain]],
    ["esm, .wasm copied", "works", { format: "esm" }, [IMPORTS, plain], copied],
    ["esm, require, .wasm copied", "works", { format: "esm" }, [REQUIRES, plain], copied],
    ["iife", "explains", { format: "iife" }, [IMPORTS, plain]],
    ["iife, module passed", "works", { format: "iife", loader: { ".wasm": "binary" } }, [IMPORTS, passed]],
  ])
    cell(`esbuild, ${what}`, promise, async () => {
      const out = output("esbuild");
      await make(out, written("main.js", ...parts, TOLD), options);
      andThen?.(out);
      return inPage("esbuild");
    });
  for (const [what, ending, promise, program, andThen] of [
    ["esm", "mjs", "explains", plain],
    ["esm, .wasm copied", "mjs", "works", plain, copied],
    ["cjs", "cjs", "explains", plain],
    ["cjs, module passed", "cjs", "works", passed],
  ])
    cell(`esbuild for Node, ${what}`, promise, async () => {
      const out = output("esbuild-node");
      const outfile = join(out, `main.${ending}`);
      const options = { format: what.slice(0, 3), platform: "node", target: "node20", loader: { ".wasm": "binary" } };
      await make(out, written("main.js", IMPORTS, program, ENDED), { ...options, outfile });
      andThen?.(out);
      return told(process.execPath, [outfile]);
    });
}

function others() {
  for (const [what, format, kind] of [
    ["rollup, es", "es", "module"],
    ["rollup, iife", "iife", "text/javascript"],
    ["rollup for Node, cjs", "cjs"],
  ])
    for (const [end, promise, andThen] of [
      ["", "explains"],
      [", .wasm copied", "works", copied],
    ])
      cell(`${what}${end}`, promise, async () => {
        const { rollup } = await tool("rollup", "dist/es/rollup.js");
        const { nodeResolve } = await tool("@rollup/plugin-node-resolve", "dist/es/index.js");
        const isForNode = format === "cjs";
        const out = output("rollup", kind);
        const input = written("main.js", IMPORTS, plain, isForNode ? ENDED : TOLD);
        const bundle = await rollup({ input, plugins: [nodeResolve()], onwarn() {} });
        const file = join(out, isForNode ? "main.cjs" : "main.js");
        await bundle.write({ file, format });
        andThen?.(out);
        return isForNode ? told(process.execPath, [file]) : inPage("rollup");
      });
  for (const [what, file, parts] of [
    ["import", "main.js", [IMPORTS, plain]],
    ["require", "main.cjs", [REQUIRES, plain]],
  ])
    cell(`webpack, ${what}`, "works", async () => {
      const { default: webpack } = await tool("webpack", "lib/index.js");
      const entry = written(file, ...parts, TOLD);
      const made = webpack({
        mode: "production",
        entry,
        context: folder,
        output: { path: output("webpack"), filename: "main.js" },
      });
      const stats = await promisify(made.run.bind(made))();
      return stats.hasErrors() ? stats.toString() : inPage("webpack");
    });
}

/** An error must contain the location and content that were found, and the possible fixes. */
const EXPLAINED =
  /module was not found: (http:\S+ answered with status \d+, content type \S+, \d+ bytes that begin with ".+"|file:\S+: ENOENT|the bundle has no import\.meta\.url).*Copy .*optimizeDeps.*init\(\{ module \}\)/s;

for (const name of ["npm", "chromium"])
  await run(name, ["--version"]).catch(() => {
    console.error(`${name} is missing: apt-get install ${name}`);
    process.exit(3);
  });
await run("python3", [join(js, "package.py"), modules, join(folder, "package/quicksalt")]);
writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies: TOOLS }));
await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(folder, "package/quicksalt") });
const [packed] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
await run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--save=false", `./${packed}`], {
  cwd: folder,
});
writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="/src/main.js"></script>');
const peer = await peerOf();
runtimes();
vites();
esbuilds();
others();
let failed = 0;
for (const { name, promise, tell } of cells.filter(({ name }) => name.includes(wanted))) {
  const said = await tell().catch((error) => error.stack);
  const kept = promise === "works" ? said === "works" : EXPLAINED.test(said);
  failed += kept ? 0 : 1;
  const text = said.replaceAll(folder, "").trim();
  console.log(
    `${kept ? (said === "works" ? "ok      " : "explains") : "FAILED  "} ${name}${said === "works" ? "" : `: ${text}`}`,
  );
}
server.close();
process.exit(failed ? 1 : 0);
