/** Bytes, as results come by default. */
export type Uint8ArrayFormat = "uint8array";
/** Texts of results: their UTF-8, hexadecimal, or URL-safe base64 without padding. */
export type TextFormat = "text" | "hex" | "base64";
export type Format = Uint8ArrayFormat | TextFormat;

declare const family: unique symbol;
/** A message that comes in pieces, somewhere in its middle; of the family of functions that began it. */
export class State {
  private constructor();
  private readonly [family]: string;
}

/** Gives up a message that will have no result: its state is overwritten. */
export function free(state: State): void;

/** A failure of the cryptography itself, or of what it stands on. */
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
  /** Fills bytes with randomness; `crypto.getRandomValues` unless given. */
  random?: (into: Uint8Array) => void;
  /** Which functions there are: all, those of libsodium.js's standard build, or secret boxes alone. */
  profile?: "full" | "standard" | "secretbox";
}

export type ModuleSource = BufferSource | WebAssembly.Module;

/** Which of the two modules this engine takes: "wide" where it has wide arithmetic, or "base". */
export function variant(): "wide" | "base";
/** Starts quicksalt; further calls return the same promise. After a failure it can be called again. */
export function init(
  options?: Options & { module?: ModuleSource | URL | string | Response | Promise<ModuleSource | Response> },
): Promise<void>;
/** Starts quicksalt at once, of a module's bytes; in Node, without any, of the file in this package. */
export function initSync(module?: ModuleSource, options?: Options): void;
/** Starts quicksalt when somebody waits for it, as programs for libsodium.js do. */
export const ready: Promise<void>;

export const base64_variants: Readonly<{
  ORIGINAL: 1;
  ORIGINAL_NO_PADDING: 3;
  URLSAFE: 5;
  URLSAFE_NO_PADDING: 7;
}>;
export type base64_variants = 1 | 3 | 5 | 7;
/** Bytes, or the UTF-8 of a text, in hexadecimal. */
export function to_hex(input: Uint8Array | string): string;
/** The bytes of a text in hexadecimal. */
export function from_hex(input: string): Uint8Array;
/** Bytes in base64: URL-safe without padding unless another variant is named. */
export function to_base64(input: Uint8Array | string, variant?: base64_variants): string;
/** The bytes of a text in base64. */
export function from_base64(input: string, variant?: base64_variants): Uint8Array;
/** The UTF-8 of a text. */
export function from_string(input: string): Uint8Array;
/** The text that bytes are the UTF-8 of. */
export function to_string(input: Uint8Array): string;
/** The forms that results come in. */
export function output_formats(): Format[];
/** Whether bytes are equal, in a time that does not depend on where they differ. */
export function memcmp(b1: Uint8Array, b2: Uint8Array): boolean;
/** Compares numbers, least significant byte first. */
export function compare(b1: Uint8Array, b2: Uint8Array): -1 | 0 | 1;
/** Adds a number to another in its place, least significant byte first. */
export function add(a: Uint8Array, b: Uint8Array): void;
/** Adds one to a number in its place, least significant byte first. */
export function increment(bytes: Uint8Array): void;
/** Whether all bytes are zero. */
export function is_zero(bytes: Uint8Array): boolean;
/** Overwrites bytes with zeros. */
export function memzero(bytes: Uint8Array): void;
/** A copy of bytes, filled up to a multiple of a block by ISO/IEC 7816-4. */
export function pad(buf: Uint8Array, blocksize: number): Uint8Array;
/** A copy of bytes without their padding. */
export function unpad(buf: Uint8Array, blocksize: number): Uint8Array;
