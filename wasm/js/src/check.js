// Checks arguments before anything reaches a module: errors name the argument.

/** A failure of a cryptographic operation, the module, or the random source; `code` gives the reason. */
export class QuicksaltError extends Error {
  constructor(message, code, options) {
    super(message, options);
    this.name = "QuicksaltError";
    this.code = code;
  }
}

const what = (value) =>
  value === null ? "null" : typeof value === "object" ? (value.constructor?.name ?? "an object") : typeof value;

export function wrongType(name, expected, value) {
  return new TypeError(`${name} must be ${expected}, not ${what(value)}`);
}

const prototype = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const [size, kind, memoryOf, offset] = ["length", Symbol.toStringTag, "buffer", "byteOffset"].map(getter);

/** Returns the number of bytes, ignoring overrides in a subclass of Uint8Array. */
export const sizeOf = (value) => size.call(value);

export const isBytes = (value) => kind.call(value) === "Uint8Array";

/** Returns a view of a part of an array, ignoring a subclass's `subarray`. */
export const part = (value, from, to = sizeOf(value)) =>
  new Uint8Array(memoryOf.call(value), offset.call(value) + from, to - from);

/** Returns a copy in separate memory: `slice` of Node's Buffer, for one, returns a view. */
export const copy = (value, from = 0, to = sizeOf(value)) => new Uint8Array(part(value, from, to));

/** Overwrites all bytes with a given byte. */
export const fill = (value, byte) => prototype.fill.call(value, byte);

/** Returns whether other threads may change the bytes. */
export const isShared =
  typeof SharedArrayBuffer === "undefined" ? () => false : (value) => memoryOf.call(value) instanceof SharedArrayBuffer;

/** Returns whether the buffer of a view is detached; such a view has length 0, but is not an empty array. */
export function isGone(value) {
  if (sizeOf(value) !== 0) return false;
  try {
    prototype.at.call(value, 0);
    return false;
  } catch {
    return true;
  }
}

/** Checks that the memory is not detached; returns the number of bytes. */
export function attached(value, name) {
  if (isGone(value)) throw new TypeError(`${name} is a view of detached memory, or out of bounds`);
  return sizeOf(value);
}

/** Checks that the memory is neither detached nor shared; returns the number of bytes. */
export function sound(value, name) {
  if (isShared(value)) throw new TypeError(`${name} is shared memory, which other threads may change: pass a copy`);
  return attached(value, name);
}

/** Checks bytes that are read only once, so shared memory is safe; returns the number of bytes. */
export function seen(value, name) {
  if (!isBytes(value)) throw wrongType(name, "a Uint8Array", value);
  return value.length || attached(value, name);
}

/** Checks a Uint8Array. */
export function bytes(value, name) {
  if (!isBytes(value)) throw wrongType(name, "a Uint8Array", value);
  sound(value, name);
  return value;
}

/** Returns a built-in module of Node; bundlers do not see an import here. In CommonJS, use `require`. */
export const builtin = (name) => globalThis.process?.getBuiltinModule?.(name);

// Jest's environment jsdom lacks these classes.
export const { TextEncoder, TextDecoder } = globalThis.TextEncoder ? globalThis : builtin("node:util");
const encoder = new TextEncoder();
/** Up to this length, encoding character by character is faster. */
const FEW = 64;

/** Returns the UTF-8 of a string; for ASCII, the character codes. No branch depends on a single character. */
function encoded(value) {
  if (value.length > FEW) return encoder.encode(value);
  const out = new Uint8Array(value.length);
  let all = 0;
  for (let i = 0; i < out.length; i++) {
    const code = value.charCodeAt(i);
    all |= code;
    out[i] = code;
  }
  return all < 128 ? out : encoder.encode(value);
}

/** Checks bytes; a string is encoded as UTF-8, as in libsodium.js. */
export function input(value, name) {
  if (typeof value === "string") return encoded(value);
  if (!isBytes(value)) throw wrongType(name, "a Uint8Array or a string", value);
  sound(value, name);
  return value;
}

/** Checks a string. */
export function text(value, name) {
  if (typeof value !== "string") throw wrongType(name, "a string", value);
  return value;
}

/** Checks an integer between two limits. */
export function number(value, name, least = 0, most = 0xffffffff) {
  if (typeof value !== "number" && typeof value !== "bigint") throw wrongType(name, "a number", value);
  if ((typeof value === "number" && !Number.isSafeInteger(value)) || value < least || value > most)
    throw new RangeError(`${name} must be an integer from ${least} to ${most}, not ${value}`);
  return value;
}

/** Checks a length. */
export function length(actual, name, least, most = least) {
  if (actual < least || actual > most) {
    const expected = least === most ? least : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    throw new TypeError(`${name} must be ${expected} bytes, not ${actual}`);
  }
}
