interface Secret {
  /** Overwrites the secret with zeros; the object cannot be used afterwards. */
  wipe(): void;
}

/** Secret-key encryption with XSalsa20-Poly1305, compatible with libsodium's crypto_secretbox. */
export class SecretBox implements Secret {
  constructor(key: Uint8Array);
  static generate(): SecretBox;
  readonly key: Uint8Array;
  /** Encrypts a message under a random nonce; returns the nonce followed by the ciphertext. */
  seal(message: Uint8Array | string): Uint8Array;
  /** Decrypts and verifies; throws a QuicksaltError with code FORGED for a forgery. */
  open(boxed: Uint8Array): Uint8Array;
  wipe(): void;
}

/** An X25519 public key; senders encrypt to it. */
export class PublicKey {
  constructor(key: Uint8Array);
  readonly bytes: Uint8Array;
  /** Encrypts a message anonymously; only the owner of the private key can open it. */
  seal(message: Uint8Array | string): Uint8Array;
}

/** An X25519 private key. */
export class PrivateKey implements Secret {
  constructor(key: Uint8Array);
  static generate(): PrivateKey;
  readonly publicKey: PublicKey;
  readonly bytes: Uint8Array;
  /** Opens a message that was sealed to the public key. */
  open(boxed: Uint8Array): Uint8Array;
  wipe(): void;
}

/** Authenticated encryption between two parties with key pairs, compatible with libsodium's crypto_box. */
export class Box implements Secret {
  constructor(privateKey: PrivateKey, publicKey: PublicKey);
  seal(message: Uint8Array | string): Uint8Array;
  open(boxed: Uint8Array): Uint8Array;
  wipe(): void;
}

/** An X-Wing encapsulation key (ML-KEM-768 and X25519 combined), 1216 bytes. */
export class EncapsulationKey {
  constructor(key: Uint8Array);
  readonly bytes: Uint8Array;
  /** Generates a shared secret, and a ciphertext that gives the secret to the owner of the decapsulation key. */
  encapsulate(): { ciphertext: Uint8Array; sharedSecret: Uint8Array };
}

/** The 32-byte decapsulation key that recovers shared secrets from ciphertexts. */
export class DecapsulationKey implements Secret {
  constructor(key: Uint8Array);
  static generate(): DecapsulationKey;
  readonly encapsulationKey: EncapsulationKey;
  readonly bytes: Uint8Array;
  /** Returns the shared secret of a ciphertext; a modified ciphertext gives a different secret, not an error. */
  decapsulate(ciphertext: Uint8Array): Uint8Array;
  wipe(): void;
}

/** An Ed25519 public key that verifies signatures. */
export class VerifyKey {
  constructor(key: Uint8Array);
  readonly bytes: Uint8Array;
  /** Returns the message if the signature is valid; otherwise throws. */
  verify<Message extends Uint8Array | string>(signature: Uint8Array, message: Message): Message;
}

/** An Ed25519 signing key, derived from a 32-byte seed. */
export class SigningKey implements Secret {
  constructor(seed: Uint8Array);
  static generate(): SigningKey;
  readonly verifyKey: VerifyKey;
  readonly seed: Uint8Array;
  /** Signs a message; returns the 64-byte signature. */
  sign(message: Uint8Array | string): Uint8Array;
  wipe(): void;
}
