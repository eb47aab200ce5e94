// What is passed is checked here, before anything reaches a module: errors name the argument.

/** A failure of the cryptography itself, or of what it stands on; `code` says which. */
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

/** How many bytes there are, whatever a class made of Uint8Array says. */
export const sizeOf = (value) => size.call(value);

export const isBytes = (value) => kind.call(value) === "Uint8Array";

/** A view of a part of bytes, whatever a class made of Uint8Array has for `subarray`. */
export const part = (value, from, to = sizeOf(value)) =>
  new Uint8Array(memoryOf.call(value), offset.call(value) + from, to - from);

/** A copy of bytes in memory of its own: `slice` of Node's Buffer, for one, makes a view. */
export const copy = (value, from = 0, to = sizeOf(value)) => new Uint8Array(part(value, from, to));

/** Overwrites bytes. */
export const fill = (value, byte) => prototype.fill.call(value, byte);

/** Whether others may change bytes. */
export const isShared =
  typeof SharedArrayBuffer === "undefined" ? () => false : (value) => memoryOf.call(value) instanceof SharedArrayBuffer;

/** Whether bytes were taken away: such a view has no length either, but is none of no bytes. */
export function isGone(value) {
  if (sizeOf(value) !== 0) return false;
  try {
    prototype.at.call(value, 0);
    return false;
  } catch {
    return true;
  }
}

/** Checks that bytes are still there; returns how many. */
export function attached(value, name) {
  if (isGone(value)) throw new TypeError(`${name} is a view of memory that is detached, or out of its bounds`);
  return sizeOf(value);
}

/** Checks that bytes are still there and that nobody else can change them; returns how many. */
export function sound(value, name) {
  if (isShared(value)) throw new TypeError(`${name} is a view of shared memory, which others may change: pass a copy`);
  return attached(value, name);
}

/** Checks bytes that are read once, so that it does not matter who can change them; returns how many. */
export function seen(value, name) {
  if (!isBytes(value)) throw wrongType(name, "a Uint8Array", value);
  return value.length || attached(value, name);
}

/** Checks bytes. */
export function bytes(value, name) {
  if (!isBytes(value)) throw wrongType(name, "a Uint8Array", value);
  sound(value, name);
  return value;
}

/** A module of Node's own; no bundler finds an import here. In CommonJS, `require`. */
export const builtin = (name) => globalThis.process?.getBuiltinModule?.(name);

// Jest's environment of jsdom lacks them.
export const { TextEncoder, TextDecoder } = globalThis.TextEncoder ? globalThis : builtin("node:util");
const encoder = new TextEncoder();
/** How many characters are encoded faster one by one. */
const FEW = 64;

/** The UTF-8 of a text, which of ASCII is its codes. No branch depends on a single character. */
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

/** Checks bytes; a text stands for its UTF-8, as in libsodium.js. */
export function input(value, name) {
  if (typeof value === "string") return encoded(value);
  if (!isBytes(value)) throw wrongType(name, "a Uint8Array or a string", value);
  sound(value, name);
  return value;
}

/** Checks a text. */
export function text(value, name) {
  if (typeof value !== "string") throw wrongType(name, "a string", value);
  return value;
}

/** Checks a whole number between two. */
export function number(value, name, least = 0, most = 0xffffffff) {
  if (typeof value !== "number" && typeof value !== "bigint") throw wrongType(name, "a number", value);
  if ((typeof value === "number" && !Number.isSafeInteger(value)) || value < least || value > most)
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
  return value;
}

/** Checks a length. */
export function length(actual, name, least, most = least) {
  if (actual < least || actual > most) {
    const expected = least === most ? least : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    throw new TypeError(`${name} must be ${expected} bytes, not ${actual}`);
  }
}
