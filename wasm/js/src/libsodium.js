// Drop-in replacement for libsodium.js: one object with all functions and constants under libsodium's names, and the
// promise `ready`. It always contains all names, so they are stored in a compressed table, each only once.
import * as encoding from "./encoding.js";
import { output_formats } from "./formats.js";
import { ready } from "./instance.js";
import * as shapes from "./shapes.js";
import { free } from "./states.js";
import { FUNCTIONS, NAMES } from "./table.js";

/** Unpacks a text from `package.py`: single characters stand for phrases, which may contain such characters too. */
function unpacked(packed) {
  const [, characters, ...phrases] = packed.split(packed[0]);
  let text = phrases.pop();
  for (let i = phrases.length; i--;) text = text.split(characters[i]).join(phrases[i]);
  return text.split(";");
}

const constant = (name) => name.replace(/\^.*/, (end) => end.slice(1).toUpperCase());

const value = (text) => (/^(\d+|Infinity)$/.test(text) ? Number(text) : text);

/**
 * Builds the object. Each line of FUNCTIONS gives a shape and the values that select its variant. The matching line
 * of NAMES lists the functions' names. The remaining lines of NAMES list constants, one line per value.
 */
function made() {
  const sodium = { ...encoding, output_formats };
  const functions = unpacked(FUNCTIONS).map((line) => line.split(" "));
  unpacked(NAMES).forEach((line, i) => {
    const [names, number] = line.split(" ");
    for (const name of names.split(",")) {
      if (i >= functions.length) sodium[constant(name)] = value(number);
      else {
        const [shape, keys, ...values] = functions[i];
        sodium[name] = shapes[`s${shape}`](name, keys, ...values.map(value));
      }
    }
  });
  Object.assign(sodium, { free, ready, symbols: () => Object.keys(sodium).sort() });
  // In libsodium-wrappers this property is the WebAssembly module.
  return Object.defineProperty(sodium, "libsodium", { value: sodium });
}

export * from "./encoding.js";
export { output_formats, ready };

const sodium = /*#__PURE__*/ made();
export const symbols = () => sodium.symbols();
export { sodium as default, sodium as libsodium };
