// All cases but those of the start, in any engine that has started.
import { agreement } from "./agreement.js";
import { bad } from "./bad.js";
import { forms } from "./forms.js";
import { vectors } from "./vectors.js";

/** The cases. `load` gives a file of vectors by its name; without `peer`, libsodium.js, nothing is compared with it. */
export const all = (q, load, peer, signatures) => [
  ...vectors(q, load),
  ...forms(q),
  ...bad(q),
  ...(peer ? agreement(q, peer, signatures) : []),
];
