// What stands in for libsodium.js: one object with all functions and constants by libsodium's names, and the
// promise `ready`. It has everything at once, so that its names come out of a table that has each of them once.
import { f } from "./call.js";
import * as encoding from "./encoding.js";
import { ready } from "./instance.js";
import { free } from "./states.js";
import { NAMES, SIGNATURES } from "./table.js";

/** A text that `package.py` has packed: single characters stand for phrases, in which others may stand too. */
function unpacked(packed) {
  const [, characters, ...phrases] = packed.split(packed[0]);
  let text = phrases.pop();
  for (let i = phrases.length; i--;) text = text.split(characters[i]).join(phrases[i]);
  return text.split(";");
}

const constant = (name) => name.replace(/\^.*/, (end) => end.slice(1).toUpperCase());

/** Names have a line for each signature, and behind these one for each value that constants have. */
function made() {
  const { formatOf, ...sodium } = encoding;
  const signatures = unpacked(SIGNATURES);
  unpacked(NAMES).forEach((line, i) => {
    const [names, value] = line.split(" ");
    for (const name of names.split(","))
      if (i < signatures.length) sodium[name] = f(name, signatures[i]);
      else sodium[constant(name)] = /^\d+$/.test(value) ? Number(value) : value;
  });
  return Object.assign(sodium, { free, ready, symbols: () => Object.keys(sodium).sort() });
}

export { ready };
export default /*#__PURE__*/ made();
