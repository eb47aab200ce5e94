import * as constants from "./constants.js";
import * as functions from "./functions.js";
import * as types from "./types.js";

declare const sodium: typeof constants &
  typeof functions &
  Omit<typeof types, "QuicksaltError" | "State" | "init" | "initSync" | "variant"> & {
    /** The names of all functions and constants. */
    symbols(): string[];
  };
/** Types by the names that libsodium-wrappers gives them. */
declare namespace sodium {
  type StateAddress = types.State;
  type StringOutputFormat = types.TextFormat;
  type Uint8ArrayOutputFormat = types.Uint8ArrayFormat;
}
/** The names of all functions and constants. */
declare function symbols(): string[];
export {
  type State as StateAddress,
  type TextFormat as StringOutputFormat,
  type Uint8ArrayFormat as Uint8ArrayOutputFormat,
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
  to_base64,
  to_hex,
  to_string,
  unpad,
} from "./types.js";
export { sodium as libsodium, symbols };
export default sodium;
