import * as constants from "./constants.js";
import * as functions from "./functions.js";
import {
  type State,
  type TextFormat,
  type Uint8ArrayFormat,
  add,
  base64_variants,
  compare,
  free,
  from_base64,
  from_hex,
  from_string,
  increment,
  is_zero,
  memcmp,
  memzero,
  output_formats,
  pad,
  ready,
  to_base64,
  to_hex,
  to_string,
  unpad,
} from "./types.js";

declare const sodium: typeof constants &
  typeof functions & {
    add: typeof add;
    base64_variants: typeof base64_variants;
    compare: typeof compare;
    free: typeof free;
    from_base64: typeof from_base64;
    from_hex: typeof from_hex;
    from_string: typeof from_string;
    increment: typeof increment;
    is_zero: typeof is_zero;
    memcmp: typeof memcmp;
    memzero: typeof memzero;
    output_formats: typeof output_formats;
    pad: typeof pad;
    ready: typeof ready;
    to_base64: typeof to_base64;
    to_hex: typeof to_hex;
    to_string: typeof to_string;
    unpad: typeof unpad;
    /** The names of all functions and constants. */
    symbols(): string[];
  };
/** Types by the names that libsodium-wrappers gives them. */
declare namespace sodium {
  type StateAddress = State;
  type StringOutputFormat = TextFormat;
  type Uint8ArrayOutputFormat = Uint8ArrayFormat;
}
/** The names of all functions and constants. */
declare function symbols(): string[];
export type { State as StateAddress, TextFormat as StringOutputFormat, Uint8ArrayFormat as Uint8ArrayOutputFormat };
export {
  add,
  base64_variants,
  compare,
  from_base64,
  from_hex,
  from_string,
  increment,
  is_zero,
  memcmp,
  memzero,
  output_formats,
  pad,
  ready,
  sodium as libsodium,
  symbols,
  to_base64,
  to_hex,
  to_string,
  unpad,
};
export default sodium;
