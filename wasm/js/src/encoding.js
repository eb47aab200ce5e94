// Encodings of bytes, and operations on bytes without a module. Digits are computed, not looked up, so that no
// address depends on a secret; but a just-in-time compiler gives no guarantee.
import { TextDecoder, bytes, copy, fill, input, length, number, seen, sizeOf, text } from "./check.js";

/** Up to this size, processing bytes or characters one by one is faster. */
const FEW = 64;
/** From this size on, comparing 32-bit words is faster. */
const MANY = 256;
/** Processes four bytes packed into one number: a one in each byte. */
const ONES = 0x01010101;

const decoder = new TextDecoder();

/** Returns characters with the bytes of numbers as codes. */
const four = (v) => String.fromCharCode(v >>> 24, (v >>> 16) & 255, (v >>> 8) & 255, v & 255);
const eight = (v, w) =>
  String.fromCharCode(
    v >>> 24,
    (v >>> 16) & 255,
    (v >>> 8) & 255,
    v & 255,
    w >>> 24,
    (w >>> 16) & 255,
    (w >>> 8) & 255,
    w & 255,
  );

const fourOf = (all, i) => (all[i] << 24) | (all[i + 1] << 16) | (all[i + 2] << 8) | all[i + 3];

function putFour(all, i, value) {
  all[i] = value >>> 24;
  all[i + 1] = value >>> 16;
  all[i + 2] = value >>> 8;
  all[i + 3] = value;
}

/** Returns a one in each byte that is at least `least`; all bytes are below 128. */
const reaches = (all, least) => ((all + (128 - least) * ONES) >>> 7) & ONES;

/** Returns a one in each byte between `least` and `most`. */
const within = (all, least, most) => reaches(all, least) ^ reaches(all, most + 1);

/** Returns a one in each byte that equals `value`. */
const equals = (all, value) => reaches(all ^ (value * ONES), 1) ^ ONES;

/** Returns the four hexadecimal digits of two bytes. */
function digitsOf(high, low) {
  const n = ((high & 0xf0) << 20) | ((high & 15) << 16) | ((low & 0xf0) << 4) | (low & 15);
  return (n + 48 * ONES + 39 * reaches(n, 10)) | 0;
}

/** Encodes bytes, or the UTF-8 bytes of a string, as hexadecimal. */
export function to_hex(value) {
  const all = input(value, "input");
  const size = all.length;
  let i = 0;
  if (size <= FEW) {
    let out = "";
    for (; i + 3 < size; i += 4) out += eight(digitsOf(all[i], all[i + 1]), digitsOf(all[i + 2], all[i + 3]));
    for (; i < size; i++) out += four(digitsOf(all[i], 0)).slice(0, 2);
    return out;
  }
  const codes = new Uint8Array(2 * size);
  for (; i + 1 < size; i += 2) putFour(codes, 2 * i, digitsOf(all[i], all[i + 1]));
  if (i < size) putFour(codes, 2 * i - 2, digitsOf(all[i - 1], all[i]));
  return decoder.decode(codes);
}

/** Decodes hexadecimal. */
export function from_hex(value) {
  const codes = input(value, "input");
  const size = codes.length >> 1;
  if (codes.length !== 2 * size) throw new TypeError("input must have an even number of hexadecimal digits");
  const out = new Uint8Array(size);
  let isGood = ONES;
  for (let i = 0; i < size; i += 2) {
    const digits = i + 1 < size ? fourOf(codes, 2 * i) : (codes[2 * i] << 24) | (codes[2 * i + 1] << 16) | 0x3030;
    const all = digits & (127 * ONES);
    const isDecimal = within(all, 48, 57);
    const isLetter = within(all | (32 * ONES), 97, 102);
    isGood &= (isDecimal | isLetter) & ~(digits >>> 7);
    const n = (all | (32 * ONES)) - 48 * ONES - 39 * isLetter;
    out[i] = (n >>> 20) | ((n >>> 16) & 15);
    if (i + 1 < size) out[i + 1] = (n >>> 4) | (n & 15);
  }
  if (isGood !== ONES) throw new TypeError("input must consist of hexadecimal digits");
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

/** Returns the characters of four 6-bit numbers; d62 and d63 correct the last two letters of the alphabet. */
const lettersOf = (n, d62, d63) =>
  (n + 65 * ONES + 6 * reaches(n, 26) - 75 * reaches(n, 52) + d62 * reaches(n, 62) + d63 * reaches(n, 63)) | 0;

/** Encodes bytes, or the UTF-8 bytes of a string, as base64; the default variant is URL-safe without padding. */
export function to_base64(value, variant) {
  const kind = variantOf(variant);
  const all = input(value, "input");
  const size = all.length;
  const codes = size > FEW ? new Uint8Array(Math.ceil(size / 3) * 4) : undefined;
  const [d62, d63] = kind & 4 ? [-13, 49] : [-15, 3];
  let out = "";
  for (let i = 0, j = 0; i < size; i += 3, j += 4) {
    const last = i + 2 < size ? (all[i + 1] << 8) | all[i + 2] : i + 1 < size ? all[i + 1] << 8 : 0;
    const n =
      ((all[i] & 0xfc) << 22) | ((((all[i] & 3) << 4) | (last >> 12)) << 16) | ((last & 0xfc0) << 2) | (last & 63);
    const letters = lettersOf(n, d62, d63);
    if (codes === undefined) out += four(letters);
    else putFour(codes, j, letters);
  }
  if (codes !== undefined) out = decoder.decode(codes);
  const end = Math.ceil((size * 4) / 3);
  if (end === out.length) return out;
  return kind & 2 ? out.slice(0, end) : out.slice(0, end).padEnd(out.length, "=");
}

/** Converts four characters to four 6-bit numbers, if all are in the alphabet. */
function bitsOf(codes, c62, c63) {
  const c = codes & (127 * ONES);
  const [upper, lower, digits] = [within(c, 65, 90), within(c, 97, 122), within(c, 48, 57)];
  const [is62, is63] = [equals(c, c62), equals(c, c63)];
  const n = c - 65 * upper - 71 * lower + 4 * digits + (62 - c62) * is62 + (63 - c63) * is63;
  return ((upper | lower | digits | is62 | is63) & ~(codes >>> 7)) === ONES ? n : -1;
}

/** Decodes canonical base64: each byte sequence has only one accepted encoding. */
export function from_base64(value, variant) {
  const kind = variantOf(variant);
  const codes = input(value, "input");
  let size = codes.length;
  if (!(kind & 2)) {
    if (size % 4) throw new TypeError("input must be padded base64: its length is not a multiple of 4");
    while (size > codes.length - 2 && codes[size - 1] === 61) size--;
  }
  const out = new Uint8Array((size * 3) >> 2);
  const [c62, c63] = kind & 4 ? [45, 95] : [43, 47];
  let bad = size % 4 === 1 ? -1 : 0;
  for (let i = 0, j = 0; i < size; i += 4) {
    // Fill an incomplete last group with letters that encode zero.
    let group = 65 * ONES;
    if (i + 3 < size) group = fourOf(codes, i);
    else for (let k = i; k < size; k++) group += (codes[k] - 65) << (24 - 8 * (k - i));
    const n = bitsOf(group, c62, c63);
    const all = ((n >>> 6) & 0xfc0000) | ((n >>> 4) & 0x3f000) | ((n >>> 2) & 0xfc0) | (n & 63);
    bad |= n;
    if (j + 2 < out.length) {
      out[j++] = all >>> 16;
      out[j++] = all >>> 8;
      out[j++] = all;
      continue;
    }
    for (let shift = 16; shift >= 0; shift -= 8, j++) {
      if (j < out.length) out[j] = all >>> shift;
      // Unused bits of the last character must be zero.
      else if ((all >>> shift) & 255) bad = -1;
    }
  }
  if (bad < 0) throw new TypeError("input must be base64 of the named variant");
  return out;
}

/** Encodes a string as UTF-8. */
export const from_string = (value) => input(text(value, "input"), "input");

/** Decodes UTF-8 to a string. */
export function to_string(value) {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes(value, "input"));
}

function pair(a, b) {
  const size = seen(a, "b1");
  if (seen(b, "b2") !== size) length(b.length, "b2", size);
  return size;
}

/** Returns a view of the bytes as 32-bit words, without the last incomplete word. */
const wordsOf = ({ buffer, byteOffset, length }) => new Int32Array(buffer, byteOffset, length >>> 2);

/** Returns whether bytes are equal, in a time independent of where they differ. */
export function memcmp(b1, b2) {
  const size = pair(b1, b2);
  let difference = 0;
  let i = 0;
  if (size > MANY && ((b1.byteOffset | b2.byteOffset) & 3) === 0) {
    const [words1, words2] = [wordsOf(b1), wordsOf(b2)];
    for (let j = 0; j < words1.length; j++) difference |= words1[j] ^ words2[j];
    i = words1.length * 4;
  }
  // Four at a time, since an engine checks the end of the loop in each step.
  for (; i + 4 <= size; i += 4)
    difference |= (b1[i] ^ b2[i]) | (b1[i + 1] ^ b2[i + 1]) | (b1[i + 2] ^ b2[i + 2]) | (b1[i + 3] ^ b2[i + 3]);
  for (; i < size; i++) difference |= b1[i] ^ b2[i];
  return difference === 0;
}

/** Compares little-endian numbers: returns -1, 0 or 1. */
export function compare(b1, b2) {
  let greater = 0;
  let equal = 1;
  for (let i = pair(b1, b2); i--;) {
    greater |= ((b2[i] - b1[i]) >> 8) & equal;
    equal &= ((b1[i] ^ b2[i]) - 1) >> 8;
  }
  return 2 * greater + equal - 1;
}

/** Adds a little-endian number to another in place. */
export function add(a, b) {
  pair(a, b);
  for (let i = 0, carry = 0; i < a.length; i++) {
    carry += a[i] + b[i];
    a[i] = carry;
    carry >>= 8;
  }
}

/** Increments a little-endian number in place. */
export function increment(value) {
  bytes(value, "bytes");
  for (let i = 0, carry = 1; i < value.length; i++) {
    carry += value[i];
    value[i] = carry;
    carry >>= 8;
  }
}

/** Returns whether all bytes are zero. */
export function is_zero(value) {
  const size = seen(value, "bytes");
  let found = 0;
  for (let i = 0; i < size; i++) found |= value[i];
  return found === 0;
}

/** Overwrites bytes with zeros. */
export function memzero(value) {
  fill(bytes(value, "bytes"), 0);
}

const block = (value) => number(value, "blocksize", 1, 0x7fffffff);

/** Returns a copy padded to a multiple of a block by ISO/IEC 7816-4. */
export function pad(buffer, blocksize) {
  const size = sizeOf(bytes(buffer, "buf"));
  const out = new Uint8Array(size - (size % block(blocksize)) + blocksize);
  out.set(buffer);
  out[size] = 0x80;
  return out;
}

/** Returns a copy without the padding; the time does not reveal the padding length. */
export function unpad(buffer, blocksize) {
  const size = sizeOf(bytes(buffer, "buf"));
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
  return copy(buffer, 0, end);
}
