// All cases except starting, for any engine in which quicksalt has started.
import { agreement } from "./agreement.js";
import { bad } from "./bad.js";
import { forms } from "./forms.js";
import { vectors } from "./vectors.js";

/** Returns the cases. `load` reads a vector file by name; without `peer` (libsodium.js), comparisons are left out. */
export const all = (q, load, peer, signatures) => [
  ...vectors(q, load),
  ...forms(q),
  ...bad(q),
  ...(peer ? agreement(q, peer, signatures) : []),
];
