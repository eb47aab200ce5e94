interface Secret {
  /** Overwrites the secret with zeros, after which nothing can be done with it. */
  wipe(): void;
}

/** Secret-key encryption: XSalsa20-Poly1305, as libsodium's crypto_secretbox. */
export class SecretBox implements Secret {
  constructor(key: Uint8Array);
  static generate(): SecretBox;
  readonly key: Uint8Array;
  /** Nonce and ciphertext of a message; the nonce is random. */
  seal(message: Uint8Array | string): Uint8Array;
  /** The message, or an error if it is not genuine. */
  open(boxed: Uint8Array): Uint8Array;
  wipe(): void;
}

/** A key of X25519 that others encrypt to. */
export class PublicKey {
  constructor(key: Uint8Array);
  readonly bytes: Uint8Array;
  /** A message that only the owner of the private key can open. */
  seal(message: Uint8Array | string): Uint8Array;
}

/** A private key of X25519. */
export class PrivateKey implements Secret {
  constructor(key: Uint8Array);
  static generate(): PrivateKey;
  readonly publicKey: PublicKey;
  readonly bytes: Uint8Array;
  /** Opens what was sealed to the public key. */
  open(boxed: Uint8Array): Uint8Array;
  wipe(): void;
}

/** Public-key encryption between two that know each other, as libsodium's crypto_box. */
export class Box implements Secret {
  constructor(privateKey: PrivateKey, publicKey: PublicKey);
  seal(message: Uint8Array | string): Uint8Array;
  open(boxed: Uint8Array): Uint8Array;
  wipe(): void;
}

/** A key that others agree on a secret with: X-Wing, which is ML-KEM-768 and X25519 in one; 1216 bytes. */
export class EncapsulationKey {
  constructor(key: Uint8Array);
  readonly bytes: Uint8Array;
  /** A new secret, and the ciphertext that takes it to the owner of the other key. */
  encapsulate(): { ciphertext: Uint8Array; sharedSecret: Uint8Array };
}

/** The key of 32 bytes that opens what was made with the other one. */
export class DecapsulationKey implements Secret {
  constructor(key: Uint8Array);
  static generate(): DecapsulationKey;
  readonly encapsulationKey: EncapsulationKey;
  readonly bytes: Uint8Array;
  /** The secret in a ciphertext; in one that was changed, another. */
  decapsulate(ciphertext: Uint8Array): Uint8Array;
  wipe(): void;
}

/** A key of Ed25519 that checks signatures. */
export class VerifyKey {
  constructor(key: Uint8Array);
  readonly bytes: Uint8Array;
  /** The message, if the signature is genuine; otherwise an error. */
  verify<Message extends Uint8Array | string>(signature: Uint8Array, message: Message): Message;
}

/** A key of Ed25519 that signs, made of its seed of 32 bytes. */
export class SigningKey implements Secret {
  constructor(seed: Uint8Array);
  static generate(): SigningKey;
  readonly verifyKey: VerifyKey;
  readonly seed: Uint8Array;
  /** The signature of a message, 64 bytes. */
  sign(message: Uint8Array | string): Uint8Array;
  wipe(): void;
}
