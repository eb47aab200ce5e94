// Runs the known-answer tests of `vectors/` with the package. The table has a row per file, with the number of cases
// that the package's functions support; all other cases are skipped.
import { equal, refused } from "./expect.js";

const hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Returns the digest of a message, which may be repeated; long messages use the incremental functions. */
const repeated = (q, name, { message, repeat }) => {
  const state = q[`${name}_init`]();
  const piece = hex(message);
  const many = new Uint8Array(piece.length * Math.min(repeat, 1000));
  for (let i = 0; i < many.length; i += piece.length) many.set(piece, i);
  for (let left = repeat; left > 0; left -= 1000)
    q[`${name}_update`](state, left >= 1000 ? many : many.subarray(0, left * piece.length));
  return q[`${name}_final`](state, "hex");
};

const hash = (name) => (q, t) => equal(t.repeat ? repeated(q, name, t) : q[name](hex(t.message), "hex"), t.digest);

const mac = (name, size) => (q, t) => {
  const key = hex(t.key);
  if (key.length === size) {
    equal(q[name](hex(t.message), key, "hex"), t.tag);
    if (q[`${name}_verify`]) equal(q[`${name}_verify`](hex(t.tag), hex(t.message), key), true);
  }
  if (!q[`${name}_init`]) return key.length === size;
  const state = q[`${name}_init`](key);
  q[`${name}_update`](state, hex(t.message));
  equal(q[`${name}_final`](state, "hex"), t.tag);
};

const aead = (name) => (q, t) => {
  if ((t.mode && t.mode !== "gcm") || q[`${name}_KEYBYTES`] !== t.key.length / 2) return false;
  const [key, nonce, ad, message] = [t.key, t.nonce ?? t.iv, t.additional_data, t.message].map(hex);
  equal(q[`${name}_encrypt`](message, ad, null, nonce, key, "hex"), t.ciphertext + t.tag);
  const { ciphertext, mac: tag } = q[`${name}_encrypt_detached`](message, ad, null, nonce, key, "hex");
  equal(ciphertext + tag, t.ciphertext + t.tag);
  equal(q[`${name}_decrypt`](null, hex(t.ciphertext + t.tag), ad, nonce, key, "hex"), t.message);
  equal(q[`${name}_decrypt_detached`](null, hex(t.ciphertext), hex(t.tag), ad, nonce, key, "hex"), t.message);
};

/** Returns a keystream, or its digest if it is long. */
const keystream = (q, t, name) => {
  const stream = q[name](t.length, hex(t.nonce), hex(t.key));
  return t.sha256 ? equal(q.crypto_hash_sha256(stream, "hex"), t.sha256) : equal(q.to_hex(stream), t.keystream);
};

/** Compares a result, or expects an exception if there is none. */
const orNone = (make, result) => (result === null ? refused(make) : equal(make(), result));

const edwards = (q, t) => {
  const [p, other, scalar, uniform] = [t.p ?? t.point, t.q, t.scalar, t.uniform].map((x) => x && hex(x));
  const core = `crypto_core_ed25519_${t.operation}`;
  const made = (name, ...given) => orNone(() => q[name](...given, "hex"), t.result);
  switch (t.operation) {
    case "is_valid":
      return equal(q.crypto_core_ed25519_is_valid_point(p), t.valid);
    case "add":
    case "sub":
      return made(core, p, other);
    case "from_uniform":
    case "from_hash":
      return made(core, uniform);
    case "scalarmult":
    case "scalarmult_noclamp":
      return made(`crypto_scalarmult_ed25519${t.operation.slice(10)}`, scalar, p);
    case "base":
    case "base_noclamp":
      return made(`crypto_scalarmult_ed25519_${t.operation}`, scalar);
    default:
      return made(core, ...[t.wide, t.x, t.y].filter((x) => x !== undefined).map(hex));
  }
};

const x25519 = (q, t) => {
  const [scalar, point] = [t.scalar, t.point].map((x) => x && hex(x));
  switch (t.operation) {
    case "scalarmult":
      return equal(q.crypto_scalarmult(scalar, point, "hex"), t.result);
    case "base":
      return equal(q.crypto_scalarmult_base(scalar, "hex"), t.result);
    case "weak":
      return refused(() => q.crypto_scalarmult(scalar, point));
    case "iterate": {
      if (t.iterations > 1000) return false;
      let [k, u] = [scalar, point];
      for (let i = 0; i < t.iterations; i++) [k, u] = [q.crypto_scalarmult(k, u), k];
      return equal(q.to_hex(k), t.result);
    }
    default:
      return false;
  }
};

const ed25519 = (q, t) => {
  const { publicKey, privateKey } = q.crypto_sign_seed_keypair(hex(t.seed));
  if (t.operation !== "sign") {
    equal(q.crypto_sign_ed25519_pk_to_curve25519(publicKey, "hex"), t.public_x25519);
    return equal(q.crypto_sign_ed25519_sk_to_curve25519(privateKey, "hex"), t.secret_x25519);
  }
  const message = hex(t.message);
  equal(q.to_hex(publicKey), t.public_key);
  equal(q.crypto_sign_detached(message, privateKey, "hex"), t.signature);
  equal(q.crypto_sign(message, privateKey, "hex"), t.signature + t.message);
  return equal(q.crypto_sign_verify_detached(hex(t.signature), message, publicKey), true);
};

const ristretto = (q, t) => {
  if (t.operation === "base")
    return orNone(
      () => q.crypto_scalarmult_ristretto255_base(hex(t.scalar), "hex"),
      /^0*$/.test(t.scalar) ? null : t.result,
    );
  if (t.operation === "invalid") return equal(q.crypto_core_ristretto255_is_valid_point(hex(t.point)), false);
  return equal(q.crypto_core_ristretto255_from_hash(hex(t.uniform), "hex"), t.result);
};

const ipcrypt = (q, t) => {
  const name = `crypto_ipcrypt${t.operation === "deterministic" ? "" : `_${t.operation}`}`;
  const [address, key] = [t.address, t.key].map(hex);
  equal(q[`${name}_encrypt`](address, ...(t.tweak ? [hex(t.tweak)] : []), key, "hex"), t.output);
  return equal(q[`${name}_decrypt`](hex(t.output), key, "hex"), t.address);
};

const turboshake = (q, t) => {
  const name = `crypto_xof_${t.hash}`;
  const state = q[`${name}_init_with_domain`](t.domain);
  const message = t.ones ? new Uint8Array(t.ones).fill(255) : Uint8Array.from({ length: t.length }, (_, i) => i % 0xfb);
  q[`${name}_update`](state, message);
  return equal(q[`${name}_squeeze`](state, t.output.length / 2, "hex"), t.output);
};

/** For each file: a check, which returns false for an unsupported case, and the number of supported cases. */
const FILES = {
  "aegis128l.json": [aead("crypto_aead_aegis128l"), 5],
  "aegis256.json": [aead("crypto_aead_aegis256"), 5],
  "aes.json": [aead("crypto_aead_aes256gcm"), 4],
  "blake2b.json": [
    (q, t) => {
      if (t.length === undefined) return false;
      const [key, salt, personal, message] = [t.key, t.salt, t.personal, t.message].map(hex);
      if (/^0*$/.test(t.salt + t.personal)) return equal(q.crypto_generichash(t.length, message, key, "hex"), t.digest);
      if (message.length > 0) return false;
      return equal(q.crypto_generichash_blake2b_salt_personal(t.length, key, salt, personal, "hex"), t.digest);
    },
    51,
  ],
  "box.json": [
    (q, t) => {
      const [sk, pk, nonce, message] = [t.secret_key, t.public_key, t.nonce, t.message].map(hex);
      equal(q.crypto_box_beforenm(pk, sk, "hex"), t.shared_key);
      equal(q.crypto_box_easy(message, nonce, pk, sk, "hex"), t.boxed);
      return equal(q.crypto_box_open_easy(hex(t.boxed), nonce, pk, sk, "hex"), t.message);
    },
    2,
  ],
  "argon2.json": [
    (q, t) => {
      const kind = { i: q.crypto_pwhash_ALG_ARGON2I13, id: q.crypto_pwhash_ALG_ARGON2ID13 }[t.kind];
      if (!kind || t.lanes !== 1 || t.secret || t.data || t.salt.length !== 32) return false;
      const [passphrase, salt] = [hex(t.passphrase), hex(t.salt)];
      return equal(
        q.crypto_pwhash(t.tag.length / 2, passphrase, salt, t.passes, t.memory_kib * 1024, kind, "hex"),
        t.tag,
      );
    },
    13,
  ],
  "chacha20.json": [
    (q, t) =>
      equal(
        q.crypto_stream_chacha20_ietf_xor_ic(hex(t.message), hex(t.nonce), t.counter, hex(t.key), "hex"),
        t.ciphertext,
      ),
    9,
  ],
  "chacha20poly1305.json": [aead("crypto_aead_chacha20poly1305"), 1],
  "chacha20poly1305-ietf.json": [aead("crypto_aead_chacha20poly1305_ietf"), 2],
  "cores.json": [
    (q, t) => {
      const name = `crypto_core_${t.function}`;
      return q[name]
        ? equal(q[name](hex(t.input), hex(t.key), t.constants && hex(t.constants), "hex"), t.output)
        : false;
    },
    4,
  ],
  "ed25519.json": [ed25519, 6],
  "edwards25519.json": [edwards, 538],
  "edwards25519-strings.json": [
    (q, t) => {
      const end = t.map === "uniform" ? "" : "_nu";
      const make = q[`crypto_core_ed25519_from_string${end}`];
      return equal(make(hex(t.context), hex(t.message), 2, "hex"), t.point);
    },
    10,
  ],
  "hkdf.json": [
    (q, t) => {
      equal(q.crypto_kdf_hkdf_sha256_extract(hex(t.salt), hex(t.ikm), "hex"), t.prk);
      return equal(q.crypto_kdf_hkdf_sha256_expand(t.okm.length / 2, hex(t.info), hex(t.prk), "hex"), t.okm);
    },
    3,
  ],
  "hmac-sha256.json": [mac("crypto_auth_hmacsha256", 32), 6],
  "hmac-sha512.json": [mac("crypto_auth_hmacsha512", 32), 6],
  "hmac-sha512-256.json": [mac("crypto_auth_hmacsha512256", 32), 5],
  "ipcrypt.json": [ipcrypt, 28],
  "poly1305.json": [mac("crypto_onetimeauth", 32), 13],
  "ristretto255.json": [ristretto, 53],
  "salsa20.json": [(q, t) => keystream(q, t, `crypto_stream_salsa20${t.rounds === 20 ? "" : t.rounds}`), 4],
  "scrypt.json": [
    (q, t) =>
      equal(
        q.crypto_pwhash_scryptsalsa208sha256_ll(hex(t.password), hex(t.salt), t.n, t.r, t.p, t.key.length / 2, "hex"),
        t.key,
      ),
    3,
  ],
  "sha256.json": [hash("crypto_hash_sha256"), 6],
  "sha512.json": [hash("crypto_hash_sha512"), 6],
  "sha3.json": [(q, t) => equal(q[`crypto_hash_${t.hash.replace("_", "")}`](hex(t.message), "hex"), t.digest), 4],
  "shake128.json": [(q, t) => equal(q.crypto_xof_shake128(t.length, hex(t.message), "hex"), t.output), 9],
  "shake256.json": [(q, t) => equal(q.crypto_xof_shake256(t.length, hex(t.message), "hex"), t.output), 14],
  "siphash24.json": [mac("crypto_shorthash", 16), 64],
  "siphashx24.json": [mac("crypto_shorthash_siphashx24", 16), 64],
  "turboshake.json": [turboshake, 15],
  "x25519.json": [x25519, 14],
  "xchacha20poly1305.json": [aead("crypto_aead_xchacha20poly1305_ietf"), 1],
  "xwing.json": [
    (q, t) => {
      equal(q.crypto_kem_seed_keypair(hex(t.secret_key), "hex").publicKey, t.public_key);
      const { ciphertext, sharedSecret } = q.crypto_kem_xwing_enc_deterministic(hex(t.public_key), hex(t.randomness));
      equal(q.to_hex(ciphertext), t.ciphertext);
      equal(q.to_hex(sharedSecret), t.shared_secret);
      return equal(q.crypto_kem_dec(ciphertext, hex(t.secret_key), "hex"), t.shared_secret);
    },
    3,
  ],
  "xsalsa20.json": [
    (q, t) => {
      if (t.operation === "stream") return keystream(q, t, "crypto_stream");
      return equal(
        q.crypto_stream_xor(hex(t.message), hex(t.nonce), hex(t.key), "hex").slice(2 * t.skip),
        t.ciphertext,
      );
    },
    3,
  ],
  "xsalsa20poly1305.json": [
    (q, t) => {
      equal(q.crypto_secretbox_easy(hex(t.message), hex(t.nonce), hex(t.key), "hex"), t.boxed);
      return equal(q.crypto_secretbox_open_easy(hex(t.boxed), hex(t.nonce), hex(t.key), "hex"), t.message);
    },
    1,
  ],
};

function verdicts(q, { signatures, public_keys, seeds }) {
  for (const t of signatures) {
    const [signature, message, key] = [t.signature, t.message, t.public_key].map(hex);
    equal(q.crypto_sign_verify_detached(signature, message, key), t.verdict, t.name);
  }
  for (const t of public_keys) orNone(() => q.crypto_sign_ed25519_pk_to_curve25519(hex(t.public_key), "hex"), t.x25519);
  for (const t of seeds) {
    const { publicKey, privateKey } = q.crypto_sign_seed_keypair(hex(t.seed));
    equal(q.to_hex(publicKey), t.public_key);
    equal(q.crypto_sign_ed25519_sk_to_curve25519(privateKey, "hex"), t.x25519);
  }
  return signatures.length + public_keys.length + seeds.length;
}

/** Returns the cases; `load` reads a vector file by name. */
export function vectors(q, load) {
  const rows = Object.entries(FILES).map(([file, [check, fitting]]) => ({
    group: "Known answers",
    name: file.replace(".json", ""),
    run: async () => {
      const { tests } = await load(file);
      const run = tests.filter((t) => check(q, t) !== false).length;
      equal(run, fitting, `${file}: cases that fit`);
      return run === 1 ? "1 answer" : `${run} answers`;
    },
  }));
  rows.push({
    group: "Known answers",
    name: "ed25519-verdicts",
    run: async () => `${verdicts(q, await load("ed25519-verdicts.json"))} answers`,
  });
  return rows;
}
