// Classes that wrap the functions: keys bound to their purpose, and messages that include their
// nonce.
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

/** Returns a private copy of a key. */
function keyOf(value, name, size = KEY) {
  length(sizeOf(bytes(value, name)), name, size);
  return copy(value);
}

/** A secret that `wipe` overwrites; afterwards the object cannot be used. */
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

/** An immutable public key. */
class Public {
  #key;

  constructor(key, size) {
    this.#key = keyOf(key, "key", size);
  }

  /** @internal */
  static of(object) {
    return object.#key;
  }

  /** Returns a copy of the key. */
  get bytes() {
    return copy(this.#key);
  }
}

/** A secret that encrypts and decrypts, with functions of a message, a nonce and a key. */
class Sealing extends Secret {
  #seal;
  #open;

  constructor(secret, seal, open) {
    super(secret);
    this.#seal = seal;
    this.#open = open;
  }

  /** Encrypts a message under a random nonce; returns the nonce followed by the ciphertext. */
  seal(message) {
    const nonce = randombytes_buf(NONCE);
    const ciphertext = this.#seal(message, nonce, Secret.of(this));
    const out = new Uint8Array(NONCE + ciphertext.length);
    out.set(nonce);
    out.set(ciphertext, NONCE);
    return out;
  }

  /** Decrypts and verifies; throws for a forgery. */
  open(boxed) {
    const key = Secret.of(this);
    length(sizeOf(bytes(boxed, "boxed")), "boxed", NONCE + MAC, Infinity);
    return this.#open(part(boxed, NONCE), part(boxed, 0, NONCE), key);
  }
}

/** Secret-key encryption with XSalsa20-Poly1305, compatible with libsodium's crypto_secretbox. */
export class SecretBox extends Sealing {
  constructor(key) {
    super(keyOf(key, "key"), crypto_secretbox_easy, crypto_secretbox_open_easy);
  }

  /** Generates a new key. */
  static generate() {
    return new SecretBox(crypto_secretbox_keygen());
  }

  /** Returns a copy of the key. */
  get key() {
    return copy(Secret.of(this));
  }
}

/** An X25519 public key; senders encrypt to it. */
export class PublicKey extends Public {
  constructor(key) {
    super(key);
  }

  /** Encrypts a message anonymously; only the owner of the private key can open it. */
  seal(message) {
    return crypto_box_seal(message, Public.of(this));
  }
}

/** An X25519 private key. */
export class PrivateKey extends Secret {
  constructor(key) {
    super(keyOf(key, "key"));
    this.publicKey = new PublicKey(crypto_scalarmult_base(Secret.of(this)));
  }

  /** Generates a new key. */
  static generate() {
    return new PrivateKey(crypto_box_keypair().privateKey);
  }

  /** Returns a copy of the key. */
  get bytes() {
    return copy(Secret.of(this));
  }

  /** Opens a message that was sealed to the public key. */
  open(boxed) {
    return crypto_box_seal_open(boxed, Public.of(this.publicKey), Secret.of(this));
  }
}

function instance(value, type, name) {
  if (!(value instanceof type)) throw new TypeError(`${name} must be a ${type.name}`);
  return value;
}

/** Authenticated encryption between two key pairs: X25519 and XSalsa20-Poly1305, as in crypto_box. */
export class Box extends Sealing {
  constructor(privateKey, publicKey) {
    const own = Secret.of(instance(privateKey, PrivateKey, "privateKey"));
    const shared = crypto_box_beforenm(Public.of(instance(publicKey, PublicKey, "publicKey")), own);
    super(shared, crypto_box_easy_afternm, crypto_box_open_easy_afternm);
  }
}

/** An X-Wing encapsulation key: ML-KEM-768 and X25519 combined. */
export class EncapsulationKey extends Public {
  constructor(key) {
    super(key, XWING);
  }

  /** Generates a shared secret, and a ciphertext that gives it to the owner of the decapsulation key. */
  encapsulate() {
    return crypto_kem_enc(Public.of(this));
  }
}

/** The 32-byte decapsulation key that recovers shared secrets from ciphertexts. */
export class DecapsulationKey extends Secret {
  constructor(key) {
    super(keyOf(key, "key"));
    const { publicKey, privateKey } = crypto_kem_seed_keypair(Secret.of(this));
    privateKey.fill(0);
    this.encapsulationKey = new EncapsulationKey(publicKey);
  }

  /** Generates a new key. */
  static generate() {
    const seed = randombytes_buf(KEY);
    const key = new DecapsulationKey(seed);
    seed.fill(0);
    return key;
  }

  /** Returns a copy of the key. */
  get bytes() {
    return copy(Secret.of(this));
  }

  /** Returns the shared secret of a ciphertext; a modified ciphertext gives a different secret, not an error. */
  decapsulate(ciphertext) {
    return crypto_kem_dec(ciphertext, Secret.of(this));
  }
}

/** An Ed25519 public key that verifies signatures. */
export class VerifyKey extends Public {
  constructor(key) {
    super(key);
  }

  /** Returns the message if the signature is valid; otherwise throws. */
  verify(signature, message) {
    if (!crypto_sign_verify_detached(signature, message, Public.of(this)))
      throw new QuicksaltError("invalid signature", "FORGED");
    return message;
  }
}

/** An Ed25519 signing key. */
export class SigningKey extends Secret {
  constructor(seed) {
    const copy = keyOf(seed, "seed");
    const { publicKey, privateKey } = crypto_sign_seed_keypair(copy);
    copy.fill(0);
    super(privateKey);
    this.verifyKey = new VerifyKey(publicKey);
  }

  /** Generates a new key. */
  static generate() {
    const { privateKey } = crypto_sign_keypair();
    const seed = crypto_sign_ed25519_sk_to_seed(privateKey);
    const key = new SigningKey(seed);
    seed.fill(0);
    privateKey.fill(0);
    return key;
  }

  /** Returns a copy of the seed, from which the key can be recreated. */
  get seed() {
    return crypto_sign_ed25519_sk_to_seed(Secret.of(this));
  }

  /** Signs a message; returns the 64-byte signature. */
  sign(message) {
    return crypto_sign_detached(input(message, "message"), Secret.of(this));
  }
}
