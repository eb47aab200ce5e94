/** The default format of results: bytes. */
export type Uint8ArrayFormat = "uint8array";
/** Text formats of results: UTF-8 text, hexadecimal, or URL-safe base64 without padding. */
export type TextFormat = "text" | "hex" | "base64";
export type Format = Uint8ArrayFormat | TextFormat;

declare const family: unique symbol;
/** The state of an incremental operation. It only works with the function family that created it. */
export class State {
  private constructor();
  private readonly [family]: string;
}

/** Discards a state without computing a result; overwrites it with zeros. */
export function free(state: State): void;

/** A failure of a cryptographic operation, the module, or the random source; `code` gives the reason. */
export class QuicksaltError extends Error {
  readonly code:
    | "FORGED"
    | "POINT"
    | "MEMORY"
    | "RANGE"
    | "RANDOM"
    | "TEXT"
    | "MISUSE"
    | "FAILED"
    | "INIT"
    | "STARTED"
    | "MODULE"
    | "PROFILE"
    | "BUSY"
    | "STOPPED"
    | "WIPED";
}

export interface Options {
  /** Fills the array with random bytes; the default is `crypto.getRandomValues`. */
  random?: (into: Uint8Array) => void;
  /** The available functions: all, the ones of libsodium.js's standard build, or only secret boxes. */
  profile?: "full" | "standard" | "secretbox";
}

export type ModuleSource = BufferSource | WebAssembly.Module;

/** The module that this engine uses: "wide" if it supports wide arithmetic, otherwise "base". */
export function variant(): "wide" | "base";
/** Starts quicksalt. Later calls return the same promise. After a failure it can be called again. */
export function init(
  options?: Options & { module?: ModuleSource | URL | string | Response | Promise<ModuleSource | Response> },
): Promise<void>;
/** Starts quicksalt synchronously from a module's bytes; in Node the default is the file in this package. */
export function initSync(module?: ModuleSource, options?: Options): void;
/** Resolves when quicksalt has started; awaiting it starts quicksalt, as in programs for libsodium.js. */
export const ready: Promise<void>;

export const base64_variants: Readonly<{
  ORIGINAL: 1;
  ORIGINAL_NO_PADDING: 3;
  URLSAFE: 5;
  URLSAFE_NO_PADDING: 7;
}>;
export type base64_variants = 1 | 3 | 5 | 7;
/** Encodes bytes, or the UTF-8 bytes of a string, as hexadecimal. */
export function to_hex(input: Uint8Array | string): string;
/** Decodes hexadecimal. */
export function from_hex(input: string): Uint8Array;
/** Encodes bytes, or the UTF-8 bytes of a string, as base64; the default variant is URL-safe without padding. */
export function to_base64(input: Uint8Array | string, variant?: base64_variants): string;
/** Decodes base64; the default variant is URL-safe without padding. */
export function from_base64(input: string, variant?: base64_variants): Uint8Array;
/** Encodes a string as UTF-8. */
export function from_string(input: string): Uint8Array;
/** Decodes UTF-8 to a string. */
export function to_string(input: Uint8Array): string;
/** Returns the supported output formats. */
export function output_formats(): Format[];
/** Returns whether two equally long arrays are equal, in a time independent of where they differ. */
export function memcmp(b1: Uint8Array, b2: Uint8Array): boolean;
/** Compares two equally long little-endian numbers. */
export function compare(b1: Uint8Array, b2: Uint8Array): -1 | 0 | 1;
/** Adds the little-endian number `b` to `a` in place. */
export function add(a: Uint8Array, b: Uint8Array): void;
/** Increments a little-endian number in place. */
export function increment(bytes: Uint8Array): void;
/** Returns whether all bytes are zero. */
export function is_zero(bytes: Uint8Array): boolean;
/** Overwrites the bytes with zeros. */
export function memzero(bytes: Uint8Array): void;
/** Returns a copy padded to a multiple of `blocksize` by ISO/IEC 7816-4. */
export function pad(buf: Uint8Array, blocksize: number): Uint8Array;
/** Returns a copy without the padding. */
export function unpad(buf: Uint8Array, blocksize: number): Uint8Array;
