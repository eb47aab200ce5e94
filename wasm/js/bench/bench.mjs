// Compares the package with libsodium.js on every operation that both have, wrappers included, in one run:
// node wasm/js/bench/bench.mjs [PATTERN] [--seconds S] [--json]
//
// The two libraries run alternately, in varying order, in rounds that are short compared with a time slice. The
// output is the median of the rounds for each library, and the median of their ratios. The tests check that both give
// the same results.
import { parseArgs } from "node:util";
import * as quicksalt from "../../../target/npm/quicksalt/index.js";
import { argumentsFor, filled, generator, inverseOf, isPure } from "../test/cases/agreement.js";
import { signatures as described, sumo } from "../test/peers.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "0.3" }, json: { type: "boolean", default: false } },
});
const SIZES = [16, 1000, 16384];
/** Length of a round in milliseconds, minimum number of rounds, and warm-up time. */
const [ROUND, ROUNDS, WARM] = [1, 7, 60];

await quicksalt.init();
const has = (name) => {
  try {
    quicksalt[name]();
  } catch (error) {
    return error.code !== "PROFILE";
  }
  return true;
};
const signatures = described.filter(({ name }) => has(name));
const peer = await sumo();

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Times `count` calls; returns microseconds per call. */
function timed(call, count) {
  const begin = performance.now();
  for (let i = 0; i < count; i++) call();
  return ((performance.now() - begin) * 1000) / count;
}

/** Returns the medians of both and of the ratio, measured for some seconds. */
function compared(own, other, seconds) {
  const calls = [own, other];
  for (const call of calls) timed(call, 3);
  const once = Math.max(...calls.map((call) => timed(call, 3)));
  const count = Math.max(1, Math.ceil((ROUND * 1000) / once));
  // Warm up until the engine has compiled the call with full optimization, which other programs may delay.
  for (const call of calls) for (const begin = performance.now(); performance.now() - begin < WARM;) timed(call, count);
  const rounds = [];
  const end = performance.now() + seconds * 1000;
  while (rounds.length < ROUNDS || performance.now() < end) {
    const isTurned = Math.random() < 0.5;
    const [a, b] = isTurned
      ? [timed(other, count), timed(own, count)].reverse()
      : [timed(own, count), timed(other, count)];
    rounds.push([a, b, a / b]);
    if (once > 20000 && rounds.length >= ROUNDS) break;
  }
  return [0, 1, 2].map((i) => median(rounds.map((round) => round[i])));
}

/** Returns an operation in the form of `operations`. */
const both = (name, size, args) => [name, size, quicksalt[name], peer[name], args];

/** Yields all operations: name, message size if any, a call of each, and its arguments. */
function* operations() {
  const draw = generator(5);
  for (const signature of signatures.filter((s) => peer[s.name] && s.results.length)) {
    const { name, arguments: wanted } = signature;
    const isChance = /(keygen|_keypair|_random|^randombytes_buf|_seal|init_push)$/.test(name);
    if (!isPure(signature) && !isChance) continue;
    const sizes = wanted.some(({ item }) => /^[mMbBplL]/.test(item)) ? SIZES : [0];
    for (const size of /pwhash/.test(name) ? [16] : /generichash_blake2b|kdf/.test(name) ? [32] : sizes) {
      const args = argumentsFor(signature, peer, size, draw);
      yield both(name, size, args);
      const inverse = inverseOf(name);
      if (inverse && peer[inverse.undo]) yield both(inverse.undo, size, inverse.order(quicksalt[name](...args), args));
    }
  }
  yield* signing(draw);
  for (const { name } of signatures)
    if (/_init$/.test(name) && peer[name] && !/stream/.test(name)) yield* pieces(name.slice(0, -5), draw);
  for (const size of SIZES) {
    const bytes = filled(draw, size);
    for (const [to, from] of Object.entries({ to_hex: "from_hex", to_base64: "from_base64" })) {
      yield both(to, size, [bytes]);
      yield both(from, size, [peer[to](bytes)]);
    }
    yield both("memcmp", size, [bytes, bytes.slice()]);
    yield both("pad", size, [bytes, 64]);
  }
}

function* signing(draw) {
  const { publicKey, privateKey } = peer.crypto_sign_keypair();
  for (const size of SIZES) {
    const message = filled(draw, size);
    const signature = peer.crypto_sign_detached(message, privateKey);
    yield both("crypto_sign_verify_detached", size, [signature, message, publicKey]);
    yield both("crypto_sign_open", size, [peer.crypto_sign(message, privateKey), publicKey]);
  }
}

/** Yields incremental operations on messages in pieces of 1000 bytes. */
function* pieces(family, draw) {
  const key = /auth|onetime/.test(family) ? [new Uint8Array(32)] : /generichash/.test(family) ? [null, 32] : [];
  const end = /xof/.test(family) ? "squeeze" : /sign/.test(family) ? "final_create" : "final";
  const last = /sign/.test(family)
    ? [peer.crypto_sign_keypair().privateKey]
    : /generichash|xof/.test(family)
      ? [32]
      : [];
  const piece = filled(draw, 1000);
  if (!peer[`${family}_${end}`]) return;
  const whole = (who) => {
    // Look the functions up once, like a program that imports them.
    const [init, update, finish] = ["init", "update", end].map((part) => who[`${family}_${part}`]);
    return () => {
      const state = init(...key);
      for (let i = 0; i < 4; i++) update(state, piece);
      return finish(state, ...last);
    };
  };
  yield [`${family} in pieces`, 4000, whole(quicksalt), whole(peer), []];
}

const pattern = new RegExp(positionals[0] ?? "");
const rows = [];
for (const [name, size, own, other, args] of operations()) {
  if (!pattern.test(name)) continue;
  const [a, b, ratio] = compared(
    () => own(...args),
    () => other(...args),
    Number(values.seconds),
  );
  rows.push({ name, size, quicksalt: a, libsodium: b, ratio });
  if (!values.json)
    console.log(
      `${name.padEnd(58)} ${String(size).padStart(6)} ${a.toFixed(2).padStart(10)} ${b.toFixed(2).padStart(10)} ${ratio.toFixed(3).padStart(7)}`,
    );
}
const slower = rows.filter(({ ratio }) => ratio > 1);
if (values.json) console.log(JSON.stringify({ node: process.version, unit: "us", rows }));
else
  console.log(
    `${rows.length} operations, microseconds a call: quicksalt, libsodium.js, ratio; slower in ${slower.length}:${slower.map(({ name, size, ratio }) => `\n  ${name} ${size}: ${ratio.toFixed(2)}`).join("")}`,
  );
