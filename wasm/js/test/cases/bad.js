// Invalid input: an exception names the argument, and the instance still works afterwards.
import { equal, refused } from "./expect.js";

const KEY = new Uint8Array(32).fill(7);
const NONCE = new Uint8Array(24).fill(9);

/** Checks that the instance still works. */
function alive(q) {
  const boxed = q.crypto_secretbox_easy("still here", NONCE, KEY);
  equal(q.crypto_secretbox_open_easy(boxed, NONCE, KEY, "text"), "still here");
}

/** Returns a view of detached memory. */
function detached(size) {
  const view = new Uint8Array(size);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

const cases = {
  "lengths of keys and nonces"(q) {
    for (const size of [0, 23, 25, 1000])
      refused(() => q.crypto_secretbox_easy("m", new Uint8Array(size), KEY), TypeError, "nonce");
    for (const size of [0, 31, 33])
      refused(() => q.crypto_secretbox_easy("m", NONCE, new Uint8Array(size)), TypeError, "key");
    refused(() => q.crypto_sign_detached("m", KEY), TypeError, "privateKey");
    refused(() => q.crypto_sign_verify_detached(KEY, "m", KEY), TypeError, "signature");
    refused(() => q.crypto_kdf_derive_from_key(32, 1, "short", KEY), TypeError, "ctx");
    refused(() => q.crypto_generichash(32, "m", new Uint8Array(65)), TypeError, "key");
    refused(() => q.crypto_kem_enc(KEY), TypeError, "publicKey");
    refused(() => q.crypto_kem_dec(new Uint8Array(1119), KEY), TypeError, "ciphertext");
    refused(() => q.crypto_kem_mlkem768_seed_keypair(KEY), TypeError, "seed");
    refused(() => q.crypto_ipcrypt_encrypt(NONCE, KEY), TypeError, "input");
    refused(() => q.crypto_ipcrypt_nd_decrypt(NONCE, KEY), TypeError, "key");
    refused(() => q.crypto_ipcrypt_ndx_encrypt(KEY.subarray(16), NONCE, KEY), TypeError, "tweak");
    refused(() => q.crypto_ipcrypt_ndx_decrypt(NONCE, KEY), TypeError, "input");
  },
  "ciphertexts shorter than a tag"(q) {
    refused(() => q.crypto_secretbox_open_easy(new Uint8Array(15), NONCE, KEY), TypeError, "ciphertext");
    refused(() => q.crypto_box_seal_open(new Uint8Array(47), KEY, KEY), TypeError, "ciphertext");
    refused(() => q.crypto_sign_open(new Uint8Array(63), KEY), TypeError, "signedMessage");
  },
  types(q) {
    for (const value of [
      undefined,
      null,
      5,
      true,
      {},
      [1, 2],
      new ArrayBuffer(32),
      new Float64Array(4),
      new DataView(new ArrayBuffer(32)),
      Symbol("k"),
      () => 1,
      5n,
    ])
      refused(() => q.crypto_secretbox_easy("m", NONCE, value), TypeError, "key");
    refused(() => q.crypto_secretbox_easy(), TypeError, "message");
    refused(() => q.crypto_secretbox_easy("m", NONCE, KEY, "base32"), TypeError, "outputFormat");
    refused(() => q.crypto_secretbox_easy("m", NONCE, KEY, 16), TypeError, "outputFormat");
    refused(() => q.crypto_secretbox_easy("m", NONCE, KEY, "constructor"), TypeError, "outputFormat");
    refused(() => q.crypto_pwhash_str_verify(KEY, "m"), TypeError, "hashed_password");
    refused(() => q.to_hex(5), TypeError, "input");
    refused(() => q.memcmp("a", "b"), TypeError, "b1");
    refused(() => q.memcmp(KEY, NONCE), TypeError, "b2");
  },
  numbers(q) {
    for (const value of [-1, 1.5, NaN, Infinity, 2 ** 53, 2 ** 32])
      refused(() => q.randombytes_buf(value), RangeError, "length");
    for (const value of ["8", null, undefined, {}]) refused(() => q.randombytes_buf(value), TypeError, "length");
    refused(() => q.crypto_generichash(65, "m"), RangeError, "hash_length");
    refused(() => q.crypto_generichash(0, "m"), RangeError, "hash_length");
    refused(() => q.crypto_kdf_derive_from_key(15, 1, "contexts", KEY), RangeError, "subkey_len");
    refused(() => q.crypto_kdf_derive_from_key(32, -1n, "contexts", KEY), RangeError, "subkey_id");
    refused(() => q.crypto_kdf_derive_from_key(32, 1n << 64n, "contexts", KEY), RangeError, "subkey_id");
    refused(() => q.crypto_pwhash(8, "p", KEY.subarray(16), 1, 1 << 20, 2), RangeError, "keyLength");
    refused(() => q.crypto_pwhash(32, "p", KEY.subarray(16), 0, 1 << 20, 2), RangeError, "opsLimit");
    refused(() => q.crypto_pwhash(32, "p", KEY.subarray(16), 1, 1, 2), RangeError, "memLimit");
    refused(() => q.crypto_pwhash(32, "p", KEY.subarray(16), 1, 1 << 20, 3), RangeError, "algorithm");
    refused(() => q.crypto_xof_shake128_init_with_domain(256), RangeError, "domain");
  },
  "views of memory that is detached"(q) {
    refused(() => q.crypto_secretbox_easy(detached(32), NONCE, KEY), TypeError, "message");
    refused(() => q.crypto_secretbox_easy("m", detached(24), KEY), TypeError, "nonce");
    refused(() => q.crypto_secretbox_easyInto(detached(32), "m", NONCE, KEY), TypeError, "output");
    refused(() => q.memzero(detached(8)), TypeError, "bytes");
    equal(q.crypto_hash_sha256(new Uint8Array(0), "hex").slice(0, 8), "e3b0c442");
  },
  "views of memory that was resized"(q) {
    const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
    if (!buffer.resizable) return "not in this engine";
    const [whole, part] = [new Uint8Array(buffer), new Uint8Array(buffer, 32, 32)];
    buffer.resize(16);
    equal(q.crypto_hash_sha256(whole), q.crypto_hash_sha256(new Uint8Array(16)));
    refused(() => q.crypto_hash_sha256(part), TypeError, "message");
    return undefined;
  },
  "views of shared memory"(q) {
    if (typeof SharedArrayBuffer === "undefined") return "not in this engine";
    const shared = new Uint8Array(new SharedArrayBuffer(32));
    refused(() => q.crypto_secretbox_easy("m", NONCE, shared), TypeError, "key");
    refused(() => q.crypto_hash_sha256(shared), TypeError, "message");
    refused(() => q.crypto_secretbox_easyInto(shared, "m", NONCE, KEY), TypeError, "output");
    return undefined;
  },
  "more bytes than a module has addresses"(q) {
    for (const size of [2 ** 31, 2 ** 32 - 1, 2 ** 32]) {
      refused(() => q.randombytes_buf(size), RangeError, "length");
      refused(() => q.crypto_xof_shake256(size, "m"), RangeError, "out_length");
      refused(() => q.crypto_stream(size, NONCE, KEY), RangeError, "outLength");
    }
    let huge;
    try {
      huge = new Uint8Array(2 ** 32);
    } catch {
      return "no message of 4 GiB in this engine";
    }
    refused(() => q.crypto_hash_sha256(huge), RangeError, "message");
    // A message within the address space, but without room for its ciphertext, or without memory.
    const error = refused(() => q.crypto_secretbox_easy(huge.subarray(0, 2 ** 31 - 2 ** 17), NONCE, KEY));
    equal(error instanceof RangeError || error.code === "MEMORY", true, error.message);
    return undefined;
  },
  "memory for Argon2 that there is not"(q) {
    const salt = new Uint8Array(16);
    refused(() => q.crypto_pwhash(32, "p", salt, 1, 0xfffffc00, 2), "MEMORY", "crypto_pwhash");
    refused(() => q.crypto_pwhash(32, "p", salt, 1, 2 ** 32, 2), RangeError, "memLimit");
    refused(() => q.crypto_pwhash_str("p", 1, 0xfffffc00), "MEMORY");
    equal(q.crypto_pwhash(32, "p", salt, 1, 1 << 20, 2).length, 32);
  },
  "places that are too short"(q) {
    refused(() => q.crypto_secretbox_easyInto(new Uint8Array(16), "m", NONCE, KEY), TypeError, "output");
    refused(() => q.crypto_hash_sha256Into(new Uint8Array(31), "m"), TypeError, "output");
    refused(() => q.crypto_hash_sha256Into("m", "m"), TypeError, "output");
  },
  "what is not genuine"(q) {
    const boxed = q.crypto_secretbox_easy("attack at dawn", NONCE, KEY);
    for (let i = 0; i < boxed.length; i++) {
      const other = boxed.slice();
      other[i] ^= 1;
      const output = new Uint8Array(14);
      refused(() => q.crypto_secretbox_open_easyInto(output, other, NONCE, KEY), "FORGED");
      equal(q.is_zero(output), true, "what was written of a forgery");
    }
    equal(q.crypto_auth_verify(KEY, "m", KEY), false);
  },
  "keys of ML-KEM that are none"(q) {
    for (const [name, size] of Object.entries({ crypto_kem: 1216, crypto_kem_mlkem768: 1184 }))
      refused(() => q[`${name}_enc`](new Uint8Array(size).fill(255)), "POINT");
    const { privateKey, publicKey } = q.crypto_kem_mlkem768_keypair();
    const { ciphertext } = q.crypto_kem_mlkem768_enc(publicKey);
    privateKey[1300] ^= 1;
    refused(() => q.crypto_kem_mlkem768_dec(ciphertext, privateKey), "POINT");
    refused(() => q.crypto_kem_enc(new Uint8Array(1216)), "POINT");
  },
  "points that are weak"(q) {
    refused(() => q.crypto_scalarmult(KEY, new Uint8Array(32)), "POINT");
    refused(() => q.crypto_box_easy("m", NONCE, new Uint8Array(32), KEY), "POINT");
    equal(q.crypto_core_ed25519_is_valid_point(new Uint8Array(32)), false);
    equal(q.crypto_sign_verify_detached(new Uint8Array(64), "m", new Uint8Array(32)), false);
  },
  "states of others, and states that have ended"(q) {
    const state = q.crypto_hash_sha256_init();
    refused(() => q.crypto_hash_sha512_update(state, "m"), TypeError, "state_address");
    for (const value of [undefined, null, 5, {}, KEY])
      refused(() => q.crypto_hash_sha256_update(value, "m"), TypeError, "state_address");
    refused(() => q.crypto_hash_sha256_final(state, "base32"), TypeError, "outputFormat");
    q.crypto_hash_sha256_final(state);
    refused(() => q.crypto_hash_sha256_final(state), TypeError, "state_address");
    refused(() => q.crypto_hash_sha256_update(state, "m"), TypeError, "state_address");
  },
  "a key that cannot sign leaves the message to another"(q) {
    const [own, other] = [KEY, new Uint8Array(32)].map((seed) => q.crypto_sign_seed_keypair(seed));
    const mixed = Uint8Array.from([...own.privateKey.subarray(0, 32), ...other.publicKey]);
    const state = q.crypto_sign_init();
    q.crypto_sign_update(state, "message");
    refused(() => q.crypto_sign_final_create(state, mixed), Error, "crypto_sign_final_create");
    q.crypto_sign_update(state, " and more");
    const signature = q.crypto_sign_final_create(state, own.privateKey);
    const judged = q.crypto_sign_init();
    q.crypto_sign_update(judged, "message and more");
    equal(q.crypto_sign_final_verify(judged, signature, own.publicKey), true);
  },
  "states that are given up"(q) {
    const state = q.crypto_hash_sha256_init();
    q.free(state);
    refused(() => q.free(state), TypeError, "state_address");
    refused(() => q.crypto_hash_sha256_update(state, "m"), TypeError, "state_address");
    for (const value of [undefined, 0, -1, "foo", {}]) refused(() => q.free(value), TypeError, "state_address");
  },
  "hashed passwords that are none"(q) {
    for (const text of ["", "not-a-hash", "$argon2id$"])
      refused(() => q.crypto_pwhash_str_needs_rehash(text, 2, 1 << 20), "TEXT");
    equal(q.crypto_pwhash_str_verify("not-a-hash", "p"), false);
    equal(q.crypto_core_ed25519_is_valid_point(new Uint8Array(32)), false);
    // The failure of one call must not affect another.
    equal(q.randombytes_buf(8).length, 8);
  },
  "results that are no text"(q) {
    const boxed = q.crypto_secretbox_easy(Uint8Array.of(0xff, 0xfe), NONCE, KEY);
    refused(() => q.crypto_secretbox_open_easy(boxed, NONCE, KEY, "text"), TypeError);
  },
  "a stack without room"(q) {
    const error = (function deeper() {
      try {
        return deeper();
      } catch {
        return refusedOrDone(() => q.crypto_scalarmult_base(KEY));
      }
    })();
    if (error && !(error instanceof RangeError) && error.code !== "STOPPED") throw error;
    equal(q.crypto_scalarmult_base(KEY).length, 32);
  },
};

function refusedOrDone(call) {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Returns the cases. */
export function bad(q) {
  return Object.entries(cases).map(([name, run]) => ({
    group: "Bad input",
    name,
    run: () => {
      const told = run(q);
      alive(q);
      return told;
    },
  }));
}
