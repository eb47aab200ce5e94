// What functions are made of, which `shapes.py` writes: how arguments are checked, where they and the results lie
// in the module's memory, and what a call returns.
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

/** The longest bytes that any argument may have, since a module has addresses of 32 bits. */
const LONGEST = 0x7fff0000;
// From so many bytes on a copy is made by the constructor, which leaves out the zeros that `slice` begins with.
const LONG = 1024;

/** Functions on curves and others of many parts, which leave numbers made of keys on the stack. */
const DEEP =
  /_(sign|kem|kx|hkdf|scalarmult|core_ed25519|core_ristretto255|box)(_|$)(?!.*(afternm|scalar_|sk_to_|init$|update$))/;
/** Functions that leave a key there, or a result that may be one; of others it is a tag, or nothing. */
const SHALLOW = /_auth(?!.*_update$)|_scalar_random|_hash_sha3(?!.*_(init|update)$)/;
/** How much of the stack is overwritten after a function. */
const depthOf = (name) => (DEEP.test(name) ? 1 << 14 : SHALLOW.test(name) ? 1 << 11 : 0);

const families = new Map();
/** The family of a function: one text for all in it, which is compared by where it is. */
function familyOf(name) {
  const family = name.replace(/_(extract_)?(init|update|final|push|pull|rekey|squeeze)(_.*)?$/, "");
  if (!families.has(family)) families.set(family, family);
  return families.get(family);
}

/**
 * A function by its name; a letter for the name of each argument, from `names.js`. What is known once a module
 * has it comes with the first call.
 */
export const titled = (name, keys) => ({ name, keys, module: null, f: null, depth: 0, family: "" });

/** What an argument is called in errors. */
const place = (t, at) => `${t.name}: ${NAMES[t.keys.charCodeAt(at) - 65] ?? "state_address"}`;

/** The function, of the instance that runs now. */
export function bound(t) {
  if (live.isBusy || t.module !== live.exports) bind(t);
  return t.f;
}

function bind(t) {
  const module = idle(t.name);
  const f = module[t.name];
  if (f === undefined)
    throw new QuicksaltError(`${t.name}: this module does not have it; another profile has`, "PROFILE");
  t.module = module;
  t.f = f;
  t.depth = depthOf(t.name);
  t.family = familyOf(t.name);
}

/** Lengths as the numbers of 64 bits that the module takes, kept because making one takes a while. */
const kept = new Array(4096);
export const wide = (n) => (n < 4096 ? (kept[n] ??= BigInt(n)) : BigInt(n));

/** Bytes that an argument stands for. */
export const read = (value, t, at) => (isBytes(value) && !isShared(value) ? value : input(value, place(t, at)));
/** The same of an argument that may be null, or missing. */
export const readOrNull = (value, t, at) => (value == null ? null : read(value, t, at));

/** How many bytes there are. */
export function size(value, t, at) {
  const found = sizeOf(value);
  return found > 0 && found <= LONGEST ? found : unusual(value, t, at);
}
export const sizeOrNull = (value, t, at) => (value === null ? 0 : size(value, t, at));

/** Checks that there are none because there never were, and that there are not too many. */
function unusual(value, t, at) {
  const found = attached(value, place(t, at));
  if (found > LONGEST) throw new RangeError(`${place(t, at)} must be at most ${LONGEST} bytes, not ${found}`);
  return found;
}

/** Tells that bytes are not as many as they must be. */
export function misfit(value, t, at, least, most = least) {
  length(attached(value, place(t, at)), place(t, at), least, most);
}

/** The bytes of a text, and a zero behind them. */
export const terminated = (value, t, at) => input(`${text(value, place(t, at))}\0`, place(t, at));

/** A number, or a length. */
export function ranged(value, t, at, least, most) {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  return number(value, place(t, at), least, most === Infinity ? 0xffffffffffffffffn : most);
}

/** Where a state lies. */
export function stateAt(value, t, at) {
  return placeOf(value, place(t, at), t.family);
}

/** Checks bytes that a result is written into. */
export function writable(output, t) {
  if (!isBytes(output) || isShared(output) || isGone(output)) bytes(output, `${t.name}: output`);
}

/** Checks that a result has room there. */
export function fits(output, size, t) {
  if (sizeOf(output) < size) length(sizeOf(output), `${t.name}: output`, size, Infinity);
}

/** Where something of a length ends, and what is beside it may begin. */
export const after = (size) => (size + 15) & -16;
/** The same of a result that has its place in front of the arguments if it is short. */
export const behind = (size) => (size > FRONT ? after(size) : 0);

/** Where arguments begin, with room for so many bytes from there on. */
export function room(t, used) {
  if (FRONT + used > live.size) makeRoom(t, used);
  return live.place + FRONT;
}

function makeRoom(t, used) {
  if (used > LONGEST) throw new RangeError(`${t.name}: arguments and results must be at most ${LONGEST} bytes together`);
  enlarge(used);
}

/** Called as a function, it is found faster than as a method. */
const { set } = Uint8Array.prototype;

/** Puts an argument where it has its place. */
export const put = (value, at) => set.call(memory(), value, at);
export function putOrNull(value, at) {
  if (value !== null) put(value, at);
}

const FAILURES = {
  1: ["FORGED", "not genuine: it was changed, or the key is another"],
  2: ["POINT", "a key or a point is weak or invalid"],
  3: ["MEMORY", "out of memory"],
  4: ["RANGE", "a length or a number is out of range"],
  5: ["RANDOM", "the random source failed"],
  6: ["TEXT", "the text is malformed"],
  7: ["MISUSE", "an argument is out of range"],
};
/** Failures that answer the question whether something is genuine: forged, weak, out of range, malformed. */
const VERDICTS = new Set([1, 2, 4, 6]);

/** Why a call failed. */
export function failure(t, code = wasm().quicksalt_status()) {
  const cause = takeRandomFailure();
  const [name, reason] = FAILURES[cause === undefined ? code : 5] ?? ["FAILED", "it failed"];
  return new QuicksaltError(`${t.name}: ${reason}`, name, { cause });
}

/** Whether something is genuine. */
export function verdict(t, status) {
  if (status === 0) return true;
  const code = wasm().quicksalt_status();
  if (VERDICTS.has(code)) return false;
  throw failure(t, code);
}

/** What was asked of something. */
export function answer(t, status) {
  if (status < 0) throw failure(t);
  return status !== 0;
}

/** Checks what a function that returns no status has done. */
export function settled(t) {
  const code = wasm().quicksalt_status();
  if (code !== 0) throw failure(t, code);
}

/** What a call failed with; one that did not return leaves an instance of which nothing is known. */
export function stopped(t, cause, state) {
  if (!hasStopped()) return cause;
  leaveAll(state);
  restart();
  return new QuicksaltError(`${t.name}: the module stopped: ${cause.message}`, "STOPPED", { cause });
}

/** The only result, which may lie in front of the arguments. */
export function taken(at, size, form) {
  // A view of no bytes would not tell that it is of memory that has grown.
  if (size > FRONT || size === 0) return piece(at, size, form);
  return form === undefined ? new Uint8Array(front(size)) : form(front(size));
}

/** A result. */
export function piece(at, size, form) {
  if (form === undefined && size < LONG) return memory().slice(at, at + size);
  const bytes = memory().subarray(at, at + size);
  return form === undefined ? new Uint8Array(bytes) : form(bytes);
}

/** The result, which the caller has a place for. */
export function written(output, at, size) {
  output.set(memory().subarray(at, at + size));
  return output.subarray(0, size);
}

export const byteAt = (at) => memory()[at];

/** The text at a place, which ends with a zero. */
export function textAt(at) {
  const all = memory();
  let out = "";
  for (let i = at; all[i] !== 0; i++) out += String.fromCharCode(all[i]);
  return out;
}

/** Overwrites what a call has put into the module's memory and got out of it, and what it has left there. */
export function wiped(t, begin, end) {
  if (t.depth !== 0) wasm().sodium_stackzero(t.depth);
  // An instance that stopped has been left with all that was in it.
  if (live.place !== 0) wipe(begin, end - begin);
}
