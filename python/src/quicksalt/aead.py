"""Authenticated encryption with a shared key and additional data, for all ciphers.

All classes share the interface of `quicksalt.secret.Aead`, which is XChaCha20-Poly1305. Use that
class or AEGIS-256 unless a protocol requires another cipher. `encrypt(plaintext, aad, nonce)`
returns the nonce and the ciphertext together, `decrypt` reverses it, and `encrypt_into` and
`decrypt_into` write into the caller's buffer.

    box = aead.Aegis256(quicksalt.utils.random(aead.Aegis256.KEY_SIZE))
    sealed = box.encrypt(b"message", b"version 1")
    assert box.decrypt(sealed, b"version 1") == b"message"

Never use a nonce twice with the same key. If the nonce is omitted, it is drawn at random. Random
nonces of 24 bytes or more do not repeat. Random nonces of 16 bytes suffice for 2^48 messages per
key, and random nonces of 12 bytes for 2^32 messages.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt.secret import Aead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

__all__ = [
    "Aegis128L",
    "Aegis256",
    "Aes128Gcm",
    "Aes256Gcm",
    "ChaCha20Poly1305",
    "XChaCha20Poly1305",
]


class XChaCha20Poly1305(Aead):
    """XChaCha20-Poly1305: 32-byte keys, 24-byte nonces, 16-byte tags. This is PyNaCl's `Aead`."""

    _NAME = "XChaCha20Poly1305"


class ChaCha20Poly1305(
    Aead, native="crypto_aead_chacha20poly1305_ietf", cipher="ChaCha20-Poly1305"
):
    """ChaCha20-Poly1305 (RFC 8439): 32-byte keys, 12-byte nonces, 16-byte tags."""


class Aegis128L(Aead, native="crypto_aead_aegis128l", cipher="AEGIS-128L"):
    """AEGIS-128L: 16-byte keys and nonces, 32-byte tags. Fastest with AES instructions."""


class Aegis256(Aead, native="crypto_aead_aegis256", cipher="AEGIS-256"):
    """AEGIS-256: 32-byte keys, nonces and tags."""


class Aes256Gcm(Aead, native="crypto_aead_aes256gcm", cipher="AES-256-GCM"):
    """AES-256-GCM (SP 800-38D): 32-byte keys, 12-byte nonces, 16-byte tags."""


class Aes128Gcm(Aead):
    """AES-128-GCM (SP 800-38D): 16-byte keys, 12-byte nonces, 16-byte tags."""

    KEY_SIZE: ClassVar[int] = 16
    NONCE_SIZE: ClassVar[int] = _native.aes_gcm_NPUBBYTES
    MACBYTES: ClassVar[int] = _native.aes_gcm_ABYTES
    MESSAGEBYTES_MAX: ClassVar[int] = _native.aes_gcm_MESSAGEBYTES_MAX
    _NAME = "Aes128Gcm"
    _CIPHER = "AES-128-GCM"
    _SEAL = staticmethod(_native.aes_gcm_encrypt)
    _OPEN = staticmethod(_native.aes_gcm_decrypt)
