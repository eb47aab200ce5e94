// The one instance of a module: how it is chosen, found, compiled and started, its memory, and the random
// source that it imports.
import { QuicksaltError, TextDecoder, builtin, bytes, wrongType } from "./check.js";
import { HASHES } from "./hashes.js";

// A module of one function that multiplies two numbers of 64 bits into 128: it is valid where there is wide
// arithmetic, and nowhere else.
const WIDE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 2, 126, 126, 2, 126, 126, 3, 2, 1, 0, 10, 10, 1, 8, 0, 32, 0, 32, 1, 252,
  22, 11,
]);

/** Room for arguments and results of most calls, so that these allocate nothing. */
const ROOM = 52 << 10;
/** Results as long as this have their place in front of it, where views of them wait. */
export const FRONT = 256;
/** How many bytes a loop overwrites faster than the module does. */
const FEW = 128;
/** What WASI calls an input or output error. */
const EIO = 29;
/** The most that `getRandomValues` gives at once. */
const DRAWN = 65536;
/** A draw of so many zeros is no draw: it has a probability of 2^-128. */
const NEVER_ZERO = 16;
/** The profiles, each of which has what the one before it has. */
const PROFILES = ["secretbox", "standard", "full"];

/** What calls look at: in one object, since each name of another file's is looked up and checked when it is used. */
export const live = {
  /** The functions of the module. */
  exports: undefined,
  /** Its memory, in bytes and in pieces of 8; when it grows, these have no length any more. */
  view: new Uint8Array(0),
  words: new Float64Array(0),
  /** Where arguments and results lie, and how many there is room for; behind the front. */
  place: 0,
  size: 0,
  /** Whether the module is at work; until it is done there is no other call. */
  isBusy: false,
};
let compiled;
let pending;
/** What `init` was asked for when it started. */
let started;
let source = hostRandom;
const fronts = new Array(FRONT + 1);
let refused;

function hostRandom(into) {
  (globalThis.crypto ?? builtin("node:crypto").webcrypto).getRandomValues(into);
}

/** Which of the two modules this engine takes: "wide" where it has wide arithmetic, or "base". */
export const variant = () => (WebAssembly.validate(WIDE) ? "wide" : "base");

/** Where a module of this package lies; bundlers look for `new URL` as it is here. */
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
    throw misplaced("the bundle has no import.meta.url, so that there is no address to look at", cause);
  }
}

/** The files of Node, where `fetch` reads none. */
function files(url) {
  return url.protocol === "file:" ? builtin("node:fs") : undefined;
}

/** The bytes of a module. */
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

/** What arrived in the place of a module. */
function shown(found) {
  const first = JSON.stringify(new TextDecoder().decode(found.subarray(0, 16)));
  return found.length ? `${found.length} bytes that begin with ${first}` : "no bytes";
}

/** An error that says what is in the place of the module, and the ways out. */
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

/** The SHA-256 of bytes, or a promise of it; none on a page that was not loaded securely. */
function digest(found) {
  const node = builtin("node:crypto");
  return node ? node.createHash("sha256").update(found).digest() : globalThis.crypto?.subtle?.digest("SHA-256", found);
}

/** A module of this package is the one that was built with it. */
function genuine(url, found, hash, profile) {
  const text = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (text !== HASHES[`${profile}.${variant()}`])
    throw misplaced(`${url} has ${shown(found)} and the SHA-256 ${text}, and is not what this package was built with`);
}

async function ownModule(profile) {
  const url = address(profile);
  const found = await located(url);
  const hash = await digest(found);
  if (hash) genuine(url, found, hash, profile);
  // Without digests the browser checks what it fetches once more.
  else await fetch(url, { integrity: integrity(profile) });
  return compiledOf(found);
}

/** The bytes at an address, or an error that names the address and the way out. */
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

/** Fills bytes that the module has, by the source, which must be done when it returns. */
function draw(into) {
  // Bytes that the source does not write are zero, and not the bytes of an earlier use.
  into.fill(0);
  const given = source(into);
  if (typeof given?.then === "function")
    throw new TypeError("the random source must fill the bytes before it returns, and returned a promise");
  let all = 0;
  for (let i = 0; i < into.length; i++) all |= into[i];
  if (all === 0 && into.length >= NEVER_ZERO) throw new Error(`the random source left ${into.length} bytes zero`);
}

/** Answers the module's import: 0, or an error number; no exception passes through the module. */
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
    throw new QuicksaltError(`the module does not start: ${cause.message}`, "MODULE", { cause });
  }
  if (!(made.memory && made.malloc && made.quicksalt_status))
    throw new QuicksaltError(
      "the module is none of quicksalt's: it lacks memory, malloc or quicksalt_status",
      "MODULE",
    );
  compiled = module;
  live.exports = made;
  live.place = live.size = 0;
  live.view = new Uint8Array(0);
  live.words = new Float64Array(0);
  live.isBusy = false;
}

/** What options ask for. Properties of their own count, and none that every object was given. */
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

/** Refuses what differs from what has started. */
function agree({ module, profile, random }) {
  const rank = (name) => PROFILES.indexOf(name ?? "full");
  let other;
  if (random !== undefined && random !== started.random) other = "random source";
  if (module !== undefined && module !== started.module) other = "module";
  if (module === undefined && started.module === undefined && rank(profile) > rank(started.profile))
    other = `profile: ${started.profile} has started, ${profile ?? "full"} was asked for`;
  if (other)
    throw new QuicksaltError(
      `quicksalt has started already with another ${other}; start it once, with what all need`,
      "STARTED",
    );
}

function begin(module, asked) {
  start(module);
  source = asked.random ?? hostRandom;
  started = asked;
}

/**
 * Starts quicksalt. Further calls wait for the first, and fail if they ask for another module, profile or random
 * source. After a failure it can be called again.
 */
export async function init(options = {}) {
  const asked = settings(options);
  while (pending) await pending;
  if (live.exports) return agree(asked);
  pending = (async () => {
    const profile = asked.profile ?? "full";
    const module = await (asked.module === undefined ? ownModule(profile) : moduleOf(asked.module));
    // Who called `initSync` meanwhile was first.
    if (live.exports) agree(asked);
    else begin(module, asked);
  })().finally(() => {
    pending = undefined;
  });
  return pending;
}

/**
 * Starts quicksalt at once, of a module's bytes; in Node, without any, of the file in this package. If it has
 * started already, it fails like `init` where something else is asked for.
 */
export function initSync(module, options = {}) {
  const asked = { ...settings(options), module };
  if (live.exports) return agree(asked);
  let from = module;
  if (from === undefined) {
    const profile = asked.profile ?? "full";
    const url = address(profile);
    const fs = files(url);
    if (!fs) throw new TypeError("module must be the bytes of a module: no file can be read at once here");
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

/** Waits for what others start, of any profile, and starts `full` if nobody has. */
async function waited() {
  while (pending) await pending;
  if (!live.exports) await init();
}

/** Starts quicksalt when somebody waits for it, as programs for libsodium.js do. */
export const ready = {
  then: (resolve, reject) => waited().then(resolve, reject),
  catch: (reject) => waited().catch(reject),
  finally: (done) => waited().finally(done),
};

/** The functions of the module. */
export function wasm() {
  if (live.exports === undefined)
    throw new QuicksaltError(
      "quicksalt has not started: await init(), or call initSync(bytes), before anything else",
      "INIT",
    );
  return live.exports;
}

/** The functions of the module, for a call that no other is in the midst of. */
export function idle(name) {
  if (live.isBusy) throw new QuicksaltError(`${name}: called by the random source of another call`, "BUSY");
  return wasm();
}

/** The memory of the module. */
export const memory = () => (live.view.length === 0 ? renewed() : live.view);

function renewed() {
  const all = live.exports.memory.buffer;
  live.words = new Float64Array(all);
  return (live.view = new Uint8Array(all));
}

/** Memory of the module, aligned to 64. */
export function allocated(length) {
  const found = live.exports.malloc(length) >>> 0;
  if (found === 0) throw new QuicksaltError(`out of memory: ${length} bytes of arguments and results`, "MEMORY");
  return found;
}

/** Makes room for more bytes. There is as much as was ever wanted, since memory never shrinks. */
export function enlarge(used) {
  const length = Math.max(FRONT + used, ROOM);
  if (live.place !== 0) live.exports.free(live.place);
  // There is none if this fails.
  live.place = live.size = 0;
  const more = length + (length >>> 2);
  const found = live.exports.malloc(more) >>> 0;
  [live.place, live.size] = found === 0 ? [allocated(length), length] : [found, more];
  fronts.fill(undefined);
}

/** So many bytes at the end of the front, where arguments follow, so that both are overwritten at once. */
export function front(length) {
  const found = fronts[length];
  if (found !== undefined && found.length === length) return found;
  const at = live.place + FRONT - ((length + 15) & -16);
  return (fronts[length] = memory().subarray(at, at + length));
}

/** Whether the module did not come to the end of what it began, and takes that back. */
export function hasStopped() {
  const found = live.isBusy;
  live.isBusy = false;
  return found;
}

/** Overwrites a part of the module's memory with zeros, from a multiple of 16 to the next one. */
export function wipe(at, length) {
  if (length > FEW) return live.exports.sodium_memzero(at, length);
  if (live.words.length === 0) renewed();
  const { words } = live;
  for (let i = at >>> 3, end = (at + length + 7) >>> 3; i < end; i += 2) words[i] = words[i + 1] = 0;
}

/** What the random source threw, once. */
export function takeRandomFailure() {
  const found = refused;
  refused = undefined;
  return found;
}

/** Leaves an instance that stopped in the middle of its work, and starts anew with the same module. */
export function restart() {
  memory().fill(0);
  start(compiled);
}
