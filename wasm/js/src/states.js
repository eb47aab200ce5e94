// Incremental operations. The most recently used states are in slots in the module's memory. If all slots are in use,
// a state from a slot is moved to a JavaScript array.
import { copy, wrongType } from "./check.js";
import { allocated, memory, wipe } from "./instance.js";

/** The number of slots for states in the module's memory, and the largest state size, which is a power of 2. */
const PLACES = 8;
const BITS = 9;
const LONGEST = 1 << BITS;
const users = new Array(PLACES).fill(undefined);
let start = 0;
let turn = 0;

/** A private token, so that only this file can create or read a state. */
const OWN = Symbol("quicksalt");
/** Reads the parts of a state: its function family, its size, and its address or bytes. */
let parts;

/** The state of an incremental operation. It belongs to one family of functions. */
export class State {
  #parts;

  /** @internal */
  constructor(own, found) {
    if (own !== OWN) throw new TypeError("a State comes from an init function");
    this.#parts = found;
  }

  static {
    parts = (state) => (#parts in state ? state.#parts : undefined);
  }
}

/** Creates the state for a new message, in a slot that the caller has reserved. */
export function made(family, size, at) {
  const state = new State(OWN, { family, size, at, bytes: undefined });
  users[(at - start) >>> BITS] = parts(state);
  return state;
}

const isState = (value) => typeof value === "object" && value !== null && parts(value) !== undefined;

/** Releases the slot of a state that the module has wiped. */
export function end(state) {
  leave(parts(state));
}

function leave(state) {
  users[(state.at - start) >>> BITS] = undefined;
  state.at = 0;
}

function release(state) {
  wipe(state.at, state.size);
  leave(state);
}

function moveOut(state) {
  state.bytes = copy(memory(), state.at, state.at + state.size);
  release(state);
}

/** Returns a free slot for a state. */
export function claim() {
  if (start === 0) start = allocated(PLACES * LONGEST);
  for (let i = 0; i < PLACES; i++) if (users[i] === undefined) return start + i * LONGEST;
  turn = (turn + 1) % PLACES;
  moveOut(users[turn]);
  return start + turn * LONGEST;
}

/** Checks that a value is an unfinished state. */
function checked(value, name) {
  if (!isState(value)) throw wrongType(name, "a state that an init function returned", value);
  const state = parts(value);
  if (state.at === 0 && state.bytes === undefined)
    throw new TypeError(`${name} is finished or freed: a state gives only one result`);
  return state;
}

/** Returns the address of a state in the module's memory. */
export function placeOf(value, name, family) {
  const state = checked(value, name);
  if (state.family !== family) throw new TypeError(`${name} must be a state of ${family}, not of ${state.family}`);
  if (state.at !== 0) return state.at;
  const at = claim();
  memory().set(state.bytes, at);
  state.bytes.fill(0);
  state.bytes = undefined;
  users[(at - start) >>> BITS] = state;
  return (state.at = at);
}

/** Discards a state without computing a result; overwrites it with zeros. */
export function free(value) {
  const state = checked(value, "state_address");
  if (state.at !== 0) return release(state);
  state.bytes.fill(0);
  state.bytes = undefined;
}

/** Abandons a stopped instance: moves all states out of its memory, except the state in use. */
export function leaveAll(broken) {
  if (broken) release(parts(broken));
  for (const state of users) if (state) moveOut(state);
  start = 0;
}
