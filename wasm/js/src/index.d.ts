export * from "./constants.js";
export * from "./functions.js";
export * from "./into.js";
export * from "./objects.js";
export * from "./types.js";
