// Starting quicksalt, successfully or not: the cases run in this order, in an engine without a
// started instance.
import { equal, refused } from "./expect.js";

async function rejected(promise, what, ...texts) {
  const error = await promise.then(
    () => undefined,
    (error) => error,
  );
  return refused(
    () => {
      if (error) throw error;
    },
    what,
    ...texts,
  );
}

/** A module without exports, not from this package. */
const OTHER = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Returns the cases; `bytes` is a module, and `random.fill` the present random source. */
export function start(q, bytes) {
  const random = { fill: (into) => globalThis.crypto.getRandomValues(into) };
  const options = { random: (into) => random.fill(into) };
  const cases = {
    async "calls before it has started"() {
      for (const call of [
        () => q.crypto_secretbox_keygen(),
        () => q.crypto_hash_sha256("m"),
        () => q.randombytes_buf(1),
        () => new q.SigningKey(new Uint8Array(32)),
      ])
        refused(call, "INIT");
      equal(q.to_hex("ab"), "6162");
    },
    async "modules that do not validate"() {
      const damaged = bytes.slice();
      damaged[damaged.length - 1] ^= 0xff;
      for (const module of [
        new Uint8Array(0),
        Uint8Array.of(1, 2, 3, 4),
        bytes.subarray(0, 1000),
        OTHER.subarray(0, 5),
      ]) {
        await rejected(q.init({ module }), "MODULE", "does not validate");
        refused(() => q.initSync(module), "MODULE", "does not validate");
      }
      await rejected(q.init({ module: OTHER }), "MODULE", "not a quicksalt module");
      refused(() => q.initSync(OTHER), "MODULE", "not a quicksalt module");
      refused(() => q.crypto_secretbox_keygen(), "INIT");
    },
    async "options that every object was given"() {
      const polluted = { module: OTHER, profile: "tiny", random: 5 };
      Object.assign(Object.prototype, polluted);
      try {
        // The polluted options have no effect: the module argument itself is invalid.
        await rejected(q.init({ module: OTHER.subarray(0, 5) }), "MODULE", "does not validate");
        refused(() => q.initSync(OTHER.subarray(0, 5)), "MODULE", "does not validate");
      } finally {
        for (const name of Object.keys(polluted)) delete Object.prototype[name];
      }
    },
    async "modules that are nowhere"() {
      const headers = { "content-type": "text/html" };
      await rejected(
        q.init({ module: new Response("<!doctype html>", { headers }) }),
        "MODULE",
        'status 200, content type text/html, 15 bytes that begin with "<!doctype html>"',
        "init({ module })",
      );
      await rejected(
        q.init({ module: new URL("./nothing-here.wasm", import.meta.url) }),
        "MODULE",
        "nothing-here.wasm",
      );
      await rejected(
        q.init({ module: Promise.reject(new Error("the network is down")) }),
        Error,
        "the network is down",
      );
    },
    async "options of another kind"() {
      for (const module of [5, {}, true]) await rejected(q.init({ module }), TypeError, "module");
      refused(() => q.initSync("module.wasm"), TypeError, "module");
      await rejected(q.init({ profile: "tiny" }), TypeError, "profile");
      await rejected(q.init({ random: 5 }), TypeError, "options.random");
      refused(() => q.initSync(bytes, { random: "no" }), TypeError, "options.random");
      await rejected(q.init(null), TypeError, "options");
    },
    async "twice, and both at once"() {
      await Promise.all([q.init({ module: bytes, ...options }), q.init({ module: bytes, ...options })]);
      const key = q.crypto_secretbox_keygen();
      const state = q.crypto_hash_sha256_init();
      await q.init();
      q.initSync(bytes);
      await q.ready;
      // A start with other options fails, and nothing changes.
      refused(() => q.initSync(OTHER), "STARTED", "module");
      await rejected(q.init({ module: OTHER }), "STARTED", "module");
      await rejected(q.init({ random: () => {} }), "STARTED", "random source");
      await rejected(q.init({ profile: "tiny" }), TypeError, "profile");
      await rejected(q.init(null), TypeError, "options");
      q.crypto_hash_sha256_update(state, key);
      equal(q.crypto_hash_sha256_final(state), q.crypto_hash_sha256(key));
    },
    async "a random source that fails"() {
      const works = random.fill;
      random.fill = () => {
        throw new Error("the source is dry");
      };
      for (const call of [
        () => q.crypto_secretbox_keygen(),
        () => q.crypto_box_keypair(),
        () => q.randombytes_buf(8),
        () => q.randombytes_random(),
        () => q.crypto_box_seal("m", new Uint8Array(32).fill(9)),
        () => q.crypto_pwhash_str("p", 1, 1 << 20),
        () => q.SecretBox.generate(),
      ]) {
        const error = refused(call, "RANDOM");
        equal(error.cause.message, "the source is dry");
      }
      equal(q.crypto_hash_sha256("abc", "hex").slice(0, 8), "ba7816bf");
      random.fill = works;
      equal(q.is_zero(q.crypto_secretbox_keygen()), false);
    },
    async "a random source that does nothing, or not at once"() {
      const works = random.fill;
      for (const [fill, text] of [
        [async (into) => works(into), "returned a promise"],
        [() => {}, "left 32 bytes zero"],
      ]) {
        random.fill = fill;
        const error = refused(() => q.crypto_secretbox_keygen(), "RANDOM");
        equal(error.cause.message.includes(text), true, error.cause.message);
      }
      random.fill = works;
      equal(q.is_zero(q.crypto_secretbox_keygen()), false);
    },
    async "a random source that calls back"() {
      const works = random.fill;
      let inner;
      random.fill = (into) => {
        try {
          q.crypto_hash_sha256("m");
        } catch (error) {
          inner = error;
        }
        works(into);
      };
      const key = q.crypto_secretbox_keygen();
      random.fill = works;
      equal([inner.code, key.length], ["BUSY", 32]);
    },
    async "more random bytes than a source gives at once"() {
      const sizes = [];
      const works = random.fill;
      random.fill = (into) => {
        sizes.push(into.length);
        works(into);
      };
      const drawn = q.randombytes_buf(200000);
      random.fill = works;
      equal(sizes, [65536, 65536, 65536, 3392]);
      equal(new Set(drawn).size, 256);
    },
  };
  return Object.entries(cases).map(([name, run]) => ({ group: "Start", name, run }));
}
