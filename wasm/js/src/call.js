// Calls the functions of a module by their signatures.
import { QuicksaltError, bytes, input, isBytes, length, number, sizeOf, sound, text } from "./check.js";
import { formatOf } from "./encoding.js";
import {
  FRONT,
  arena,
  enlarge,
  enter,
  front,
  leave,
  memory,
  restart,
  room,
  takeRandomFailure,
  wasm,
} from "./instance.js";
import {
  BARE,
  BIG,
  BIG_LENGTH,
  BIG_LENGTH_RESULT,
  BYTE,
  FIXED_OR_NULL,
  IGNORED,
  LAST_STATE,
  LENGTH,
  LENGTH_RESULT,
  LONGER,
  LONGEST,
  NARROW,
  NARROW_OR_NULL,
  NEW_STATE,
  NUMBER,
  SHORTER,
  STATE,
  TEXT,
  TEXT_RESULT,
  WIDE,
  WIDE_OR_NULL,
  parse,
} from "./plan.js";
import { State, claim, end, leaveAll, placeOf } from "./states.js";

/** Failures that answer the question whether something is genuine: forged, weak, out of range, malformed. */
const VERDICTS = new Set([1, 2, 4, 6]);

/** Lengths as the numbers of 64 bits that the module takes, kept because making one takes a while. */
const wide = new Array(4096);
const wideOf = (n) => (n < 4096 ? (wide[n] ??= BigInt(n)) : BigInt(n));

const FAILURES = {
  1: ["FORGED", "not genuine: it was changed, or the key is another"],
  2: ["POINT", "a key or a point is weak or invalid"],
  3: ["MEMORY", "out of memory"],
  4: ["RANGE", "a length or a number is out of range"],
  5: ["RANDOM", "the random source failed"],
  6: ["TEXT", "the text is malformed"],
  7: ["MISUSE", "an argument is out of range"],
};

/** The function of a plan, of the instance that runs now. */
function bind(plan, module) {
  const f = module[plan.name];
  if (f === undefined)
    throw new QuicksaltError(`${plan.name}: this module does not have it; another profile has`, "PROFILE");
  plan.module = module;
  plan.f = f;
}

/** Bytes that an argument stands for, if it is none itself: null if it may be. */
function converted({ op, title }, value) {
  if (op === TEXT) return input(`${text(value, title)}\0`, title);
  if (value == null && (op === FIXED_OR_NULL || op === WIDE_OR_NULL || op === NARROW_OR_NULL)) return null;
  return input(value, title);
}

function refused({ size, most, title }, actual) {
  if (most === LONGEST && actual > most) throw new RangeError(`${title} must be at most ${most} bytes, not ${actual}`);
  length(actual, title, size, most === LONGEST ? Infinity : most);
}

/** What the function is told of bytes besides where they are: how many. */
function describe({ op, at, other }, params, size) {
  if (op === WIDE || op === WIDE_OR_NULL) params[at + 1] = wideOf(size);
  else if (op === NARROW || op === NARROW_OR_NULL) params[at + 1] = size;
  else if (other >= 0) params[other] = op === TEXT ? size - 1 : wideOf(size);
}

/** Checks a number or a length; returns what was asked for, if it is the length of a result. */
function readNumber({ op, at, size, most, title }, params, value) {
  switch (op) {
    case NUMBER:
      params[at] = Number(number(value, title, size, most));
      return 0;
    case BIG:
      params[at] = wideOf(number(value, title, size, most === Infinity ? 0xffffffffffffffffn : most));
      return 0;
    case IGNORED:
      return 0;
    default: {
      const asked = Number(number(value, title, size, most));
      params[at + 1] = op === LENGTH ? asked : wideOf(asked);
      return asked;
    }
  }
}

/** How long a result is: `main` is the length of the first bytes, `asked` the one that JavaScript named. */
function lengthOf({ result, size }, main, asked, first) {
  switch (result) {
    case LONGER:
      return main + size;
    case SHORTER:
      if (main < size) length(main, first.title, size, Infinity);
      return main - size;
    case LENGTH_RESULT:
    case BIG_LENGTH_RESULT:
      return asked;
    case BYTE:
      return 1;
    default:
      return size;
  }
}

/** Why a call failed. */
function failure(plan, code) {
  const cause = takeRandomFailure();
  const [name, reason] = FAILURES[cause === undefined ? code : 5] ?? ["FAILED", "it failed"];
  return new QuicksaltError(`${plan.name}: ${reason}`, name, { cause });
}

/** Where something of a length ends, and what is beside it may begin. */
const after = (place, length) => place + ((length + 15) & -16);

/**
 * Checks all arguments, and says in `params` where each of them and of the results has its place; texts
 * become bytes in `args`. Returns how much room they take, -1 if there is not enough.
 */
function laidOut(plan, args, base, into) {
  const { inputs, outputs, params, first } = plan;
  plan.front = 0;
  let place = base + FRONT;
  let main = 0;
  let asked = 0;
  for (let i = 0; i < inputs.length; i++) {
    const one = inputs[i];
    if (one.op > LAST_STATE) asked = readNumber(one, params, args[one.arg]) || asked;
    else if (one.op >= STATE) params[one.at] = placeOf(args[one.arg], one.title, plan.family);
    else {
      let value = args[one.arg];
      let size = 0;
      if (one.op !== TEXT && isBytes(value)) size = sound(value, one.title);
      else {
        value = args[one.arg] = converted(one, value);
        if (value !== null) size = sizeOf(value);
      }
      if (value === null) params[one.at] = 0;
      else {
        if (size < one.size || size > one.most) refused(one, size);
        params[one.at] = place;
        place = after(place, size);
        if (one === first) main = size;
      }
      describe(one, params, size);
    }
  }
  for (let i = 0; i < outputs.length; i++) {
    const one = outputs[i];
    if (one.result === NEW_STATE) params[one.at] = claim();
    else {
      const size = (plan.length = lengthOf(one, main, asked, first));
      if (into !== undefined && sizeOf(into) < size) length(sizeOf(into), `${plan.name}: output`, size, Infinity);
      if (size <= FRONT && outputs.length === 1 && one.result < TEXT_RESULT) {
        plan.front = after(0, size);
        params[one.at] = base + FRONT - plan.front;
      } else {
        params[one.at] = place;
        place = after(place, size);
      }
    }
  }
  plan.main = main;
  return place - base - FRONT;
}

function moreRoom(plan, used) {
  if (used > LONGEST)
    throw new RangeError(`${plan.name}: arguments and results must be at most ${LONGEST} bytes together`);
  enlarge(FRONT + used);
}

/** Called as a function, it is found faster than as a method. */
const { set } = Uint8Array.prototype;

/** Puts arguments where they have their places. */
function put({ inputs, params }, args) {
  const all = memory();
  for (let i = 0; i < inputs.length; i++) {
    const { op, at, arg } = inputs[i];
    if (op > TEXT) continue;
    const value = args[arg];
    if (value !== null) set.call(all, value, params[at]);
  }
}

/** The text at a place, which ends with a zero. */
function textAt(all, place) {
  let out = "";
  for (let at = place; all[at] !== 0; at++) out += String.fromCharCode(all[at]);
  return out;
}

/** Takes a result out of the module's memory. */
function taken(one, size, place, family, form, into) {
  if (one.result === NEW_STATE) return new State(family, one.size, place);
  const all = memory();
  if (one.result === TEXT_RESULT) return textAt(all, place);
  if (one.result === BYTE) return all[place];
  if (into !== undefined) {
    into.set(all.subarray(place, place + size));
    return into.subarray(0, size);
  }
  return form === undefined ? all.slice(place, place + size) : form(all.subarray(place, place + size));
}

/** The results of a function that has several. */
function object({ outputs, params, family, keyType, first, main }, form) {
  const all = {};
  for (const one of outputs) all[one.key] = taken(one, lengthOf(one, main, 0, first), params[one.at], family, form);
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
      if (status < 0) throw failure(plan, wasm().quicksalt_status());
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
function called({ name, f, params: p, state }, args) {
  try {
    switch (p.length) {
      case 2:
        return f(p[0], p[1]);
      case 3:
        return f(p[0], p[1], p[2]);
      case 4:
        return f(p[0], p[1], p[2], p[3]);
      case 5:
        return f(p[0], p[1], p[2], p[3], p[4]);
      case 6:
        return f(p[0], p[1], p[2], p[3], p[4], p[5]);
      default:
        return f(...p);
    }
  } catch (cause) {
    leaveAll(state && args[state.arg]);
    restart();
    throw new QuicksaltError(`${name}: the module stopped: ${cause.message}`, "STOPPED", { cause });
  }
}

/**
 * Calls the function of a plan, and returns its results in a form, or writes the one into `into`. Nothing
 * is put into the module's memory before all arguments are checked.
 */
function run(plan, args, form, into) {
  const module = wasm();
  if (plan.module !== module) bind(plan, module);
  const used = laidOut(plan, args, arena(plan.name), into);
  if (FRONT + used > room()) {
    moreRoom(plan, used);
    return run(plan, args, form, into);
  }
  const { outputs, state, params } = plan;
  enter();
  try {
    put(plan, args);
    const status = called(plan, args);
    const outcome = status === 0 && plan.kind === "" ? undefined : verdict(plan, status);
    if (state !== undefined && state.op === LAST_STATE) end(args[state.arg]);
    if (outputs.length === 0 || outcome === false) return outcome;
    if (outputs.length > 1) return object(plan, form);
    if (plan.front !== 0 && into === undefined)
      return form ? form(front(plan.length)) : new Uint8Array(front(plan.length));
    return taken(outputs[0], plan.length, params[outputs[0].at], plan.family, form, into);
  } finally {
    if (plan.depth !== 0) wasm().sodium_stackzero(plan.depth);
    leave(FRONT - plan.front, plan.front + used);
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
