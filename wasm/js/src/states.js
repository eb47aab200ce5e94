// Messages that come in pieces. States that were used last stay in the module's memory; one that takes the
// place of another moves it to bytes of its own.
import { copy, wrongType } from "./check.js";
import { allocated, memory, wipe } from "./instance.js";

/** How many states there is room for in the module's memory, and how long the longest is: a power of 2. */
const PLACES = 8;
const BITS = 9;
const LONGEST = 1 << BITS;
const users = new Array(PLACES).fill(undefined);
let start = 0;
let turn = 0;

/** What this file alone has, so that nobody else makes a state or reads one. */
const OWN = Symbol("quicksalt");
/** The parts of a state: its family of functions, its size, where it is, or its bytes. */
let parts;

/** A message that comes in pieces, somewhere in its middle. It belongs to one family of functions. */
export class State {
  #parts;

  /** @internal */
  constructor(own, found) {
    if (own !== OWN) throw new TypeError("a State comes of an init function");
    this.#parts = found;
  }

  static {
    parts = (state) => (#parts in state ? state.#parts : undefined);
  }
}

/** The state of a message that begins, in a place that was claimed. */
export function made(family, size, at) {
  const state = new State(OWN, { family, size, at, bytes: undefined });
  users[(at - start) >>> BITS] = parts(state);
  return state;
}

const isState = (value) => typeof value === "object" && value !== null && parts(value) !== undefined;

/** Gives up the place of a state that the module has wiped. */
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

/** A place for a state, which is nobody's. */
export function claim() {
  if (start === 0) start = allocated(PLACES * LONGEST);
  for (let i = 0; i < PLACES; i++) if (users[i] === undefined) return start + i * LONGEST;
  turn = (turn + 1) % PLACES;
  moveOut(users[turn]);
  return start + turn * LONGEST;
}

/** Checks a state, of a message that has not ended. */
function checked(value, name) {
  if (!isState(value)) throw wrongType(name, "a state that an init function returned", value);
  const state = parts(value);
  if (state.at === 0 && state.bytes === undefined)
    throw new TypeError(`${name} was used for a result already, or freed: a message ends once`);
  return state;
}

/** Where a state is in the module's memory. */
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

/** Gives up a message that will have no result: its state is overwritten. */
export function free(value) {
  const state = checked(value, "state_address");
  if (state.at !== 0) return release(state);
  state.bytes.fill(0);
  state.bytes = undefined;
}

/** Leaves an instance that stopped, of whose memory all states are moved out but the one it was at. */
export function leaveAll(broken) {
  if (broken) release(parts(broken));
  for (const state of users) if (state) moveOut(state);
  start = 0;
}
