// Takes signatures apart, which `signatures.py` makes of the tables of the C interface. A signature is a
// letter of what is returned, if any, and an item for each argument of C:
//
//   f32x  32 bytes to read                      l1-64x  a result of so many bytes as JavaScript says, and
//   m0-9x bytes to read and their length of             its length of 32 bits (L: of 64)
//         64 bits (b: of 32; p: none, see e)    >32x    a result of 32 bytes
//   e     the length of p, of 64 bits           +16x    a result 16 bytes longer than the first bytes read
//   n1-2x a number of 32 bits (w: of 64)        -16x    a result 16 bytes shorter
//   tx    a text with a zero behind it          T128x   a text with a zero behind it, as a result
//   ~     the length of t                       g       a byte as a result
//   s208  a state (d: for the last time)        S208    a new state
//   0     NULL                                  Z       NULL and a length of zero
//   =46   a number                              x       an argument of JavaScript that C has no use for
//
// Letters of f, m, b in capitals: the argument may be null. x is the character of a name in `names.js`, from A on.
import { NAMES } from "./names.js";

/** The longest bytes that any argument may have, since a module has addresses of 32 bits. */
export const LONGEST = 0x7fff0000;

const OPS = "fFmMbBptsdnwxlL";
/** What items are, once it is known; numbers, since each call asks. */
export const [
  ,
  FIXED_OR_NULL,
  WIDE,
  WIDE_OR_NULL,
  NARROW,
  NARROW_OR_NULL,
  BARE,
  TEXT,
  STATE,
  LAST_STATE,
  NUMBER,
  BIG,
  IGNORED,
  LENGTH,
  BIG_LENGTH,
] = OPS.split("").keys();
const RESULTS = "lL>+-TgS";
export const [LENGTH_RESULT, BIG_LENGTH_RESULT, , LONGER, SHORTER, TEXT_RESULT, BYTE, NEW_STATE] =
  RESULTS.split("").keys();

/** Functions on curves and others of many parts, which leave numbers made of keys on the stack. */
const DEEP =
  /_(sign|kem|kx|hkdf|scalarmult|core_ed25519|core_ristretto255|box)(_|$)(?!.*(afternm|scalar_|sk_to_|init$|update$))/;
/** Functions that leave a key there, or a result that may be one; of others it is a tag, or nothing. */
const SHALLOW = /stream_salsa20|sk_to_curve|hsalsa20|_scalar_|_hash(?!.*_(init|update)$)|_auth(?!.*_update$)|generichash_init|_final/;
/** How much of the stack is overwritten after a function. */
const depthOf = (name) => (DEEP.test(name) ? 1 << 14 : SHALLOW.test(name) ? 1 << 10 : 0);

const families = new Map();
/** The family of a function: one text for all in it, which is compared by where it is. */
function familyOf(name) {
  const family = name.replace(/_(extract_)?(init|update|final|push|pull|rekey|squeeze)(_.*)?$/, "");
  if (!families.has(family)) families.set(family, family);
  return families.get(family);
}

const HEAD = /^([?=#$&!v]?)(@?) ?(.*?)(?: ?:([\w-]+))?$/;
const ITEM = /^(.)(\d*)(?:-(\d+))?(.*)$/;
const OTHER_NAMES = { S: "state", s: "state_address", d: "state_address", g: "tag" };

function itemOf(name, part, at) {
  const [, item, least, most, letter] = ITEM.exec(part);
  const key = NAMES[letter.charCodeAt(0) - 65] ?? OTHER_NAMES[item];
  return {
    item,
    op: OPS.indexOf(item),
    result: RESULTS.indexOf(item),
    size: +least,
    most: +(most ?? { f: least, F: least, n: 0xffffffff, w: Infinity }[item] ?? LONGEST),
    key,
    title: `${name}: ${key}`,
    at,
    arg: 0,
    other: -1,
  };
}

/** The plan of a function: what is read, what is written, and the arguments of C. */
export function parse(name, signature) {
  const [, kind, isTurned, items, keyType] = HEAD.exec(signature);
  const [inputs, outputs, params] = [[], [], []];
  for (const part of items ? items.split(" ") : []) {
    const one = itemOf(name, part, params.length);
    const { item } = one;
    if (one.op >= 0) one.arg = inputs.push(one) - 1;
    if (one.result >= 0) outputs.push(one);
    // What is the same in all calls is here already, and so is the length of bytes that are not there.
    params.push(item === "=" ? one.size : 0);
    if ("mMbBlLZ".includes(item)) params.push("mMLZ".includes(item) ? 0n : 0);
    // The length of other bytes: of a ciphertext whose tag stands between, of an address without its zero.
    if (item === "e" || item === "~") inputs.find(({ op }) => op === BARE || op === TEXT).other = one.at;
  }
  // A stream of a length takes the nonce before the key in C, and after it in libsodium.js.
  if (isTurned) for (const one of inputs) one.arg = [0, 2, 1][one.arg];
  return {
    name,
    kind,
    keyType,
    family: familyOf(name),
    inputs,
    outputs,
    params,
    first: inputs.find(({ op }) => op >= WIDE && op <= BARE),
    state: inputs.find(({ op }) => op === STATE || op === LAST_STATE),
    depth: depthOf(name),
    arity: inputs.length,
    // Of the call that is under way: the length of its first bytes and of its last result, and what that takes
    // in front of the arguments.
    main: 0,
    length: 0,
    front: 0,
    module: undefined,
    f: undefined,
  };
}
