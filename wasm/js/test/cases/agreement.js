// Compares quicksalt with libsodium.js on the same arguments: deterministic results are equal, and random output of
// either library is opened, verified or accepted as a key by the other.
import { equal } from "./expect.js";

/** Message lengths: zero, around block sizes of all ciphers and hashes, and several widths of the widest kernels. */
const LENGTHS = [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 1000, 1023, 1025, 4097];

/** Returns a deterministic pseudorandom generator, so that failures can be reproduced. */
export function generator(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

export const filled = (draw, size) => Uint8Array.from({ length: size }, () => draw() & 255);

/** Pairs of (producer, consumer) in both orders. */
const bothWays = (one, other) => [
  [one, other],
  [other, one],
];

/** Returns arguments that must not be random bytes: keys, points, texts that match other arguments. */
function special(peer, name, argument, made, draw) {
  const seed = filled(draw, 32);
  if (/^crypto_(sign|core_ed25519|scalarmult_ed25519)/.test(name)) {
    const pair = peer.crypto_sign_seed_keypair(seed);
    if (argument === "privateKey" || argument === "edSk") return pair.privateKey;
    if (["p", "q", "edPk", "publicKey", "repr"].includes(argument)) return pair.publicKey;
  }
  if (/ristretto255/.test(name) && ["p", "q", "element", "repr"].includes(argument))
    return peer.crypto_core_ristretto255_from_hash(filled(draw, 64));
  if (/^crypto_kem/.test(name) && ["publicKey", "privateKey"].includes(argument)) {
    const family = name.replace(/_(enc|dec).*/, "");
    return peer[`${family}_seed_keypair`](filled(draw, peer[`${family}_SEEDBYTES`]))[argument];
  }
  if (/_length|Length|subkey_len/.test(argument)) return /xof|stream|randombytes/.test(name) ? made : 16 + (made % 49);
  if (argument === "ctx" && /derive_from_key/.test(name)) return "contexts";
  if (argument === "key" && /generichash/.test(name)) return filled(draw, 16 + (draw() % 49));
  if (/scrypt/.test(name))
    return { opsLimit: /_ll$/.test(name) ? 16 : 32768, memLimit: 16777216, r: 2, p: 1 }[argument];
  if (/^crypto_pwhash/.test(name)) return { opsLimit: 3, memLimit: 65536, algorithm: 1 + (draw() & 1) }[argument];
  return {
    domain: 1 + (draw() % 127),
    hash_algorithm: 1 + (made & 1),
    tag: draw() & 3,
    subkey_id: draw() & 0x7fffffff,
    nonce_increment: draw() & 0xffffff,
  }[argument];
}

/** Returns arguments for a function, with a message of the given length. */
export function argumentsFor({ name, arguments: wanted }, peer, size, draw) {
  return wanted.map(({ name: argument, item }) => {
    const found = special(peer, name, argument, size, draw);
    if (found !== undefined) return found;
    if (item[0] === "x") return null;
    if ("nwlL".includes(item[0])) return draw() & 255;
    if (/[fF]/.test(item[0])) return filled(draw, Number(item.slice(1)));
    return filled(draw, size);
  });
}

/** Inverse functions, with their arguments taken from the function's results and arguments. */
const INVERSES = [
  [/^(crypto_secretbox.*|crypto_box.*)_easy(_afternm)?$/, "$1_open_easy$2", (out, [, ...rest]) => [out, ...rest]],
  [
    /^(crypto_secretbox.*|crypto_box.*)_detached(_afternm)?$/,
    "$1_open_detached$2",
    (out, [, ...rest]) => [out.ciphertext ?? out.cipher, out.mac, ...rest],
  ],
  [/^(crypto_aead_.*)_encrypt$/, "$1_decrypt", (out, [, ad, , nonce, key]) => [null, out, ad, nonce, key]],
  [
    /^(crypto_aead_.*)_encrypt_detached$/,
    "$1_decrypt_detached",
    (out, [, ad, , nonce, key]) => [null, out.ciphertext, out.mac, ad, nonce, key],
  ],
  [/^(crypto_ipcrypt\w*)_encrypt$/, "$1_decrypt", (out, args) => [out, args.at(-1)]],
];

/** Returns the name of the inverse function and the order of its arguments, or undefined. */
export function inverseOf(name) {
  const found = INVERSES.find(([pattern]) => pattern.test(name) && !/_open_/.test(name));
  return found && { undo: name.replace(found[0], found[1]), order: found[2] };
}

function inverse(q, peer, name, out, args) {
  const found = inverseOf(name);
  if (!found) return;
  const { undo } = found;
  const given = found.order(out, args);
  equal(q[undo](...given), args[0], undo);
  if (peer[undo]) equal(peer[undo](...given), args[0], `${undo} of libsodium.js`);
  const damaged = given.map((value) => (value instanceof Uint8Array ? value.slice() : value));
  damaged[damaged.length - 1][3] ^= 1;
  // Encrypted addresses are not authenticated: another key gives another address.
  if (/ipcrypt/.test(name)) {
    equal(q[undo](...damaged), peer[undo](...damaged), `${undo} with another key`);
    return;
  }
  for (const who of [q, peer].filter((who) => who[undo]))
    equal(outcome(who, undo, ...damaged), "refused", `${undo} of ${who === q ? "quicksalt" : "libsodium.js"}, damaged`);
}

/** Returns the result of a function, or that it fails. */
function outcome(who, name, ...args) {
  try {
    return who[name](...args);
  } catch {
    return "refused";
  }
}

/** Functions whose results only inverse functions can check, and functions that are tested with others. */
const RANDOM = /keygen$|_keypair$|_random$|^randombytes_(buf|random|uniform|stir|close)$|_seal$|_str$|init_push$|_enc$/;
const OTHERWISE = /_open|_decrypt|_verify|_init|_update|_final|_squeeze|_push|_pull|_rekey|_needs_rehash|^sodium_/;

export const isPure = ({ name }) => (!RANDOM.test(name) || /seed_keypair$/.test(name)) && !OTHERWISE.test(name);

function pure(q, peer, signature) {
  const { name, arguments: wanted } = signature;
  const draw = generator([...name].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7));
  const isCostly = /pwhash|scalarmult|box|_keypair|sign/.test(name);
  const sizes = wanted.some(({ item }) => /[mMbBplL]/.test(item[0]))
    ? LENGTHS.filter((_, i) => !isCostly || i % 3 === 0)
    : LENGTHS.slice(0, 6);
  for (const size of sizes) {
    const args = argumentsFor(signature, peer, size, draw);
    const out = q[name](...args);
    equal(out, peer[name](...args), `${name} of ${size}`);
    equal(q[name](...args, "hex"), peer[name](...args, "hex"), `${name} in hexadecimal`);
    equal(q[name](...args, "base64"), peer[name](...args, "base64"), `${name} in base64`);
    inverse(q, peer, name, out, args);
  }
  return `${sizes.length} lengths`;
}

/** The states of all incremental variants of a message. */
function pieces(q, peer, family, draw) {
  const size = /sha512|generichash|sha3/.test(family) ? 64 : 32;
  const first = /auth|onetime/.test(family)
    ? [filled(draw, 32)]
    : /generichash/.test(family)
      ? [filled(draw, size), size]
      : [];
  const last = /generichash/.test(family) ? [size] : /xof/.test(family) ? [333] : [];
  const end = /xof/.test(family) ? "squeeze" : "final";
  const states = [q, peer].map((who) => who[`${family}_init`](...first));
  for (const length of LENGTHS.slice(0, 14)) {
    const piece = filled(draw, length);
    [q, peer].forEach((who, i) => who[`${family}_update`](states[i], piece));
  }
  const [own, other] = [q, peer].map((who, i) => who[`${family}_${end}`](states[i], ...last, "hex"));
  equal(own, other, family);
}

function signed(q, peer, draw) {
  const { publicKey, privateKey } = q.crypto_sign_keypair();
  const text = filled(draw, 300);
  for (const [maker, judge] of bothWays(q, peer)) {
    equal(judge.crypto_sign_open(maker.crypto_sign(text, privateKey), publicKey), text);
    const state = maker.crypto_sign_init();
    maker.crypto_sign_update(state, text);
    const signature = maker.crypto_sign_final_create(state, privateKey);
    const other = judge.crypto_sign_init();
    judge.crypto_sign_update(other, text);
    equal(judge.crypto_sign_final_verify(other, signature, publicKey), true);
    equal(judge.crypto_sign_verify_detached(signature, text, publicKey), false);
  }
}

function streamed(q, peer, draw) {
  const name = "crypto_secretstream_xchacha20poly1305";
  for (const [maker, opener] of bothWays(q, peer)) {
    const key = maker[`${name}_keygen`]();
    const { state, header } = maker[`${name}_init_push`](key);
    const other = opener[`${name}_init_pull`](header, key);
    for (const [i, size] of LENGTHS.slice(0, 10).entries()) {
      const [piece, ad] = [filled(draw, size), i % 2 ? filled(draw, i) : null];
      const cipher = maker[`${name}_push`](state, piece, ad, i % 4);
      equal(
        opener[`${name}_pull`](
          other,
          cipher.map((byte) => byte ^ 1),
          ad,
        ),
        false,
      );
      equal(opener[`${name}_pull`](other, cipher, ad), { message: piece, tag: i % 4 });
      if (i === 4) [maker, opener].forEach((who, j) => who[`${name}_rekey`](j ? other : state));
    }
  }
}

function sealed(q, peer, draw) {
  const names = ["crypto_box", "crypto_box_curve25519xchacha20poly1305"];
  for (const [maker, opener] of bothWays(q, peer)) {
    for (const name of names) {
      const { publicKey, privateKey } = opener[`${name}_keypair`]();
      const text = filled(draw, 77);
      equal(opener[`${name}_seal_open`](maker[`${name}_seal`](text, publicKey), publicKey, privateKey), text);
    }
  }
}

function encapsulated(q, peer, draw) {
  for (const [maker, opener] of bothWays(q, peer)) {
    for (const name of ["crypto_kem", "crypto_kem_mlkem768", "crypto_kem_xwing"]) {
      const { publicKey, privateKey } = opener[`${name}_keypair`]();
      const { ciphertext, sharedSecret } = maker[`${name}_enc`](publicKey);
      equal(opener[`${name}_dec`](ciphertext, privateKey), sharedSecret, name);
      // A modified ciphertext gives another secret, which is the same in both libraries.
      ciphertext[draw() % ciphertext.length] ^= 1;
      const [own, other] = [q, peer].map((who) => who[`${name}_dec`](ciphertext, privateKey));
      equal([own, q.memcmp(own, sharedSecret)], [other, false], `${name} of what was changed`);
    }
  }
}

function passwords(q, peer) {
  for (const [maker, judge] of bothWays(q, peer)) {
    const plain = maker.crypto_pwhash_str("correct horse", 2, 1 << 20);
    equal(judge.crypto_pwhash_str_verify(plain, "correct horse"), true);
    equal(judge.crypto_pwhash_str_verify(plain, "correct horsf"), false);
    for (const [ops, memory] of [
      [2, 1 << 20],
      [3, 1 << 20],
      [2, 1 << 21],
    ])
      equal(
        q.crypto_pwhash_str_needs_rehash(plain, ops, memory),
        peer.crypto_pwhash_str_needs_rehash(plain, ops, memory),
      );
    const scrypt = maker.crypto_pwhash_scryptsalsa208sha256_str("battery", 32768, 16777216);
    equal(judge.crypto_pwhash_scryptsalsa208sha256_str_verify(scrypt, "battery"), true);
    equal(judge.crypto_pwhash_scryptsalsa208sha256_str_verify(scrypt, "staple"), false);
  }
}

function texts(q, peer, draw) {
  for (const size of LENGTHS) {
    const value = filled(draw, size);
    equal(q.to_hex(value), peer.to_hex(value));
    equal(q.from_hex(peer.to_hex(value).toUpperCase()), value);
    for (const variant of Object.values(peer.base64_variants)) {
      equal(q.to_base64(value, variant), peer.to_base64(value, variant), `base64 ${variant}`);
      equal(q.from_base64(peer.to_base64(value, variant), variant), value);
    }
    for (const block of [1, 16, 17]) {
      equal(q.pad(value, block), peer.pad(value, block), `padding of ${size} to ${block}`);
      equal(q.unpad(peer.pad(value, block), block), value);
    }
  }
  for (const text of ["A", "AA=", "AA==", "AB==", "AAA", "AAAA=", "A-_A", "A+/A", "A A=", "=", "===="]) {
    for (const variant of Object.values(peer.base64_variants))
      equal(outcome(q, "from_base64", text, variant), outcome(peer, "from_base64", text, variant), `base64 ${text}`);
  }
  for (const text of ["0", "0g", "zz", " 0", "٠٠"])
    equal(outcome(q, "from_hex", text), outcome(peer, "from_hex", text), text);
  characters(q, peer);
}

/** Checks how each character is decoded at each position, in a text or as its code. */
function characters(q, peer) {
  for (let code = 0; code < 256; code++) {
    for (const [name, digits, ...variant] of [
      ["from_hex", "000000"],
      ["from_base64", "AAAAAAA", 3],
      ["from_base64", "AAAAAA", 7],
    ]) {
      for (let i = 0; i < digits.length; i++) {
        const codes = Uint8Array.from(digits, (digit, j) => (i === j ? code : digit.charCodeAt(0)));
        for (const value of [codes, String.fromCharCode(...codes)])
          equal(
            outcome(q, name, value, ...variant),
            outcome(peer, name, value, ...variant),
            `${name} with ${code} at ${i}`,
          );
      }
    }
  }
}

function numbers(q, peer, draw) {
  for (const size of [1, 8, 12, 33]) {
    const [a, b] = [filled(draw, size), filled(draw, size)];
    equal(q.compare(a, b), peer.compare(a, b));
    equal([q.compare(a, a), q.memcmp(a, a.slice()), q.memcmp(a, b)], [0, true, false]);
    for (const name of ["add", "increment"]) {
      const [own, other] = [a.slice(), a.slice()];
      q[name](own, b);
      peer[name](other, b);
      equal(own, other, name);
    }
    const full = new Uint8Array(size).fill(255);
    q.increment(full);
    equal([q.is_zero(full), q.is_zero(a)], [true, peer.is_zero(a)]);
  }
  // Flip one bit at each position of the four-byte steps and of the rest.
  for (let size = 1; size < 12; size++)
    for (let at = 0; at < size; at++) {
      const a = filled(draw, size);
      const b = a.slice();
      b[at] ^= 1 << (draw() & 7);
      equal(q.memcmp(a, b), false, `${size} bytes, another at ${at}`);
    }
  for (const text of ["127.0.0.1", "::1", "2001:db8::8:800:200c:417a"]) {
    equal(q.sodium_ip2bin(text), peer.sodium_ip2bin(text));
    equal(q.sodium_bin2ip(q.sodium_ip2bin(text)), peer.sodium_bin2ip(peer.sodium_ip2bin(text)));
  }
}

/** Returns the cases: one per deterministic function, and one per family of randomized functions. */
export function agreement(q, peer, signatures) {
  const group = "The same as libsodium.js";
  const shared = signatures.filter((s) => peer[s.name] && s.results.length && isPure(s));
  const rows = shared.map((s) => ({ group, name: s.name, run: () => pure(q, peer, s) }));
  const families = signatures.filter((s) => /_init$/.test(s.name) && peer[s.name] && !/sign|stream/.test(s.name));
  for (const { name } of families)
    rows.push({
      group,
      name: `${name.slice(0, -5)} in pieces`,
      run: () => pieces(q, peer, name.slice(0, -5), generator(99)),
    });
  for (const [name, run] of Object.entries({ signed, streamed, sealed, encapsulated, passwords, texts, numbers }))
    rows.push({ group, name, run: () => run(q, peer, generator(7)) });
  return rows;
}
