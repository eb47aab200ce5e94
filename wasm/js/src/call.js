// Building blocks of the functions that `shapes.py` generates: checking arguments, placing arguments and results
// in the module's memory, and returning results.
import {
  QuicksaltError,
  attached,
  bytes,
  input,
  isBytes,
  isGone,
  isShared,
  length,
  number,
  sizeOf,
  text,
} from "./check.js";
import { formatOf } from "./formats.js";
import { FRONT, enlarge, front, hasStopped, idle, live, memory, restart, takeRandomFailure, wasm, wipe } from "./instance.js";
import { NAMES } from "./names.js";
import { claim, end, leaveAll, made, placeOf } from "./states.js";

export { FRONT, claim, end, formatOf, live, made, sizeOf };

/** The largest length of an argument in bytes, since a module has 32-bit addresses. */
const LONGEST = 0x7fff0000;
// From this many bytes on, copy with the constructor; `slice` fills its result with zeros first.
const LONG = 1024;

/** Functions with large stack frames that leave key-dependent numbers on the stack, such as curve functions. */
const DEEP =
  /_(sign|kem|kx|hkdf|scalarmult|core_ed25519|core_ristretto255|box)(_|$)(?!.*(afternm|scalar_|sk_to_|init$|update$))/;
/** Functions that leave a key or a possibly secret result on the stack; all other functions leave at most a tag. */
const SHALLOW = /_auth(?!.*_update$)|_scalar_random|_hash_sha3(?!.*_(init|update)$)/;
/** Returns how many bytes of the stack to overwrite after a function. */
const depthOf = (name) => (DEEP.test(name) ? 1 << 14 : SHALLOW.test(name) ? 1 << 11 : 0);

const families = new Map();
/** Returns the family of a function: the same string object for all members, compared by identity. */
function familyOf(name) {
  const family = name.replace(/_(extract_)?(init|update|final|push|pull|rekey|squeeze)(_.*)?$/, "");
  if (!families.has(family)) families.set(family, family);
  return families.get(family);
}

/**
 * Describes a function by name, with one letter per argument name, from `names.js`. The first call fills in the
 * fields that depend on a module.
 */
export const titled = (name, keys) => ({ name, keys, module: null, f: null, depth: 0, family: "" });

/** Returns the name of an argument for errors. */
const place = (t, at) => `${t.name}: ${NAMES[t.keys.charCodeAt(at) - 65] ?? "state_address"}`;

/** Returns the function in the current instance. */
export function bound(t) {
  if (live.isBusy || t.module !== live.exports) bind(t);
  return t.f;
}

function bind(t) {
  const module = idle(t.name);
  const f = module[t.name];
  if (f === undefined)
    throw new QuicksaltError(`${t.name}: missing in this profile; start a larger one`, "PROFILE");
  t.module = module;
  t.f = f;
  t.depth = depthOf(t.name);
  t.family = familyOf(t.name);
}

/** Caches lengths as BigInts, the 64-bit numbers that the module takes, because creating one is slow. */
const kept = new Array(4096);
export const wide = (n) => (n < 4096 ? (kept[n] ??= BigInt(n)) : BigInt(n));

/** Returns the bytes of an argument. */
export const read = (value, t, at) => (isBytes(value) && !isShared(value) ? value : input(value, place(t, at)));
/** Returns the bytes of an argument like `read`, but allows null and undefined. */
export const readOrNull = (value, t, at) => (value == null ? null : read(value, t, at));

/** Returns the number of bytes. */
export function size(value, t, at) {
  const found = sizeOf(value);
  return found > 0 && found <= LONGEST ? found : unusual(value, t, at);
}
export const sizeOrNull = (value, t, at) => (value === null ? 0 : size(value, t, at));

/** Handles empty, detached and overlong arrays: returns 0 or throws. */
function unusual(value, t, at) {
  const found = attached(value, place(t, at));
  if (found > LONGEST) throw new RangeError(`${place(t, at)} must be at most ${LONGEST} bytes, not ${found}`);
  return found;
}

/** Throws because an argument has the wrong length. */
export function misfit(value, t, at, least, most = least) {
  length(attached(value, place(t, at)), place(t, at), least, most);
}

/** Returns the UTF-8 bytes of a string and a terminating zero. */
export const terminated = (value, t, at) => input(`${text(value, place(t, at))}\0`, place(t, at));

/** Checks a number or a length. */
export function ranged(value, t, at, least, most) {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  return number(value, place(t, at), least, most === Infinity ? 0xffffffffffffffffn : most);
}

/** Returns the address of a state. */
export function stateAt(value, t, at) {
  return placeOf(value, place(t, at), t.family);
}

/** Checks the output buffer of a result. */
export function writable(output, t) {
  if (!isBytes(output) || isShared(output) || isGone(output)) bytes(output, `${t.name}: output`);
}

/** Checks that the output buffer is large enough. */
export function fits(output, size, t) {
  if (sizeOf(output) < size) length(sizeOf(output), `${t.name}: output`, size, Infinity);
}

/** Returns the next 16-byte-aligned offset after `size` bytes. */
export const after = (size) => (size + 15) & -16;
/** Like `after`, but returns 0 for a short result, because it is placed in front of the arguments. */
export const behind = (size) => (size > FRONT ? after(size) : 0);

/** Returns the address of the arguments, with room for `used` bytes from there on. */
export function room(t, used) {
  if (FRONT + used > live.size) makeRoom(t, used);
  return live.place + FRONT;
}

function makeRoom(t, used) {
  if (used > LONGEST) throw new RangeError(`${t.name}: arguments and results are at most ${LONGEST} bytes in total`);
  enlarge(used);
}

/** Calling this as a function is faster than calling it as a method. */
const { set } = Uint8Array.prototype;

/** Copies an argument to its address. */
export const put = (value, at) => set.call(memory(), value, at);
export function putOrNull(value, at) {
  if (value !== null) put(value, at);
}

const FAILURES = {
  1: ["FORGED", "forged, or the wrong key"],
  2: ["POINT", "a key or a point is weak or invalid"],
  3: ["MEMORY", "out of memory"],
  4: ["RANGE", "a length or a number is out of range"],
  5: ["RANDOM", "the random source failed"],
  6: ["TEXT", "malformed text"],
  7: ["MISUSE", "an argument is out of range"],
};
/** Status codes that mean "not genuine" in a verification: forged, weak, out of range, malformed. */
const VERDICTS = new Set([1, 2, 4, 6]);

/** Returns the error for a failed call. */
export function failure(t, code = wasm().quicksalt_status()) {
  const cause = takeRandomFailure();
  const [name, reason] = FAILURES[cause === undefined ? code : 5] ?? ["FAILED", "it failed"];
  return new QuicksaltError(`${t.name}: ${reason}`, name, { cause });
}

/** Returns the result of a verification. */
export function verdict(t, status) {
  if (status === 0) return true;
  const code = wasm().quicksalt_status();
  if (VERDICTS.has(code)) return false;
  throw failure(t, code);
}

/** Returns a boolean answer, or throws. */
export function answer(t, status) {
  if (status < 0) throw failure(t);
  return status !== 0;
}

/** Throws if a function that does not return a status has failed. */
export function settled(t) {
  const code = wasm().quicksalt_status();
  if (code !== 0) throw failure(t, code);
}

/** Returns the error for a call that threw; if the module stopped, its instance is replaced. */
export function stopped(t, cause, state) {
  if (!hasStopped()) return cause;
  leaveAll(state);
  restart();
  return new QuicksaltError(`${t.name}: the module stopped: ${cause.message}`, "STOPPED", { cause });
}

/** Returns the only result, which may be in front of the arguments. */
export function taken(at, size, form) {
  // With size 0, the cached view would not reveal that memory has grown.
  if (size > FRONT || size === 0) return piece(at, size, form);
  return form === undefined ? new Uint8Array(front(size)) : form(front(size));
}

/** Returns a result. */
export function piece(at, size, form) {
  if (form === undefined && size < LONG) return memory().slice(at, at + size);
  const bytes = memory().subarray(at, at + size);
  return form === undefined ? new Uint8Array(bytes) : form(bytes);
}

/** Copies a result into the caller's buffer. */
export function written(output, at, size) {
  output.set(memory().subarray(at, at + size));
  return output.subarray(0, size);
}

export const byteAt = (at) => memory()[at];

/** Returns the zero-terminated text at an address. */
export function textAt(at) {
  const all = memory();
  let out = "";
  for (let i = at; all[i] !== 0; i++) out += String.fromCharCode(all[i]);
  return out;
}

/** Overwrites the arguments and results of a call in the module's memory, and its stack remnants. */
export function wiped(t, begin, end) {
  if (t.depth !== 0) wasm().sodium_stackzero(t.depth);
  // A stopped instance is abandoned with its memory.
  if (live.place !== 0) wipe(begin, end - begin);
}
