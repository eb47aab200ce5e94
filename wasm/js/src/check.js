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

/** Checks bytes. A view whose buffer was taken away has no length, and is none of no bytes. */
export function bytes(value, name) {
  if (!(value instanceof Uint8Array) && !(ArrayBuffer.isView(value) && value[Symbol.toStringTag] === "Uint8Array"))
    throw wrongType(name, "a Uint8Array", value);
  if (value.length === 0) {
    try {
      value.at(0);
    } catch (cause) {
      throw new TypeError(`${name} is a view of memory that is detached, or out of its bounds`, { cause });
    }
  }
  if (isShared(value.buffer))
    throw new TypeError(`${name} is a view of shared memory, which others may change: pass a copy`);
  return value;
}

const isShared =
  typeof SharedArrayBuffer === "undefined" ? () => false : (buffer) => buffer instanceof SharedArrayBuffer;

const encoder = new TextEncoder();

/** Checks bytes; a text stands for its UTF-8, as in libsodium.js. */
export function input(value, name) {
  if (typeof value === "string") return encoder.encode(value);
  if (value instanceof Uint8Array || ArrayBuffer.isView(value)) return bytes(value, name);
  throw wrongType(name, "a Uint8Array or a string", value);
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
