// Texts of bytes, and what is done to bytes without a module. Digits are computed and not looked up, so
// that no address depends on a secret; a compiler at run time promises nothing all the same.
import { bytes, input, length, number, text, wrongType } from "./check.js";

const CHUNK = 8192;
/** How many characters are faster put together one by one. */
const FEW = 64;

function latin(codes) {
  let out = "";
  if (codes.length <= FEW) for (let i = 0; i < codes.length; i++) out += String.fromCharCode(codes[i]);
  else
    for (let i = 0; i < codes.length; i += CHUNK) out += String.fromCharCode.apply(null, codes.subarray(i, i + CHUNK));
  return out;
}

const digit = (n) => n + 48 + (((9 - n) >> 8) & 39);

/** Bytes, or the UTF-8 of a text, in hexadecimal. */
export function to_hex(value) {
  const from = input(value, "input");
  const size = from.length;
  if (size <= FEW) {
    let out = "";
    for (let i = 0; i < size; i++) out += String.fromCharCode(digit(from[i] >> 4), digit(from[i] & 15));
    return out;
  }
  const codes = new Uint8Array(2 * size);
  for (let i = 0; i < size; i++) {
    codes[2 * i] = digit(from[i] >> 4);
    codes[2 * i + 1] = digit(from[i] & 15);
  }
  return latin(codes);
}

/** The value of a digit, or a negative number if the character is none. */
function nibble(c) {
  const decimal = c ^ 48;
  const letter = (c & ~32) - 55;
  const isDecimal = (decimal - 10) >> 8;
  const isLetter = ((letter - 10) ^ (letter - 16)) >> 8;
  return (isDecimal & decimal) | (isLetter & letter) | ~(isDecimal | isLetter);
}

/** The bytes of a text in hexadecimal. */
export function from_hex(value) {
  const codes = input(value, "input");
  const size = codes.length >> 1;
  if (codes.length !== 2 * size) throw new TypeError("input must have an even number of hexadecimal digits");
  const out = new Uint8Array(size);
  let bad = 0;
  for (let i = 0; i < size; i++) {
    const high = nibble(codes[2 * i]);
    const low = nibble(codes[2 * i + 1]);
    bad |= high | low;
    out[i] = (high << 4) | low;
  }
  if (bad < 0) throw new TypeError("input must consist of hexadecimal digits");
  return out;
}

/** libsodium's variants of base64. */
export const base64_variants = Object.freeze({
  ORIGINAL: 1,
  ORIGINAL_NO_PADDING: 3,
  URLSAFE: 5,
  URLSAFE_NO_PADDING: 7,
});

function variantOf(value) {
  const variant = value ?? base64_variants.URLSAFE_NO_PADDING;
  if (![1, 3, 5, 7].includes(variant)) throw new TypeError("variant must be one of base64_variants");
  return variant;
}

/** The character of six bits; the last two of the alphabet are named by their distance from where they would be. */
const letterOf = (n, d62, d63) =>
  n + 65 + (((25 - n) >> 8) & 6) - (((51 - n) >> 8) & 75) + (((61 - n) >> 8) & d62) + (((62 - n) >> 8) & d63);

/** Writes the four characters of three bytes. */
function fourOf(from, i, codes, j, d62, d63) {
  const group = (from[i] << 16) | (from[i + 1] << 8) | from[i + 2];
  codes[j] = letterOf(group >> 18, d62, d63);
  codes[j + 1] = letterOf((group >> 12) & 63, d62, d63);
  codes[j + 2] = letterOf((group >> 6) & 63, d62, d63);
  codes[j + 3] = letterOf(group & 63, d62, d63);
}

/** Bytes, or the UTF-8 of a text, in base64: URL-safe without padding unless another variant is named. */
export function to_base64(value, variant) {
  const kind = variantOf(variant);
  const from = input(value, "input");
  const size = from.length;
  const codes = new Uint8Array(kind & 2 ? Math.ceil((size * 4) / 3) : Math.ceil(size / 3) * 4);
  const d62 = kind & 4 ? -13 : -15;
  const d63 = kind & 4 ? 49 : 3;
  let i = 0;
  let j = 0;
  for (; i + 2 < size; i += 3, j += 4) fourOf(from, i, codes, j, d62, d63);
  if (i < size) {
    const two = i + 1 < size;
    const group = (from[i] << 16) | (two ? from[i + 1] << 8 : 0);
    codes.fill(61, j);
    codes[j] = letterOf(group >> 18, d62, d63);
    codes[j + 1] = letterOf((group >> 12) & 63, d62, d63);
    if (two) codes[j + 2] = letterOf((group >> 6) & 63, d62, d63);
  }
  return latin(codes);
}

/** The value of a character from one to another, plus one; 0 if it lies outside. */
const within = (c, first, last, value) => (((first - 1 - c) & (c - last - 1)) >> 8) & (c - first + value + 1);

/** The six bits of a character, or -1. */
const bitsOf = (c, c62, c63) =>
  within(c, 65, 90, 0) +
  within(c, 97, 122, 26) +
  within(c, 48, 57, 52) +
  within(c, c62, c62, 62) +
  within(c, c63, c63, 63) -
  1;

/** Writes the three bytes of four characters; negative if one of them is none of the alphabet. */
function threeOf(codes, i, out, j, c62, c63) {
  const a = bitsOf(codes[i], c62, c63);
  const b = bitsOf(codes[i + 1], c62, c63);
  const c = bitsOf(codes[i + 2], c62, c63);
  const d = bitsOf(codes[i + 3], c62, c63);
  out[j] = (a << 2) | (b >> 4);
  out[j + 1] = (b << 4) | (c >> 2);
  out[j + 2] = (c << 6) | d;
  return a | b | c | d;
}

/** The bytes of a text in base64, of which no other text has the same. */
export function from_base64(value, variant) {
  const kind = variantOf(variant);
  const codes = input(value, "input");
  let size = codes.length;
  if (!(kind & 2)) {
    if (size % 4) throw new TypeError("input must be padded base64: its length is no multiple of 4");
    while (size > codes.length - 2 && codes[size - 1] === 61) size--;
  }
  const out = new Uint8Array((size * 3) >> 2);
  const c62 = kind & 4 ? 45 : 43;
  const c63 = kind & 4 ? 95 : 47;
  let bad = size % 4 === 1 ? -1 : 0;
  let i = 0;
  let j = 0;
  for (; i + 3 < size; i += 4, j += 3) bad |= threeOf(codes, i, out, j, c62, c63);
  let group = 0;
  let bits = 0;
  for (; i < size; i++) {
    const n = bitsOf(codes[i], c62, c63);
    bad |= n;
    group = (group << 6) | (n & 63);
    bits += 6;
    if (bits >= 8) out[j++] = group >> (bits -= 8);
  }
  if (bad < 0 || group & ((1 << bits) - 1)) throw new TypeError("input must be base64 of the named variant");
  return out;
}

/** The UTF-8 of a text. */
export const from_string = (value) => input(text(value, "input"), "input");

/** The text that bytes are the UTF-8 of. */
export function to_string(value) {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes(value, "input"));
}

const FORMATS = { uint8array: (value) => value, text: to_string, hex: to_hex, base64: (value) => to_base64(value) };

/** The forms that results come in. */
export const output_formats = () => Object.keys(FORMATS);

/** What makes the form of a result; nothing for bytes. */
export function formatOf(format) {
  if (format == null || format === "uint8array") return undefined;
  if (typeof format !== "string") throw wrongType("outputFormat", "a string", format);
  if (!Object.hasOwn(FORMATS, format))
    throw new TypeError(`outputFormat must be one of ${output_formats().join(", ")}, not ${format}`);
  return FORMATS[format];
}

function pair(a, b) {
  const size = bytes(a, "b1").length;
  if (bytes(b, "b2").length !== size) length(b.length, "b2", size);
}

/** Whether bytes are equal, in a time that does not depend on where they differ. */
export function memcmp(b1, b2) {
  pair(b1, b2);
  const size = b1.length;
  let difference = 0;
  for (let i = 0; i < size; i++) difference |= b1[i] ^ b2[i];
  return difference === 0;
}

/** Compares numbers, least significant byte first: -1, 0 or 1. */
export function compare(b1, b2) {
  pair(b1, b2);
  let greater = 0;
  let equal = 1;
  for (let i = b1.length; i--;) {
    greater |= ((b2[i] - b1[i]) >> 8) & equal;
    equal &= ((b1[i] ^ b2[i]) - 1) >> 8;
  }
  return 2 * greater + equal - 1;
}

/** Adds a number to another in its place, least significant byte first. */
export function add(a, b) {
  pair(a, b);
  for (let i = 0, carry = 0; i < a.length; i++) {
    carry += a[i] + b[i];
    a[i] = carry;
    carry >>= 8;
  }
}

/** Adds one to a number in its place, least significant byte first. */
export function increment(value) {
  bytes(value, "bytes");
  for (let i = 0, carry = 1; i < value.length; i++) {
    carry += value[i];
    value[i] = carry;
    carry >>= 8;
  }
}

/** Whether all bytes are zero. */
export function is_zero(value) {
  let found = 0;
  for (const byte of bytes(value, "bytes")) found |= byte;
  return found === 0;
}

/** Overwrites bytes with zeros. */
export function memzero(value) {
  bytes(value, "bytes").fill(0);
}

const block = (value) => number(value, "blocksize", 1, 0x7fffffff);

/** A copy of bytes, filled up to a multiple of a block by ISO/IEC 7816-4. */
export function pad(buffer, blocksize) {
  const size = bytes(buffer, "buf").length;
  const out = new Uint8Array(size - (size % block(blocksize)) + blocksize);
  out.set(buffer);
  out[size] = 0x80;
  return out;
}

/** A copy of bytes without their padding, whose length no time tells. */
export function unpad(buffer, blocksize) {
  const size = bytes(buffer, "buf").length;
  const isWhole = block(blocksize) <= size && size % blocksize === 0;
  let end = 0;
  let seen = 0;
  let marked = 0;
  for (let i = size - 1; isWhole && i >= size - blocksize; i--) {
    const isMark = (((buffer[i] ^ 0x80) - 1) >> 8) & ~seen;
    end |= i & isMark;
    marked |= isMark;
    seen |= -buffer[i] >> 8;
  }
  if (!marked) throw new TypeError("buf must be padded to a multiple of blocksize");
  return buffer.slice(0, end);
}
