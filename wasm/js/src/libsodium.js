// What stands in for libsodium.js: one object with all functions and constants by libsodium's names, and the
// promise `ready`. It has everything at once, so that its names come out of a table that has each of them once.
import { f } from "./call.js";
import * as encoding from "./encoding.js";
import { ready } from "./instance.js";
import { CONSTANTS, FUNCTIONS, SIGNATURES } from "./table.js";

/** What a table says of each name. */
function each(table, tell) {
  for (const line of table.split("\n")) {
    const [start, ...entries] = line.split(";");
    for (const entry of entries) {
      const comma = entry.indexOf(",");
      tell(start + entry.slice(0, comma), entry.slice(comma + 1));
    }
  }
}

function made() {
  const { formatOf, ...sodium } = encoding;
  const signatures = SIGNATURES.split("\n");
  each(FUNCTIONS, (name, at) => (sodium[name] = f(name, signatures[at])));
  each(CONSTANTS, (name, value) => (sodium[name] = /^\d+$/.test(value) ? Number(value) : value));
  return Object.assign(sodium, { ready, symbols: () => Object.keys(sodium).sort() });
}

export { ready };
export default /*#__PURE__*/ made();
