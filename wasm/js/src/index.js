// quicksalt: libsodium's functions by their names, each an export of its own, so that a bundler keeps what is
// used; and classes over them.
export { QuicksaltError } from "./check.js";
export * from "./constants.js";
export * from "./encoding.js";
export { output_formats } from "./formats.js";
export * from "./functions.js";
export { init, initSync, ready, variant } from "./instance.js";
export * from "./into.js";
export * from "./objects.js";
export { State, free } from "./states.js";
