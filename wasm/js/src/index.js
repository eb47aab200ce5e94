// quicksalt: libsodium's functions under their original names, each a separate export, so that a bundler includes
// only the functions in use; and classes that wrap them.
export { QuicksaltError } from "./check.js";
export * from "./constants.js";
export * from "./encoding.js";
export { output_formats } from "./formats.js";
export * from "./functions.js";
export { init, initSync, ready, variant } from "./instance.js";
export * from "./into.js";
export * from "./objects.js";
export { State, free } from "./states.js";
