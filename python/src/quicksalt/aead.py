"""Sealing with a key that both sides share, together with data that stays open: all ciphers.

All have one shape, that of `quicksalt.secret.Aead`, which is XChaCha20-Poly1305: take that one, or
AEGIS-256, unless a protocol asks for another. `encrypt(plaintext, aad, nonce)` returns the nonce
and the box in one, `decrypt` takes them back, and `encrypt_into` and `decrypt_into` write to a
buffer of the caller's.

    box = aead.Aegis256(quicksalt.utils.random(aead.Aegis256.KEY_SIZE))
    sealed = box.encrypt(b"message", b"version 1")
    assert box.decrypt(sealed, b"version 1") == b"message"

A nonce must never be used twice with one key. One that is left out is drawn at random: of 24 bytes
and more it never comes twice; 16 bytes are good for 2^48 messages of one key, 12 bytes for 2^32.
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
    """XChaCha20-Poly1305: keys of 32 bytes, nonces of 24, tags of 16. PyNaCl's `Aead`."""

    _NAME = "XChaCha20Poly1305"


class ChaCha20Poly1305(
    Aead, native="crypto_aead_chacha20poly1305_ietf", cipher="ChaCha20-Poly1305"
):
    """ChaCha20-Poly1305 of RFC 8439: keys of 32 bytes, nonces of 12, tags of 16."""


class Aegis128L(Aead, native="crypto_aead_aegis128l", cipher="AEGIS-128L"):
    """AEGIS-128L: keys and nonces of 16 bytes, tags of 32. Fastest where there are AES rounds."""


class Aegis256(Aead, native="crypto_aead_aegis256", cipher="AEGIS-256"):
    """AEGIS-256: keys, nonces and tags of 32 bytes."""


class Aes256Gcm(Aead, native="crypto_aead_aes256gcm", cipher="AES-256-GCM"):
    """AES-256-GCM (SP 800-38D): keys of 32 bytes, nonces of 12, tags of 16."""


class Aes128Gcm(Aead):
    """AES-128-GCM (SP 800-38D): keys of 16 bytes, nonces of 12, tags of 16."""

    KEY_SIZE: ClassVar[int] = 16
    NONCE_SIZE: ClassVar[int] = _native.aes_gcm_NPUBBYTES
    MACBYTES: ClassVar[int] = _native.aes_gcm_ABYTES
    MESSAGEBYTES_MAX: ClassVar[int] = _native.aes_gcm_MESSAGEBYTES_MAX
    _NAME = "Aes128Gcm"
    _CIPHER = "AES-128-GCM"
    _SEAL = staticmethod(_native.aes_gcm_encrypt)
    _OPEN = staticmethod(_native.aes_gcm_decrypt)
