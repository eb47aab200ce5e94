"""NaCl's functions implemented with `cryptography`, if it has the same algorithm.

The adapters do what a user would write: raw bytes in, raw bytes out, without objects shared between
calls unless the row is about an object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives import constant_time, hashes, hmac, poly1305
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from quicksalt.lab.calls import Inputs

ARGON2ID = 2
"""libsodium's algorithm number."""


def _auth(message: bytes, key: bytes) -> bytes:
    mac = hmac.HMAC(key, hashes.SHA512())
    mac.update(message)
    return mac.finalize()[:32]


def _auth_verify(tag: bytes, message: bytes, key: bytes) -> bool:
    return constant_time.bytes_eq(tag, _auth(message, key))


def _box_keypair() -> tuple[bytes, bytes]:
    key = X25519PrivateKey.generate()
    return key.public_key().public_bytes_raw(), key.private_bytes_raw()


def _sha256(message: bytes) -> bytes:
    digest = hashes.Hash(hashes.SHA256())
    digest.update(message)
    return digest.finalize()


def _sha512(message: bytes) -> bytes:
    digest = hashes.Hash(hashes.SHA512())
    digest.update(message)
    return digest.finalize()


def _onetimeauth(message: bytes, key: bytes) -> bytes:
    return poly1305.Poly1305.generate_tag(key, message)


def _onetimeauth_verify(tag: bytes, message: bytes, key: bytes) -> None:
    poly1305.Poly1305.verify_tag(key, message, tag)


def _scalarmult(scalar: bytes, point: bytes) -> bytes:
    key = X25519PrivateKey.from_private_bytes(scalar)
    return key.exchange(X25519PublicKey.from_public_bytes(point))


def _scalarmult_base(scalar: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()


def _sign(message: bytes, secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret[:32]).sign(message) + message


def _sign_seed_keypair(seed: bytes) -> tuple[bytes, bytes]:
    public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    return public, seed + public


def _sign_open(signed: bytes, public: bytes) -> bytes:
    message = signed[64:]
    Ed25519PublicKey.from_public_bytes(public).verify(signed[:64], message)
    return message


def _sealer(cipher: type[AESGCM] | type[ChaCha20Poly1305]) -> Callable[..., bytes]:
    return lambda message, aad, nonce, key: cipher(key).encrypt(nonce, message, aad)


def _opener(cipher: type[AESGCM] | type[ChaCha20Poly1305]) -> Callable[..., bytes]:
    return lambda sealed, aad, nonce, key: cipher(key).decrypt(nonce, sealed, aad)


def _argon2id(  # noqa: PLR0913, PLR0917 - the parameters are libsodium's
    size: int, password: bytes, salt: bytes, opslimit: int, memlimit: int, alg: int
) -> bytes:
    if alg != ARGON2ID:
        raise NotImplementedError("cryptography supports only Argon2id")
    kdf = Argon2id(salt=salt, length=size, iterations=opslimit, lanes=1, memory_cost=memlimit >> 10)
    return kdf.derive(password)


def _scrypt(password: bytes, salt: bytes, n: int, r: int, p: int) -> bytes:
    return Scrypt(salt=salt, length=64, n=n, r=r, p=p).derive(password)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "crypto_aead_aes256gcm_decrypt": _opener(AESGCM),
    "crypto_aead_aes256gcm_encrypt": _sealer(AESGCM),
    "crypto_aead_chacha20poly1305_ietf_decrypt": _opener(ChaCha20Poly1305),
    "crypto_aead_chacha20poly1305_ietf_encrypt": _sealer(ChaCha20Poly1305),
    "crypto_auth": _auth,
    "crypto_auth_verify": _auth_verify,
    "crypto_box_keypair": _box_keypair,
    "crypto_hash_sha256": _sha256,
    "crypto_hash_sha512": _sha512,
    "crypto_onetimeauth": _onetimeauth,
    "crypto_onetimeauth_verify": _onetimeauth_verify,
    "crypto_pwhash_alg": _argon2id,
    "crypto_pwhash_scryptsalsa208sha256_ll": _scrypt,
    "crypto_scalarmult": _scalarmult,
    "crypto_scalarmult_base": _scalarmult_base,
    "crypto_sign": _sign,
    "crypto_sign_seed_keypair": _sign_seed_keypair,
    "crypto_sign_open": _sign_open,
}


def _signer(inputs: Inputs) -> Callable[[bytes], bytes]:
    key = Ed25519PrivateKey.from_private_bytes(inputs.seed)
    return lambda message: key.sign(message) + message


def _verifier(inputs: Inputs) -> Callable[[bytes], bytes]:
    key = Ed25519PublicKey.from_public_bytes(inputs.signer[0])

    def verify(signed: bytes) -> bytes:
        message = signed[64:]
        key.verify(signed[:64], message)
        return message

    return verify


OBJECTS: dict[str, Callable[[Inputs], Callable[..., Any]]] = {
    "SigningKey.sign": _signer,
    "VerifyKey.verify": _verifier,
}
