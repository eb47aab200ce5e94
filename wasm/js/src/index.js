// quicksalt: libsodium's functions by their names, each an export of its own, so that a bundler keeps what is
// used; and classes over them.
export { QuicksaltError } from "./check.js";
export * from "./constants.js";
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
  to_base64,
  to_hex,
  to_string,
  unpad,
} from "./encoding.js";
export * from "./functions.js";
export { init, initSync, ready, variant } from "./instance.js";
export * from "./into.js";
export * from "./objects.js";
export { State, free } from "./states.js";
