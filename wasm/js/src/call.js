// Calls the functions of a module by their signatures, which `signatures.py` makes of the tables of the C
// interface. A signature is a letter of what is returned, if any, and an item for each argument of C:
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
import { QuicksaltError, bytes, input, length, number, text, wrongType } from "./check.js";
import { formatOf } from "./encoding.js";
import { enlarge, enter, leave, memory, restart, room, takeRandomFailure, wasm } from "./instance.js";
import { NAMES } from "./names.js";

/** The longest bytes that any argument may have, since a module has addresses of 32 bits. */
const LONGEST = 0x7fff0000;
const NUL = 0;
/** Functions on curves, which leave numbers made of keys on the stack, but those of few steps; how deep that is. */
const CURVES = /_(sign|kx|scalarmult|core_ed25519|core_ristretto255|box)(_|$)(?!.*(afternm|scalar_|sk_to_(pk|seed)|init$|update$))/;
const DEPTH = 1 << 14;
/** Failures that answer the question whether something is genuine: forged, weak, out of range, malformed. */
const VERDICTS = new Set([1, 2, 4, 6]);

/** Lengths as the numbers of 64 bits that the module takes, kept because making one takes a while. */
const wide = [];
const wideOf = (n) => (n < 4096 ? (wide[n] ??= BigInt(n)) : BigInt(n));

const FAILURES = {
  1: ["FORGED", "not genuine: it was changed, or the key is another"],
  2: ["POINT", "a public key or a point is weak or invalid"],
  3: ["MEMORY", "out of memory"],
  4: ["RANGE", "a length or a number is out of range"],
  5: ["RANDOM", "the random source failed"],
  6: ["TEXT", "the text is malformed"],
  7: ["MISUSE", "an argument is out of range"],
};

/** A message that comes in pieces, somewhere in its middle. It belongs to one family of functions. */
export class State {
  /** @internal */
  constructor(family, bytes) {
    this.family = family;
    this.bytes = bytes;
  }
}

const familyOf = (name) => name.replace(/_(extract_)?(init|update|final|push|pull|rekey|squeeze)(_.*)?$/, "");

const HEAD = /^([?=#$&!v]?)(@?) ?(.*?)(?: ?:(\w+))?$/;
const ITEM = /^(.)(\d*)(?:-(\d+))?(.*)$/;

/** What items are, once it is known; numbers, since each call asks. */
const OPS = "fFmMbBptsdnwxlL";
const [
  FIXED,
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
const [LENGTH_RESULT, BIG_LENGTH_RESULT, , LONGER, SHORTER, TEXT_RESULT, BYTE, NEW_STATE] = RESULTS.split("").keys();

/** Takes a signature apart. */
function parse(name, signature) {
  const [, kind, isTurned, items, keyType] = HEAD.exec(signature);
  const plan = {
    name,
    kind,
    keyType,
    family: familyOf(name),
    inputs: [],
    outputs: [],
    params: [],
    first: undefined,
    hasState: false,
    isDeep: CURVES.test(name),
    arity: 0,
    module: undefined,
    f: undefined,
  };
  const { inputs, outputs, params } = plan;
  for (const part of items ? items.split(" ") : []) {
    const [, item, least, most, letter] = ITEM.exec(part);
    const key =
      NAMES[letter.charCodeAt(0) - 65] ?? { S: "state", s: "state_address", d: "state_address", g: "tag" }[item];
    const one = {
      op: OPS.indexOf(item),
      result: RESULTS.indexOf(item),
      size: +least,
      most: most === undefined ? Infinity : +most,
      key,
      title: `${name}: ${key}`,
      at: params.length,
      arg: 0,
      other: -1,
    };
    if (one.op >= 0) {
      one.arg = plan.arity++;
      inputs.push(one);
      if (plan.first === undefined && one.op <= BARE && one.op >= WIDE) plan.first = one;
      if (one.op === STATE || one.op === LAST_STATE) plan.hasState = true;
    }
    if (one.result >= 0) outputs.push(one);
    // What is the same in all calls is here already, and so is the length of bytes that are not there.
    params.push(item === "=" ? one.size : 0);
    if ("mMbBlLZ".includes(item)) params.push("mMLZ".includes(item) ? 0n : 0);
    // The length of other bytes: of a ciphertext whose tag stands between, of an address without its zero.
    if (item === "e" || item === "~") inputs.find(({ op }) => op === BARE || op === TEXT).other = one.at;
  }
  // Streams of a length take the nonce before the key in C, and after it in libsodium.js.
  if (isTurned) for (const one of inputs) one.arg = [0, 2, 1][one.arg];
  return plan;
}

/** The function of a plan, of the instance that runs now. */
function bind(plan, module) {
  const f = module[plan.name];
  if (f === undefined)
    throw new QuicksaltError(`${plan.name}: this module does not have it; another profile has`, "PROFILE");
  plan.module = module;
  plan.f = f;
}

/** Checks an argument: bytes, a state, a number or nothing. */
function read(one, value, family) {
  switch (one.op) {
    case FIXED_OR_NULL:
    case WIDE_OR_NULL:
    case NARROW_OR_NULL:
      if (value === null || value === undefined) return null;
    // falls through
    case FIXED:
    case WIDE:
    case NARROW:
    case BARE: {
      const found = input(value, one.title);
      const size = found.length;
      if (one.op <= FIXED_OR_NULL) {
        if (size !== one.size) length(size, one.title, one.size);
      } else if (size > LONGEST) tooLong(one, size);
      else if (size > one.most || size < one.size) length(size, one.title, one.size, one.most);
      return found;
    }
    case TEXT:
      return input(`${text(value, one.title)}\0`, one.title);
    case STATE:
    case LAST_STATE:
      return stateOf(one, value, family);
    case BIG:
      return BigInt(number(value, one.title, one.size, one.most === Infinity ? 0xffffffffffffffffn : one.most));
    case NUMBER:
      return Number(number(value, one.title, one.size, Math.min(one.most, 0xffffffff)));
    case IGNORED:
      return null;
    default:
      return Number(number(value, one.title, one.size, Math.min(one.most, LONGEST)));
  }
}

function tooLong(one, actual) {
  throw new RangeError(`${one.title} must be at most ${LONGEST} bytes, not ${actual}`);
}

function stateOf(one, value, family) {
  if (!(value instanceof State)) throw wrongType(one.title, "a state that an init function returned", value);
  if (value.family !== family) throw new TypeError(`${one.title} must be a state of ${family}, not of ${value.family}`);
  if (value.bytes === null) throw new TypeError(`${one.title} was used for a result already: a message ends once`);
  return value.bytes;
}

/** How long a result is: `main` is the length of the first bytes, `asked` the one that JavaScript named. */
function sizeOf(one, main, asked, first) {
  switch (one.result) {
    case LONGER:
      return main + one.size;
    case SHORTER:
      if (main < one.size) length(main, first.title, one.size, Infinity);
      return main - one.size;
    case LENGTH_RESULT:
    case BIG_LENGTH_RESULT:
      return asked;
    case BYTE:
      return 1;
    default:
      return one.size;
  }
}

/** Why a call failed. */
function failure(plan, code) {
  const cause = takeRandomFailure();
  const [name, reason] = FAILURES[cause === undefined ? code : 5] ?? ["FAILED", "it failed"];
  return new QuicksaltError(`${plan.name}: ${reason}`, name, { cause });
}

/** Where something of a length ends, and what is beside it may begin: states want addresses like that. */
const after = (place, length) => place + ((length + 63) & -64);

/** Makes room for so many bytes more than are used, and moves what was put there already. */
function moved(plan, count, used, length) {
  const end = used + length + 63;
  if (end > LONGEST)
    throw new RangeError(`${plan.name}: arguments and results must be at most ${LONGEST} bytes together`);
  const distance = enlarge(used, end & -64);
  for (let i = 0; i < count; i++) {
    const { op, at } = plan.inputs[i];
    if (op <= LAST_STATE && plan.params[at] !== 0) plan.params[at] += distance;
  }
  return distance;
}

/** What else the function is told of bytes: their length, or that there are none. */
function described({ op, at, other }, params, size) {
  if (op === WIDE || op === WIDE_OR_NULL) params[at + 1] = wideOf(size);
  else if (op === NARROW || op === NARROW_OR_NULL) params[at + 1] = size;
  else if (other >= 0) params[other] = op === TEXT ? size - 1 : wideOf(size);
}

/** The text at a place, which ends with a zero. */
function textAt(all, place) {
  let out = "";
  for (let at = place; all[at] !== NUL; at++) out += String.fromCharCode(all[at]);
  return out;
}

/** Takes a result out of the module's memory. */
function taken(one, size, place, family, form, into) {
  const all = memory();
  switch (one.result) {
    case NEW_STATE:
      return new State(family, all.slice(place, place + size));
    case TEXT_RESULT:
      return textAt(all, place);
    case BYTE:
      return all[place];
    default:
      if (into !== undefined) {
        into.set(all.subarray(place, place + size));
        return into.subarray(0, size);
      }
      return form === undefined ? all.slice(place, place + size) : form(all.subarray(place, place + size));
  }
}

/** The state as it is after a call, which stands first in memory; one that has ended is wiped. */
function kept({ inputs: [{ op, arg }], params }, args) {
  const state = args[arg];
  if (op === STATE) state.bytes.set(memory().subarray(params[0], params[0] + state.bytes.length));
  else {
    state.bytes.fill(0);
    state.bytes = null;
  }
}

/** The results of a function that has several. */
function object({ outputs, params, family, keyType, first }, main, form) {
  const all = {};
  for (const one of outputs) all[one.key] = taken(one, sizeOf(one, main, 0, first), params[one.at], family, form);
  if (keyType) all.keyType = keyType;
  return all;
}

/** What a call returns that failed, or has no result but its status. */
function verdict(plan, status) {
  switch (plan.kind) {
    case "?":
    case "!": {
      if (status === 0) return true;
      const code = wasm().quicksalt_status();
      if (VERDICTS.has(code)) return false;
      throw failure(plan, code);
    }
    case "=":
      return status !== 0;
    case "$":
      return textAt(memory(), status >>> 0);
    case "&":
      if (status === 0) throw failure(plan, wasm().quicksalt_status());
      return undefined;
    case "":
      if (status !== 0) throw failure(plan, wasm().quicksalt_status());
      return undefined;
    default: {
      const code = wasm().quicksalt_status();
      if (code !== 0) throw failure(plan, code);
      return plan.kind === "#" ? status >>> 0 : undefined;
    }
  }
}

/** Calls the function; one that does not return leaves an instance of which nothing is known. */
function called({ name, f, params: p }) {
  try {
    switch (p.length) {
      case 2:
        return f(p[0], p[1]);
      case 4:
        return f(p[0], p[1], p[2], p[3]);
      case 5:
        return f(p[0], p[1], p[2], p[3], p[4]);
      default:
        return f(...p);
    }
  } catch (cause) {
    restart();
    throw new QuicksaltError(`${name}: the module stopped: ${cause.message}`, "STOPPED", { cause });
  }
}

/**
 * Calls the function of a plan, and returns its results in a form, or writes the one into `into`. Arguments
 * are checked and put into the module's memory one by one; if one is refused, the others are wiped there.
 */
function run(plan, args, form, into) {
  const module = wasm();
  if (plan.module !== module) bind(plan, module);
  const { inputs, outputs, params, first, family } = plan;
  let place = enter(plan.name);
  let limit = place + room();
  let [base, main, asked] = [place, 0, 0];
  try {
    for (let i = 0; i < inputs.length; i++) {
      const one = inputs[i];
      const value = read(one, args[one.arg], family);
      if (one.op > LAST_STATE) {
        if (one.op === LENGTH) params[one.at + 1] = asked = value;
        else if (one.op === BIG_LENGTH) params[one.at + 1] = wideOf((asked = value));
        else if (one.op !== IGNORED) params[one.at] = value;
        continue;
      }
      const size = value === null ? 0 : value.length;
      if (place + size + 63 > limit) {
        const distance = moved(plan, i, place - base, size);
        [place, base, limit] = [place + distance, base + distance, base + distance + room()];
      }
      params[one.at] = value === null ? 0 : place;
      if (value !== null) memory().set(value, place);
      described(one, params, size);
      if (one === first) main = size;
      place = after(place, size);
    }
    let size = 0;
    for (let i = 0; i < outputs.length; i++) {
      size = sizeOf(outputs[i], main, asked, first);
      if (into !== undefined && into.length < size) length(into.length, `${plan.name}: output`, size, Infinity);
      if (place + size + 63 > limit) {
        const distance = moved(plan, inputs.length, place - base, size);
        for (let j = 0; j < i; j++) params[outputs[j].at] += distance;
        [place, base, limit] = [place + distance, base + distance, base + distance + room()];
      }
      params[outputs[i].at] = place;
      place = after(place, size);
    }
    const status = called(plan);
    const outcome = status === 0 && plan.kind === "" ? undefined : verdict(plan, status);
    if (plan.hasState) kept(plan, args);
    if (outputs.length === 0 || outcome === false) return outcome;
    if (outputs.length > 1) return object(plan, main, form);
    return taken(outputs[0], size, params[outputs[0].at], family, form, into);
  } finally {
    if (plan.isDeep) wasm().sodium_stackzero(DEPTH);
    leave(place - base);
  }
}

/** A function by its name and signature, with the form of its results as a last argument. */
export function f(name, signature) {
  let plan;
  return (...args) => {
    plan ??= parse(name, signature);
    return run(plan, args, formatOf(args[plan.arity]), undefined);
  };
}

/** The same function, whose result goes to the start of its first argument; it returns what was written. */
export function into(name, signature) {
  let plan;
  return (output, ...args) => {
    plan ??= parse(name, signature);
    return run(plan, args, undefined, bytes(output, `${name}: output`));
  };
}
