// The module instance, of which there is only one: this file selects, finds, compiles and starts the module, and
// provides its memory and the random source that it imports.
import { QuicksaltError, TextDecoder, builtin, bytes, wrongType } from "./check.js";
import { HASHES } from "./hashes.js";

// A module with one function that multiplies two 64-bit numbers to 128 bits: it validates only if the engine
// supports wide arithmetic.
const WIDE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 2, 126, 126, 2, 126, 126, 3, 2, 1, 0, 10, 10, 1, 8, 0, 32, 0, 32, 1, 252,
  22, 11,
]);

/** The size of the memory area for arguments and results; most calls fit and need no allocation. */
const ROOM = 52 << 10;
/** Results up to this length are placed in front of the arguments, where cached views exist. */
export const FRONT = 256;
/** Up to this size, overwriting in a loop is faster than a call of the module. */
const FEW = 128;
/** WASI's error number for an input or output error. */
const EIO = 29;
/** The largest size of one `getRandomValues` call. */
const DRAWN = 65536;
/** A draw with this many zero bytes counts as a failure: its probability is 2^-128. */
const NEVER_ZERO = 16;
/** The profiles; each includes the functions of the previous one. */
const PROFILES = ["secretbox", "standard", "full"];

/** State that calls read, in one object, because engines look up and check an imported binding at each use. */
export const live = {
  /** The module's exports. */
  exports: undefined,
  /** Views of its memory, in bytes and 8-byte words; when memory grows, their length becomes 0. */
  view: new Uint8Array(0),
  words: new Float64Array(0),
  /** The address after the front area, at which arguments and results are placed, and the size of that memory area. */
  place: 0,
  size: 0,
  /** Whether the module is running; other calls are rejected until it returns. */
  isBusy: false,
};
let compiled;
let pending;
/** The options of the first `init`. */
let started;
let source = hostRandom;
const fronts = new Array(FRONT + 1);
let refused;

function hostRandom(into) {
  (globalThis.crypto ?? builtin("node:crypto").webcrypto).getRandomValues(into);
}

/** Returns the module that this engine uses: "wide" if it supports wide arithmetic, otherwise "base". */
export const variant = () => (WebAssembly.validate(WIDE) ? "wide" : "base");

/** Returns the address of a module in this package; bundlers look for `new URL` in exactly this form. */
function address(profile) {
  const isWide = variant() === "wide";
  try {
    switch (profile) {
      case "full":
        return isWide
          ? new URL("./quicksalt-full.wide.wasm", import.meta.url)
          : new URL("./quicksalt-full.base.wasm", import.meta.url);
      case "standard":
        return isWide
          ? new URL("./quicksalt-standard.wide.wasm", import.meta.url)
          : new URL("./quicksalt-standard.base.wasm", import.meta.url);
      default:
        return isWide
          ? new URL("./quicksalt-secretbox.wide.wasm", import.meta.url)
          : new URL("./quicksalt-secretbox.base.wasm", import.meta.url);
    }
  } catch (cause) {
    throw misplaced("the bundle has no import.meta.url, so the module's address is unknown", cause);
  }
}

/** Returns Node's file system for file URLs, which `fetch` cannot read. */
function files(url) {
  return url.protocol === "file:" ? builtin("node:fs") : undefined;
}

/** Reads the bytes of a module. */
async function fetched(url) {
  const fs = files(url);
  return fs ? fs.promises.readFile(url) : opened(await fetch(url));
}

async function opened(response) {
  const found = new Uint8Array(await response.arrayBuffer());
  const isModule = found[0] === 0 && found[1] === 97 && found[2] === 115 && found[3] === 109;
  if (response.ok && isModule) return found;
  const type = response.headers.get("content-type") ?? "none";
  const status = `status ${response.status}, content type ${type}`;
  throw misplaced(`${response.url || "the response"} answered with ${status}, ${shown(found)}`);
}

/** Describes the bytes that were received instead of a module. */
function shown(found) {
  const first = JSON.stringify(new TextDecoder().decode(found.subarray(0, 16)));
  return found.length ? `${found.length} bytes that begin with ${first}` : "no bytes";
}

/** Returns an error that says what was found instead of the module, and how to fix it. */
function misplaced(what, cause) {
  return new QuicksaltError(
    `quicksalt's module was not found: ${what}. Copy quicksalt's .wasm files beside the bundle; or keep the bundler ` +
      'from bundling it ahead (in Vite: optimizeDeps: { exclude: ["quicksalt"] }); or import { init } from "quicksalt" ' +
      "and first call await init({ module })",
    "MODULE",
    { cause },
  );
}

async function moduleOf(given) {
  let from = await given;
  if (typeof from === "string") from = new URL(from, globalThis.location?.href);
  if (from instanceof URL) from = await located(from);
  else if (typeof Response !== "undefined" && from instanceof Response) from = await opened(from);
  return compiledOf(from);
}

async function compiledOf(from) {
  if (from instanceof WebAssembly.Module) return from;
  checked(from);
  return WebAssembly.compile(from).catch(invalid);
}

/** Returns the SHA-256 of bytes, or a promise of it; undefined on a page in an insecure context. */
function digest(found) {
  const node = builtin("node:crypto");
  return node ? node.createHash("sha256").update(found).digest() : globalThis.crypto?.subtle?.digest("SHA-256", found);
}

/** Checks that a module from this package's address has the expected hash. */
function genuine(url, found, hash, profile) {
  const text = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (text !== HASHES[`${profile}.${variant()}`])
    throw misplaced(`${url} has ${shown(found)} and the SHA-256 ${text}; this package expects another module`);
}

async function ownModule(profile) {
  const url = address(profile);
  const found = await located(url);
  const hash = await digest(found);
  if (hash) genuine(url, found, hash, profile);
  // Without crypto.subtle, the browser fetches again and checks the integrity.
  else await fetch(url, { integrity: integrity(profile) });
  return compiledOf(found);
}

/** Reads the bytes at an address; errors name the address and possible fixes. */
async function located(url) {
  try {
    return await fetched(url);
  } catch (cause) {
    throw cause instanceof QuicksaltError ? cause : misplaced(`${url}: ${cause.message}`, cause);
  }
}

function integrity(profile) {
  const bytes = HASHES[`${profile}.${variant()}`].match(/../g).map((pair) => String.fromCharCode(parseInt(pair, 16)));
  return `sha256-${btoa(bytes.join(""))}`;
}

function checked(from) {
  if (ArrayBuffer.isView(from)) bytes(from, "module");
  else if (!(from instanceof ArrayBuffer))
    throw wrongType("module", "the bytes of a module, or a WebAssembly.Module", from);
}

function invalid(cause) {
  if (!(cause instanceof WebAssembly.CompileError)) throw cause;
  throw new QuicksaltError(`the module does not validate in this engine: ${cause.message}`, "MODULE", { cause });
}

/** Fills bytes in the module's memory from the random source, which must finish before it returns. */
function draw(into) {
  // Clear the bytes, so that bytes that the source skips are not leftovers of an earlier use.
  into.fill(0);
  const given = source(into);
  if (typeof given?.then === "function")
    throw new TypeError("the random source must fill the bytes before it returns, but it returned a promise");
  let all = 0;
  for (let i = 0; i < into.length; i++) all |= into[i];
  if (all === 0 && into.length >= NEVER_ZERO) throw new Error(`the random source left ${into.length} bytes zero`);
}

/** Implements the module's import: returns 0 or an error number; exceptions must not cross the module. */
function random_get(at, length) {
  try {
    const all = memory();
    const end = (at >>> 0) + (length >>> 0);
    for (let i = at >>> 0; i < end; i += DRAWN) draw(all.subarray(i, Math.min(end, i + DRAWN)));
    return 0;
  } catch (error) {
    refused = error ?? new Error("the random source failed");
    return EIO;
  }
}

function start(module) {
  let made;
  try {
    made = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { random_get } }).exports;
  } catch (cause) {
    throw new QuicksaltError(`the module failed to start: ${cause.message}`, "MODULE", { cause });
  }
  if (!(made.memory && made.malloc && made.quicksalt_status))
    throw new QuicksaltError(
      "not a quicksalt module: it lacks memory, malloc or quicksalt_status",
      "MODULE",
    );
  compiled = module;
  live.exports = made;
  live.place = live.size = 0;
  live.view = new Uint8Array(0);
  live.words = new Float64Array(0);
  live.isBusy = false;
}

/** Reads the options; only own properties count, so a polluted Object.prototype has no effect. */
function settings(options) {
  if (options === null || typeof options !== "object") throw wrongType("options", "an object", options);
  const own = (name) => (Object.hasOwn(options, name) ? (options[name] ?? undefined) : undefined);
  const asked = { module: own("module"), profile: own("profile"), random: own("random") };
  if (asked.random !== undefined && typeof asked.random !== "function")
    throw wrongType("options.random", "a function that fills a Uint8Array", asked.random);
  if (asked.profile !== undefined && !PROFILES.includes(asked.profile))
    throw new TypeError(`profile must be full, standard or secretbox, not ${String(asked.profile)}`);
  return asked;
}

/** Throws if the options conflict with the running instance. */
function agree({ module, profile, random }) {
  const rank = (name) => PROFILES.indexOf(name ?? "full");
  let other;
  if (random !== undefined && random !== started.random) other = "random source";
  if (module !== undefined && module !== started.module) other = "module";
  if (module === undefined && started.module === undefined && rank(profile) > rank(started.profile))
    other = `profile: ${started.profile} is running, ${profile ?? "full"} was requested`;
  if (other)
    throw new QuicksaltError(
      `quicksalt already runs with another ${other}; start it once, with options that suit all users`,
      "STARTED",
    );
}

function begin(module, asked) {
  start(module);
  source = asked.random ?? hostRandom;
  started = asked;
}

/**
 * Starts quicksalt. Later calls wait for the first, and fail if they request another module, profile or random
 * source. After a failure it can be called again.
 */
export async function init(options = {}) {
  const asked = settings(options);
  while (pending) await pending;
  if (live.exports) return agree(asked);
  pending = (async () => {
    const profile = asked.profile ?? "full";
    const module = await (asked.module === undefined ? ownModule(profile) : moduleOf(asked.module));
    // A call of `initSync` has started an instance in the meantime.
    if (live.exports) agree(asked);
    else begin(module, asked);
  })().finally(() => {
    pending = undefined;
  });
  return pending;
}

/**
 * Starts quicksalt synchronously from a module's bytes; in Node the default is the file in this package. If
 * quicksalt already runs, it fails like `init` for conflicting options.
 */
export function initSync(module, options = {}) {
  const asked = { ...settings(options), module };
  if (live.exports) return agree(asked);
  let from = module;
  if (from === undefined) {
    const profile = asked.profile ?? "full";
    const url = address(profile);
    const fs = files(url);
    if (!fs) throw new TypeError("module must be the bytes of a module: files cannot be read synchronously here");
    try {
      from = fs.readFileSync(url);
    } catch (cause) {
      throw misplaced(`${url}: ${cause.message}`, cause);
    }
    genuine(url, from, digest(from), profile);
  }
  if (!(from instanceof WebAssembly.Module)) {
    checked(from);
    try {
      from = new WebAssembly.Module(from);
    } catch (cause) {
      invalid(cause);
    }
  }
  begin(from, asked);
}

/** Waits for a start in progress, of any profile, or starts `full`. */
async function waited() {
  while (pending) await pending;
  if (!live.exports) await init();
}

/** A thenable that starts quicksalt when it is awaited, as programs for libsodium.js expect. */
export const ready = {
  then: (resolve, reject) => waited().then(resolve, reject),
  catch: (reject) => waited().catch(reject),
  finally: (done) => waited().finally(done),
};

/** Returns the module's exports. */
export function wasm() {
  if (live.exports === undefined)
    throw new QuicksaltError(
      "quicksalt has not started: first await init(), or call initSync(bytes)",
      "INIT",
    );
  return live.exports;
}

/** Returns the module's exports; throws if the module is in the middle of another call. */
export function idle(name) {
  if (live.isBusy) throw new QuicksaltError(`${name}: called from the random source during another call`, "BUSY");
  return wasm();
}

/** Returns a view of the module's memory. */
export const memory = () => (live.view.length === 0 ? renewed() : live.view);

function renewed() {
  const all = live.exports.memory.buffer;
  live.words = new Float64Array(all);
  return (live.view = new Uint8Array(all));
}

/** Allocates module memory, aligned to 64. */
export function allocated(length) {
  const found = live.exports.malloc(length) >>> 0;
  if (found === 0) throw new QuicksaltError(`out of memory: ${length} bytes of arguments and results`, "MEMORY");
  return found;
}

/** Enlarges the memory area for arguments. The area never shrinks, since module memory never shrinks. */
export function enlarge(used) {
  const length = Math.max(FRONT + used, ROOM);
  if (live.place !== 0) live.exports.free(live.place);
  // If the allocation fails, there is no memory area for arguments.
  live.place = live.size = 0;
  const more = length + (length >>> 2);
  const found = live.exports.malloc(more) >>> 0;
  [live.place, live.size] = found === 0 ? [allocated(length), length] : [found, more];
  fronts.fill(undefined);
}

/** Returns a view of the last `length` bytes of the front area, next to the arguments, so one wipe clears both. */
export function front(length) {
  const found = fronts[length];
  if (found !== undefined && found.length === length) return found;
  const at = live.place + FRONT - ((length + 15) & -16);
  return (fronts[length] = memory().subarray(at, at + length));
}

/** Returns whether the module stopped in the middle of a call, and resets that state. */
export function hasStopped() {
  const found = live.isBusy;
  live.isBusy = false;
  return found;
}

/** Overwrites module memory with zeros; start and end are rounded to multiples of 16. */
export function wipe(at, length) {
  if (length > FEW) return live.exports.sodium_memzero(at, length);
  if (live.words.length === 0) renewed();
  const { words } = live;
  for (let i = at >>> 3, end = (at + length + 7) >>> 3; i < end; i += 2) words[i] = words[i + 1] = 0;
}

/** Returns the random source's last exception, once. */
export function takeRandomFailure() {
  const found = refused;
  refused = undefined;
  return found;
}

/** Abandons an instance that stopped in the middle of a call, and starts a new one of the same module. */
export function restart() {
  memory().fill(0);
  start(compiled);
}
