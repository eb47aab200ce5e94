// Messages that come in pieces. States that were used last stay in the module's memory; one that takes the
// place of another moves it to bytes of its own.
import { wrongType } from "./check.js";
import { allocated, memory, wipe } from "./instance.js";

/** How many states there is room for in the module's memory, and how long the longest is: a power of 2. */
const PLACES = 8;
const BITS = 9;
const LONGEST = 1 << BITS;
const users = new Array(PLACES).fill(undefined);
let start = 0;
let turn = 0;

/** A message that comes in pieces, somewhere in its middle. It belongs to one family of functions. */
export class State {
  /** @internal */
  constructor(family, size, at) {
    this.family = family;
    this.size = size;
    this.at = at;
    this.bytes = undefined;
    users[(at - start) >>> BITS] = this;
  }
}

/** Gives up the place of a state that the module has wiped. */
export function end(state) {
  users[(state.at - start) >>> BITS] = undefined;
  state.at = 0;
}

function release(state) {
  wipe(state.at, state.size);
  end(state);
}

function moveOut(state) {
  state.bytes = memory().slice(state.at, state.at + state.size);
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
function checked(state, name) {
  if (!(state instanceof State)) throw wrongType(name, "a state that an init function returned", state);
  if (state.at === 0 && state.bytes === undefined)
    throw new TypeError(`${name} was used for a result already, or freed: a message ends once`);
}

/** Where a state is in the module's memory. */
export function placeOf(state, name, family) {
  if (state instanceof State && state.family === family && state.at !== 0) return state.at;
  checked(state, name);
  if (state.family !== family) throw new TypeError(`${name} must be a state of ${family}, not of ${state.family}`);
  const at = claim();
  memory().set(state.bytes, at);
  state.bytes.fill(0);
  state.bytes = undefined;
  users[(at - start) >>> BITS] = state;
  return (state.at = at);
}

/** Gives up a message that will have no result: its state is overwritten. */
export function free(state) {
  checked(state, "state_address");
  if (state.at !== 0) return release(state);
  state.bytes.fill(0);
  state.bytes = undefined;
}

/** Leaves an instance that stopped, of whose memory all states are moved out but the one it was at. */
export function leaveAll(broken) {
  if (broken) release(broken);
  for (const state of users) if (state) moveOut(state);
  start = 0;
}
