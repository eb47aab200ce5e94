// Detects secret remnants in a module's memory. Each sequence of calls runs twice, with the same initial memory and
// different secrets. A difference in memory afterwards is a trace of a secret, unless it is part of a public value.
import { argumentsFor, filled, generator, inverseOf, isPure } from "./agreement.js";

/** Message lengths: zero, parts of blocks, around blocks, and several widths of the widest kernels. */
const LENGTHS = [0, 1, 16, 23, 64, 100, 128, 200, 511, 600, 5000];
const FEW = [32, 300];

/** Secret arguments. */
const SECRETS =
  /^(key|privateKey|sharedKey|seed|password|edSk|clientSecretKey|serverSecretKey|message|scalar|ikm|prk)$/;
/** Functions with public results: tags, signatures, public keys and points, and ciphertexts. */
const PUBLIC =
  /^crypto_(aead|secretbox|box|secretstream|onetimeauth|shorthash|ipcrypt|sign|\w*pwhash\w*_str|scalarmult\w*_base)/;
const POINTS = /^crypto_core_\w+_(add|sub|from_\w+|random)/;
/** Exceptions to these prefixes: functions with secret results. */
const PRIVATE = /(keygen|keypair|beforenm|sk_to_\w+)$|_open|decrypt|_pull/;

/** Differences of at most this many adjacent bytes are ignored as chance: numbers may share their high bytes. */
const CHANCE = 2;

/** Returns all bytes in a value. */
function bytesIn(value) {
  if (value instanceof Uint8Array) return [Buffer.from(value)];
  if (typeof value === "string") return [Buffer.from(value)];
  return value && typeof value === "object" ? Object.values(value).flatMap(bytesIn) : [];
}

/** Returns the public results. */
function known(name, out) {
  const isPublic = (PUBLIC.test(name) || POINTS.test(name)) && !PRIVATE.test(name);
  return bytesIn(isPublic ? out : [out?.publicKey, out?.ciphertext]);
}

/** Returns the known remnants of a signing key: its public half, and half of a digest of the last signing key. */
function kept(peer, privateKey) {
  return bytesIn([privateKey.subarray(32), peer.crypto_hash_sha512(privateKey).subarray(0, 32)]);
}

/** Returns arguments from `argumentsFor` with the same lengths and numbers as `others`. */
function alike(signature, peer, size, draw, others) {
  for (let tries = 0; tries < 5000; tries++) {
    const found = argumentsFor(signature, peer, size, draw);
    if (found.every((value, i) => value?.length === others[i]?.length))
      return found.map((value, i) => (value instanceof Uint8Array ? value : others[i]));
  }
  throw new Error(`${signature.name}: no arguments of the same lengths`);
}

/** Calls a function; returns the public parts of its arguments and results. */
function called(q, peer, signature, args) {
  const out = q[signature.name](...args);
  const open = signature.arguments.flatMap(({ name }, i) => {
    if (name === "privateKey" && /^crypto_sign/.test(signature.name)) return kept(peer, args[i]);
    return SECRETS.test(name) ? [] : bytesIn(args[i]);
  });
  return { out, open: [...open, ...known(signature.name, out)] };
}

/** Yields verifications of a valid tag and of a forgery; the valid tag for the forged message must not leak. */
function* verified(q, peer, signature, pairs, size) {
  const name = `${signature.name}_verify`;
  yield [
    `${name} of ${size}`,
    (which) => {
      const { out, open } = called(q, peer, signature, pairs[which]);
      if (!q[name](out, ...pairs[which])) throw new Error(`${name} rejects a valid tag`);
      return [...open, ...bytesIn(out)];
    },
  ];
  yield [
    `${name} of a forgery of ${size}`,
    (which) => {
      const forged = filled(generator(which + 40), 64).subarray(0, q[`${signature.name}_BYTES`]);
      if (q[name](forged, ...pairs[which])) throw new Error(`${name} accepts a forgery`);
      return bytesIn(forged);
    },
  ];
}

/** Yields a function and its inverse. */
function* whole(q, peer, signature) {
  const { name } = signature;
  const takesMessage = signature.arguments.some(({ item }) => /[mMbBplL]/.test(item[0]));
  const isCostly = /pwhash|scalarmult|box|keypair|sign|kem/.test(name);
  const inverse = inverseOf(name);
  for (const size of takesMessage && !isCostly ? LENGTHS : FEW) {
    const first = argumentsFor(signature, peer, size, generator(size + 7));
    const second = alike(signature, peer, size, generator(size + 77), first);
    const pairs = [first, second];
    yield [`${name} of ${size}`, (which) => called(q, peer, signature, pairs[which]).open];
    if (q[`${name}_verify`]) yield* verified(q, peer, signature, pairs, size);
    if (!inverse) continue;
    const { undo, order } = inverse;
    yield [
      `${undo} of ${size}`,
      (which) => {
        const { out, open } = called(q, peer, signature, pairs[which]);
        q[undo](...order(out, pairs[which]));
        return [...open, ...bytesIn(out)];
      },
    ];
    if (/ipcrypt/.test(name)) continue;
    // A valid tag of an attacker's message would be a forgery, so it must not leak.
    yield [
      `${undo} of a forgery of ${size}`,
      (which) => {
        const { out, open } = called(q, peer, signature, pairs[which]);
        const given = order(out, pairs[which]).map((value) => value?.slice?.() ?? value);
        const nonce = given.at(-2);
        nonce[0] ^= 1;
        try {
          q[undo](...given);
        } catch {
          return [...open, ...bytesIn(nonce), ...bytesIn(out)];
        }
        throw new Error(`${undo} opens a forgery`);
      },
    ];
  }
}

/** Yields incremental operations: finished, and discarded. */
function* pieces(q) {
  const families = [
    ["crypto_generichash", [32, 32], 32],
    ["crypto_generichash", [31, 20], 20],
    ["crypto_onetimeauth", [32]],
    ["crypto_auth_hmacsha256", [32]],
    ["crypto_auth_hmacsha512", [32]],
    ["crypto_auth_hmacsha512256", [32]],
    ["crypto_auth_hmacsha256", [200]],
    ["crypto_hash_sha256", []],
    ["crypto_hash_sha512", []],
    ["crypto_hash_sha3256", []],
    ["crypto_hash_sha3512", []],
    ["crypto_xof_shake128", [], 100],
    ["crypto_xof_turboshake256", [], 100],
    ["crypto_kdf_hkdf_sha256_extract", [24]],
    ["crypto_kdf_hkdf_sha512_extract", [24]],
  ];
  for (const [family, [keyLength, outLength], lastLength] of families) {
    const end = /xof/.test(family) ? "squeeze" : "final";
    for (const size of LENGTHS)
      for (const isFinished of [true, false])
        yield [
          `${family} of ${size} and 7 ${isFinished ? "in pieces" : "given up"}`,
          (which) => {
            const draw = generator(which + 5);
            const key = keyLength ? [filled(draw, keyLength), ...(outLength ? [outLength] : [])] : [];
            const state = q[`${family}_init`](...key);
            q[`${family}_update`](state, filled(draw, size));
            q[`${family}_update`](state, filled(draw, 7));
            let tag = null;
            if (isFinished) tag = q[`${family}_${end}`](state, ...(lastLength ? [lastLength] : []));
            if (!isFinished || end === "squeeze") q.free(state);
            return known(family, tag);
          },
        ];
  }
}

/** Yields Ed25519ph and streams. */
function* keyed(q, peer) {
  for (const size of FEW) {
    yield [
      `crypto_sign_final_create of ${size}`,
      (which) => {
        const draw = generator(which + 9);
        const { privateKey, publicKey } = q.crypto_sign_seed_keypair(filled(draw, 32));
        const state = q.crypto_sign_init();
        q.crypto_sign_update(state, filled(draw, size));
        return [...kept(peer, privateKey), ...bytesIn([publicKey, q.crypto_sign_final_create(state, privateKey)])];
      },
    ];
    for (const isForged of [false, true])
      yield [
        isForged ? `crypto_secretstream, a forgery of ${size}` : `crypto_secretstream of ${size}`,
        (which) => {
          const name = "crypto_secretstream_xchacha20poly1305";
          const draw = generator(which + 3);
          const key = filled(draw, 32);
          const { state, header } = q[`${name}_init_push`](key);
          const texts = isForged
            ? [filled(draw, size + q[`${name}_ABYTES`])]
            : [0, 3].map((tag) => q[`${name}_push`](state, filled(draw, size), null, tag));
          const reader = q[`${name}_init_pull`](header, key);
          for (const text of texts)
            if (q[`${name}_pull`](reader, text, null) && isForged)
              throw new Error(`${name}_pull opens a forgery`);
          q.free(state);
          q.free(reader);
          return bytesIn([header, texts]);
        },
      ];
  }
}

const DRAWN = /keygen$|_keypair$|_random$|_seal$|_str$|_enc$|^randombytes_buf$/;

/** Yields the opening of sealed boxes and the verification of password hashes. */
function* opened(q) {
  for (const name of ["crypto_box", "crypto_box_curve25519xchacha20poly1305"])
    yield [
      `${name}_seal_open`,
      (which) => {
        const draw = generator(which + 11);
        const { publicKey, privateKey } = q[`${name}_seed_keypair`](filled(draw, 32));
        const sealed = q[`${name}_seal`](filled(draw, 300), publicKey);
        q[`${name}_seal_open`](sealed, publicKey, privateKey);
        return bytesIn([publicKey, sealed]);
      },
    ];
  for (const [name, limits] of Object.entries({
    crypto_pwhash: [3, 65536],
    crypto_pwhash_scryptsalsa208sha256: [32768, 16777216],
  }))
    yield [
      `${name}_str_verify`,
      (which) => {
        const password = filled(generator(which + 13), 20);
        const stored = q[`${name}_str`](password, ...limits);
        if (!q[`${name}_str_verify`](stored, password)) throw new Error(`${name}_str_verify rejects the password`);
        return [...bytesIn(stored), ...bytesIn(filled(generator(which + 1), 32))];
      },
    ];
}

/** Yields functions with random results. */
function* drawn(q, peer, signatures) {
  for (const signature of signatures) {
    const { name } = signature;
    if (!DRAWN.test(name) || /seed_keypair/.test(name)) continue;
    const args = argumentsFor(signature, peer, 64, generator(name.length));
    // The salt of a password hash is public.
    const salt = (which) => (/_str$/.test(name) ? bytesIn(filled(generator(which + 1), 32)) : []);
    yield [name, (which) => [...called(q, peer, signature, args).open, ...salt(which)]];
  }
}

/** Yields all call sequences for the functions of a profile. */
function* ways(q, peer, signatures) {
  for (const signature of signatures) {
    if (isPure(signature)) yield* whole(q, peer, signature);
  }
  yield* pieces(q);
  yield* keyed(q, peer);
  yield* opened(q);
  yield* drawn(q, peer, signatures);
}

/** Returns descriptions of differing bytes that are not part of a known value. */
export function unexplained(one, other, known) {
  const found = [];
  const differs = (i) => one[i] !== other[i];
  const isKnown = (start, end) => known.some((bytes) => bytes.includes(one.subarray(start, end)));
  let next = 0;
  for (let page = 0; page < one.length; page += 4096) {
    if (one.compare(other, page, page + 4096, page, page + 4096) === 0) continue;
    for (let start = Math.max(page, next); start < page + 4096; start++) {
      if (!differs(start)) continue;
      let end = start + 1;
      while (end < one.length && differs(end) && isKnown(start, end + 1)) end++;
      const isExplained = end - start > CHANCE;
      if (!isExplained) while (end < one.length && differs(end)) end++;
      if (!isExplained && end - start > CHANCE) found.push(`${end - start} bytes at 0x${start.toString(16)}`);
      next = end;
      start = end - 1;
    }
  }
  return found;
}

/**
 * Returns the secret remnants of a profile: the name of each call sequence that leaves remnants, and their addresses.
 * `memory` returns the module's memory, and `seed` sets the seed of the random source.
 */
export function residue(q, peer, signatures, memory, seed) {
  const found = [];
  let count = 0;
  const gone = (way, which) => {
    seed(which + 1);
    return way(which);
  };
  for (const [name, way] of ways(q, peer, signatures)) {
    try {
      [0, 1].forEach((which) => gone(way, which));
    } catch (error) {
      if (error.code === "PROFILE") continue;
      throw error;
    }
    const before = memory().slice();
    const open = gone(way, 0);
    const one = Buffer.from(memory());
    memory().set(before);
    open.push(...gone(way, 1));
    const other = Buffer.from(memory());
    if (one.length !== before.length || other.length !== before.length) throw new Error(`${name}: memory has grown`);
    count++;
    const traces = unexplained(one, other, open);
    if (traces.length > 0) found.push(`${name}: ${traces.join(", ")}`);
  }
  return { count, found };
}
