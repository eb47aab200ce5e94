// Classes over the functions: keys that know what they are for, and messages that carry their nonce.
import { QuicksaltError, bytes, copy, input, length, part, sizeOf } from "./check.js";
import {
  crypto_box_beforenm,
  crypto_box_easy_afternm,
  crypto_box_keypair,
  crypto_box_open_easy_afternm,
  crypto_box_seal,
  crypto_box_seal_open,
  crypto_kem_dec,
  crypto_kem_enc,
  crypto_kem_seed_keypair,
  crypto_scalarmult_base,
  crypto_secretbox_easy,
  crypto_secretbox_keygen,
  crypto_secretbox_open_easy,
  crypto_sign_detached,
  crypto_sign_ed25519_sk_to_seed,
  crypto_sign_keypair,
  crypto_sign_seed_keypair,
  crypto_sign_verify_detached,
  randombytes_buf,
} from "./functions.js";

const NONCE = 24;
const MAC = 16;
const KEY = 32;
const XWING = 1216;

/** A copy of a key, which nobody else can change. */
function keyOf(value, name, size = KEY) {
  length(sizeOf(bytes(value, name)), name, size);
  return copy(value);
}

/** Secrets that `wipe` overwrites, after which nothing can be done with them. */
class Secret {
  #secret;

  constructor(secret) {
    this.#secret = secret;
  }

  /** @internal */
  static of(object) {
    if (object.#secret === undefined) throw new QuicksaltError("the key was wiped", "WIPED");
    return object.#secret;
  }

  /** Overwrites the secret with zeros. */
  wipe() {
    this.#secret?.fill(0);
    this.#secret = undefined;
  }
}

/** Public keys, which nobody can change. */
class Public {
  #key;

  constructor(key, size) {
    this.#key = keyOf(key, "key", size);
  }

  /** @internal */
  static of(object) {
    return object.#key;
  }

  /** A copy of the key. */
  get bytes() {
    return copy(this.#key);
  }
}

/** Secrets that messages are sealed with and opened, by functions of a message, a nonce and a key. */
class Sealing extends Secret {
  #seal;
  #open;

  constructor(secret, seal, open) {
    super(secret);
    this.#seal = seal;
    this.#open = open;
  }

  /** Nonce and ciphertext of a message; the nonce is random. */
  seal(message) {
    const nonce = randombytes_buf(NONCE);
    const ciphertext = this.#seal(message, nonce, Secret.of(this));
    const out = new Uint8Array(NONCE + ciphertext.length);
    out.set(nonce);
    out.set(ciphertext, NONCE);
    return out;
  }

  /** The message, or an error if it is not genuine. */
  open(boxed) {
    const key = Secret.of(this);
    length(sizeOf(bytes(boxed, "boxed")), "boxed", NONCE + MAC, Infinity);
    return this.#open(part(boxed, NONCE), part(boxed, 0, NONCE), key);
  }
}

/** Secret-key encryption: XSalsa20-Poly1305, as libsodium's crypto_secretbox. */
export class SecretBox extends Sealing {
  constructor(key) {
    super(keyOf(key, "key"), crypto_secretbox_easy, crypto_secretbox_open_easy);
  }

  /** A new key. */
  static generate() {
    return new SecretBox(crypto_secretbox_keygen());
  }

  /** A copy of the key. */
  get key() {
    return copy(Secret.of(this));
  }
}

/** A key of X25519 that others encrypt to. */
export class PublicKey extends Public {
  constructor(key) {
    super(key);
  }

  /** A message that only the owner of the private key can open, from nobody in particular. */
  seal(message) {
    return crypto_box_seal(message, Public.of(this));
  }
}

/** A private key of X25519. */
export class PrivateKey extends Secret {
  constructor(key) {
    super(keyOf(key, "key"));
    this.publicKey = new PublicKey(crypto_scalarmult_base(Secret.of(this)));
  }

  /** A new key. */
  static generate() {
    return new PrivateKey(crypto_box_keypair().privateKey);
  }

  /** A copy of the key. */
  get bytes() {
    return copy(Secret.of(this));
  }

  /** Opens what was sealed to the public key. */
  open(boxed) {
    return crypto_box_seal_open(boxed, Public.of(this.publicKey), Secret.of(this));
  }
}

function instance(value, type, name) {
  if (!(value instanceof type)) throw new TypeError(`${name} must be a ${type.name}`);
  return value;
}

/** Public-key encryption between two that know each other: X25519 and XSalsa20-Poly1305, as crypto_box. */
export class Box extends Sealing {
  constructor(privateKey, publicKey) {
    const own = Secret.of(instance(privateKey, PrivateKey, "privateKey"));
    const shared = crypto_box_beforenm(Public.of(instance(publicKey, PublicKey, "publicKey")), own);
    super(shared, crypto_box_easy_afternm, crypto_box_open_easy_afternm);
  }
}

/** A key that others agree on a secret with: X-Wing, which is ML-KEM-768 and X25519 in one. */
export class EncapsulationKey extends Public {
  constructor(key) {
    super(key, XWING);
  }

  /** A new secret, and the ciphertext that takes it to the owner of the other key. */
  encapsulate() {
    return crypto_kem_enc(Public.of(this));
  }
}

/** The key of 32 bytes that opens what was made with the other one. */
export class DecapsulationKey extends Secret {
  constructor(key) {
    super(keyOf(key, "key"));
    const { publicKey, privateKey } = crypto_kem_seed_keypair(Secret.of(this));
    privateKey.fill(0);
    this.encapsulationKey = new EncapsulationKey(publicKey);
  }

  /** A new key. */
  static generate() {
    const seed = randombytes_buf(KEY);
    const key = new DecapsulationKey(seed);
    seed.fill(0);
    return key;
  }

  /** A copy of the key. */
  get bytes() {
    return copy(Secret.of(this));
  }

  /** The secret in a ciphertext; in one that was changed, another. */
  decapsulate(ciphertext) {
    return crypto_kem_dec(ciphertext, Secret.of(this));
  }
}

/** A key of Ed25519 that checks signatures. */
export class VerifyKey extends Public {
  constructor(key) {
    super(key);
  }

  /** The message, if the signature is genuine; otherwise an error. */
  verify(signature, message) {
    if (!crypto_sign_verify_detached(signature, message, Public.of(this)))
      throw new QuicksaltError("the signature is not genuine", "FORGED");
    return message;
  }
}

/** A key of Ed25519 that signs. */
export class SigningKey extends Secret {
  constructor(seed) {
    const copy = keyOf(seed, "seed");
    const { publicKey, privateKey } = crypto_sign_seed_keypair(copy);
    copy.fill(0);
    super(privateKey);
    this.verifyKey = new VerifyKey(publicKey);
  }

  /** A new key. */
  static generate() {
    const { privateKey } = crypto_sign_keypair();
    const seed = crypto_sign_ed25519_sk_to_seed(privateKey);
    const key = new SigningKey(seed);
    seed.fill(0);
    privateKey.fill(0);
    return key;
  }

  /** A copy of the seed, of which the key can be made again. */
  get seed() {
    return crypto_sign_ed25519_sk_to_seed(Secret.of(this));
  }

  /** The signature of a message, 64 bytes. */
  sign(message) {
    return crypto_sign_detached(input(message, "message"), Secret.of(this));
  }
}
