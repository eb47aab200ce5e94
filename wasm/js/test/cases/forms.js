// Formats of arguments and results, the classes, and memory use.
import { equal, refused } from "./expect.js";

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
const NONCE = new Uint8Array(24);

const cases = {
  "output formats"(q) {
    const bytes = q.crypto_hash_sha256("abc");
    equal(q.crypto_hash_sha256("abc", "hex"), q.to_hex(bytes));
    equal(q.crypto_hash_sha256("abc", "base64"), q.to_base64(bytes));
    equal(q.crypto_hash_sha256("abc", "uint8array"), bytes);
    for (const none of [null, 0, false, ""]) equal(q.crypto_hash_sha256("abc", none), bytes);
    const { ciphertext, mac } = q.crypto_box_detached("abc", NONCE, q.crypto_scalarmult_base(KEY), KEY, "hex");
    equal([ciphertext.length, mac.length], [6, 32]);
    const { publicKey, privateKey, keyType } = q.crypto_sign_keypair("base64");
    equal([publicKey.length, privateKey.length, keyType], [43, 86, "ed25519"]);
  },
  "texts stand for their UTF-8"(q) {
    equal(q.crypto_hash_sha256("Grüße 🧂"), q.crypto_hash_sha256(q.from_string("Grüße 🧂")));
    const boxed = q.crypto_secretbox_easy("Grüße 🧂", NONCE, KEY);
    equal(q.crypto_secretbox_open_easy(boxed, NONCE, KEY, "text"), "Grüße 🧂");
    equal(q.to_string(q.from_string("\ufeffmark")), "\ufeffmark");
    // Short ASCII strings are encoded here, longer and non-ASCII strings by the engine.
    const encoder = new TextEncoder();
    for (let length = 0; length < 70; length++)
      for (const last of ["", "\0", "\x7f", "\x80", "\xff", "\u0100", "\u8000", "\ud800", "🧂"])
        equal(q.from_string("a".repeat(length) + last), encoder.encode("a".repeat(length) + last));
  },
  "results in bytes that the caller has"(q) {
    const place = new Uint8Array(100).fill(5);
    const written = q.crypto_secretbox_easyInto(place.subarray(10), "message", NONCE, KEY);
    equal(written, q.crypto_secretbox_easy("message", NONCE, KEY));
    equal([written.buffer === place.buffer, written.byteOffset, place[9], place[10 + 23]], [true, 10, 5, 5]);
    equal(q.to_string(q.crypto_secretbox_open_easyInto(written, written, NONCE, KEY)), "message");
    equal(q.randombytes_bufInto(place, 100).length, 100);
    equal(q.crypto_hash_sha256Into(place, "abc"), q.crypto_hash_sha256("abc"));
  },
  "views into the middle of memory"(q) {
    const all = q.randombytes_buf(200);
    equal(q.crypto_hash_sha256(all.subarray(33, 133)), q.crypto_hash_sha256(all.slice(33, 133)));
  },
  "results belong to the caller"(q) {
    const one = q.crypto_hash_sha256("one");
    const kept = one.slice();
    q.crypto_hash_sha256("two");
    equal(one, kept);
    equal(one.buffer.byteLength, 32);
  },
  "messages around the room for arguments, and beyond"(q) {
    for (const size of [65300, 65472, 65536, 65537, 1 << 20, 5 << 20]) {
      const message = new Uint8Array(size).fill(3);
      const boxed = q.crypto_secretbox_easy(message, NONCE, KEY);
      equal(boxed.length, size + 16);
      const opened = q.crypto_secretbox_open_easy(boxed, NONCE, KEY);
      equal([opened.length, q.memcmp(opened, message)], [size, true]);
    }
  },
  "results of every length around those that have their place in front"(q) {
    for (const size of [0, 1, 15, 16, 17, 239, 240, 241, 255, 256, 257, 272, 511, 512, 513, 528]) {
      const message = new Uint8Array(size).fill(3);
      const boxed = q.crypto_secretbox_easy(message, NONCE, KEY);
      equal(q.crypto_secretbox_open_easy(boxed, NONCE, KEY), message, `message of ${size}`);
      equal(q.crypto_secretbox_easyInto(new Uint8Array(size + 16), message, NONCE, KEY), boxed);
      equal(q.crypto_secretbox_easy(message, NONCE, KEY, "hex"), q.to_hex(boxed));
    }
    equal(q.crypto_pwhash_str("p", 1, 8192).slice(0, 10), "$argon2id$");
  },
  "messages around what there is room for at first"(q) {
    for (let size = 33000; size < 33300; size += 7) {
      const message = new Uint8Array(size).fill(size);
      equal(
        q.memcmp(q.crypto_secretbox_open_easy(q.crypto_secretbox_easy(message, NONCE, KEY), NONCE, KEY), message),
        true,
      );
    }
  },
  "many messages in pieces at once"(q) {
    const states = Array.from({ length: 30 }, () => q.crypto_hash_sha512_init());
    const other = q.crypto_generichash_init(KEY, 32);
    for (let piece = 0; piece < 5; piece++) {
      states.forEach((state, i) => q.crypto_hash_sha512_update(state, `${i} ${piece}`));
      q.crypto_generichash_update(other, "piece");
    }
    states.forEach((state, i) =>
      equal(
        q.crypto_hash_sha512_final(state),
        q.crypto_hash_sha512([0, 1, 2, 3, 4].map((piece) => `${i} ${piece}`).join("")),
      ),
    );
    equal(q.crypto_generichash_final(other, 32), q.crypto_generichash(32, "piece".repeat(5), KEY));
    refused(() => q.crypto_hash_sha512_update(states[0], "m"), TypeError, "state_address");
  },
  "bytes of a class that lies about their length"(q) {
    class Short extends Uint8Array {
      get length() {
        return 1;
      }
    }
    const bytes = new Short(100000).fill(5);
    equal(q.crypto_hash_sha256(bytes), q.crypto_hash_sha256(new Uint8Array(100000).fill(5)));
    equal(q.crypto_hash_sha256("abc", "hex").slice(0, 8), "ba7816bf");
  },
  "nonce and key of streams stand as in C, but where libsodium.js has them the other way round"(q) {
    const stream = q.crypto_stream(32, NONCE, KEY);
    equal(q.crypto_stream_xor(new Uint8Array(32), NONCE, KEY), stream);
    const [nonce, zeros] = [NONCE.subarray(0, 8), new Uint8Array(32)];
    equal(q.crypto_stream_chacha20_xor(zeros, nonce, KEY), q.crypto_stream_chacha20(32, KEY, nonce));
  },
  "numbers of 64 bits"(q) {
    equal(q.crypto_kdf_derive_from_key(32, 5, "contexts", KEY), q.crypto_kdf_derive_from_key(32, 5n, "contexts", KEY));
    equal(q.crypto_kdf_derive_from_key(32, (1n << 64n) - 1n, "contexts", KEY).length, 32);
  },
  "secret boxes"(q) {
    const box = q.SecretBox.generate();
    const sealed = box.seal("message");
    equal(sealed.length, 24 + 16 + 7);
    equal(q.to_string(box.open(sealed)), "message");
    equal(q.to_string(new q.SecretBox(box.key).open(sealed)), "message");
    sealed[30] ^= 1;
    refused(() => box.open(sealed), "FORGED");
    refused(() => box.open(sealed.subarray(0, 39)), TypeError, "boxed");
    refused(() => new q.SecretBox(NONCE), TypeError, "key");
    box.wipe();
    refused(() => box.seal("message"), "WIPED");
  },
  boxes(q) {
    const [one, other] = [q.PrivateKey.generate(), q.PrivateKey.generate()];
    const sealed = new q.Box(one, other.publicKey).seal("message");
    equal(q.to_string(new q.Box(other, one.publicKey).open(sealed)), "message");
    equal(q.to_string(other.open(other.publicKey.seal("from nobody"))), "from nobody");
    refused(() => one.open(other.publicKey.seal("from nobody")), "FORGED");
    refused(() => new q.Box(one.bytes, other.publicKey), TypeError, "privateKey");
    equal(new q.PrivateKey(one.bytes).publicKey.bytes, one.publicKey.bytes);
  },
  "agreed secrets"(q) {
    const key = q.DecapsulationKey.generate();
    const { ciphertext, sharedSecret } = key.encapsulationKey.encapsulate();
    equal([ciphertext.length, sharedSecret.length], [1120, 32]);
    equal(key.decapsulate(ciphertext), sharedSecret);
    const again = new q.DecapsulationKey(key.bytes);
    equal(again.encapsulationKey.bytes, key.encapsulationKey.bytes);
    equal(again.decapsulate(ciphertext), sharedSecret);
    ciphertext[7] ^= 1;
    equal(q.memcmp(key.decapsulate(ciphertext), sharedSecret), false);
    refused(() => key.decapsulate(NONCE), TypeError, "ciphertext");
    refused(() => new q.EncapsulationKey(KEY), TypeError, "key");
    refused(() => new q.EncapsulationKey(new Uint8Array(1216).fill(255)).encapsulate(), "POINT");
    key.wipe();
    refused(() => key.decapsulate(ciphertext), "WIPED");
  },
  signatures(q) {
    const key = q.SigningKey.generate();
    const signature = key.sign("message");
    equal(signature.length, 64);
    equal(key.verifyKey.verify(signature, "message"), "message");
    equal(new q.SigningKey(key.seed).verifyKey.bytes, key.verifyKey.bytes);
    refused(() => key.verifyKey.verify(signature, "massage"), "FORGED");
    refused(() => new q.VerifyKey(key.verifyKey.bytes.subarray(1)), TypeError, "key");
  },
};

/** Returns the cases. */
export function forms(q) {
  return Object.entries(cases).map(([name, run]) => ({ group: "Forms", name, run: () => run(q) }));
}
