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
import { enter, leave, memory, restart, takeRandomFailure, wasm } from "./instance.js";
import { NAMES } from "./names.js";

/** The longest bytes that any argument may have, since a module has addresses of 32 bits. */
const LONGEST = 0x7fff0000;
const NUL = 0;
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

/** Takes a signature apart. */
function parse(name, signature) {
  const [, kind, isTurned, items, keyType] = HEAD.exec(signature);
  const plan = { name, kind, keyType, family: familyOf(name), inputs: [], outputs: [], fixed: [], width: 0, arity: 0, module: undefined, f: undefined };
  for (const part of items ? items.split(" ") : []) {
    const [, op, least, most, letter] = ITEM.exec(part);
    const key = NAMES[letter.charCodeAt(0) - 65] ?? { S: "state", s: "state_address", d: "state_address", g: "tag" }[op];
    const one = { op, size: +least, most: most === undefined ? Infinity : +most, key, title: `${name}: ${key}`, at: plan.width, arg: 0, from: 0 };
    if ("fFmMbBptsdnwxlL".includes(op)) {
      one.arg = plan.arity++;
      one.from = plan.inputs.push(one) - 1;
    } else if ("e~0Z=".includes(op)) plan.fixed.push(one);
    if ("lL>+-TgS".includes(op)) plan.outputs.push(one);
    plan.width += "mMbBlLZ".includes(op) ? 2 : 1;
  }
  // Streams of a length take the nonce before the key in C, and after it in libsodium.js.
  if (isTurned) for (const one of plan.inputs) one.arg = [0, 2, 1][one.arg];
  return plan;
}

/** The function of a plan, of the instance that runs now. */
function bind(plan, module) {
  const f = module[plan.name];
  if (f === undefined) throw new QuicksaltError(`${plan.name}: this module does not have it; another profile has`, "PROFILE");
  plan.module = module;
  plan.f = f;
}

/** Checks an argument: bytes, a state, a number or nothing. */
function read(one, value, family) {
  switch (one.op) {
    case "F":
    case "M":
    case "B":
      if (value === null || value === undefined) return null;
    // falls through
    case "f":
    case "m":
    case "b":
    case "p": {
      const found = input(value, one.title);
      if (one.op === "f" || one.op === "F") length(found.length, one.title, one.size);
      else if (found.length > LONGEST) tooLong(one, found.length);
      else if (one.most < Infinity) length(found.length, one.title, one.size, one.most);
      return found;
    }
    case "t":
      return input(`${text(value, one.title)}\0`, one.title);
    case "s":
    case "d":
      return stateOf(one, value, family);
    case "w":
      return BigInt(number(value, one.title, one.size, one.most === Infinity ? 0xffffffffffffffffn : one.most));
    case "n":
      return Number(number(value, one.title, one.size, Math.min(one.most, 0xffffffff)));
    case "x":
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

/** How long a result is. */
function sizeOf(one, values, first) {
  switch (one.op) {
    case "l":
    case "L":
      return values[one.from];
    case "+":
      return values[first.from].length + one.size;
    case "-":
      length(values[first.from].length, first.title, one.size, Infinity);
      return values[first.from].length - one.size;
    case "g":
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
function grown(start, length, plan) {
  const end = start + length + 63;
  if (end > LONGEST) throw new RangeError(`${plan.name}: arguments and results must be at most ${LONGEST} bytes together`);
  return end & -64;
}

/** Puts arguments into the module's memory, and returns what the function is called with. */
function placed({ inputs, outputs, fixed, width }, values, places, base) {
  const all = memory();
  const params = new Array(width).fill(0);
  for (let i = 0; i < inputs.length; i++) {
    const { op, at } = inputs[i];
    const value = values[i];
    if (places[i] === undefined) {
      if (op === "M") params[at + 1] = 0n;
      else if (op === "l") params[at + 1] = value;
      else if (op === "L") params[at + 1] = wideOf(value);
      else if (value !== null) params[at] = value;
      continue;
    }
    const place = base + places[i];
    all.set(value, place);
    params[at] = place;
    if (op === "m" || op === "M") params[at + 1] = wideOf(value.length);
    else if (op === "b" || op === "B") params[at + 1] = value.length;
  }
  for (let i = 0; i < outputs.length; i++) params[outputs[i].at] = base + places[inputs.length + i];
  for (const { op, at, size } of fixed) {
    if (op === "=") params[at] = size;
    else if (op === "Z") params[at + 1] = 0n;
    else if (op === "e") params[at] = wideOf(values.find((value) => value instanceof Uint8Array).length);
    else if (op === "~") params[at] = values[0].length - 1;
  }
  return params;
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
  switch (one.op) {
    case "S":
      return new State(family, all.slice(place, place + size));
    case "T":
      return textAt(all, place);
    case "g":
      return all[place];
    default:
      if (into !== undefined) {
        into.set(all.subarray(place, place + size));
        return into.subarray(0, size);
      }
      return form === undefined ? all.slice(place, place + size) : formed(form, all.subarray(place, place + size));
  }
}

/** A result in its form; a text that is none is told as such. */
function formed(form, found) {
  return form(found);
}

/** States as they are after a call; those that have ended are wiped. */
function kept(plan, args, values, base, places) {
  const all = memory();
  for (let i = 0; i < plan.inputs.length; i++) {
    const { op, arg } = plan.inputs[i];
    if (op === "s") values[i].set(all.subarray(base + places[i], base + places[i] + values[i].length));
    else if (op === "d") {
      values[i].fill(0);
      args[arg].bytes = null;
    }
  }
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
function called(plan, params) {
  try {
    return plan.f(...params);
  } catch (cause) {
    restart();
    throw new QuicksaltError(`${plan.name}: the module stopped: ${cause.message}`, "STOPPED", { cause });
  }
}

/** Calls the function of a plan, and returns its results in a form, or writes the one into `into`. */
function run(plan, args, form, into) {
  const module = wasm();
  if (plan.module !== module) bind(plan, module);
  const { inputs, outputs, family } = plan;
  const values = new Array(inputs.length);
  const places = new Array(inputs.length + outputs.length);
  const sizes = new Array(outputs.length);
  let first;
  let end = 0;
  for (let i = 0; i < inputs.length; i++) {
    const one = inputs[i];
    const value = (values[i] = read(one, args[one.arg], family));
    if (value === null || typeof value !== "object") continue;
    if (first === undefined && one.op !== "s") first = one;
    places[i] = end;
    end = grown(end, value.length, plan);
  }
  for (let i = 0; i < outputs.length; i++) {
    const size = (sizes[i] = sizeOf(outputs[i], values, first));
    if (into !== undefined) length(into.length, `${plan.name}: output`, size, Infinity);
    places[inputs.length + i] = end;
    end = grown(end, size, plan);
  }
  const base = enter(end, plan);
  try {
    const status = called(plan, placed(plan, values, places, base));
    const outcome = verdict(plan, status);
    kept(plan, args, values, base, places);
    if (outputs.length === 0 || outcome === false) return outcome;
    const at = (i) => base + places[inputs.length + i];
    if (outputs.length === 1) return taken(outputs[0], sizes[0], at(0), family, form, into);
    const all = {};
    outputs.forEach((one, i) => (all[one.key] = taken(one, sizes[i], at(i), family, form)));
    if (plan.keyType) all.keyType = plan.keyType;
    return all;
  } finally {
    leave(base, end);
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
