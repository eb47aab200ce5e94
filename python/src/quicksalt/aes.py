"""AES in the modes that formats of others ask for, with keys of 16, 24 and 32 bytes.

Only GCM authenticates. CBC and CTR hide a message, but whoever can change the ciphertext changes
the message, unseen, and whoever is told that the padding of CBC is wrong can read it: take them to
read and write what exists, under an authenticator that is looked at first. For data of your own
take `quicksalt.secret.SecretBox`.

A nonce of GCM, and a counter block of CTR, must never be used twice with one key. Twelve bytes are
too few to be drawn at random for more than 2^32 messages under one key. The initialisation vector
of CBC must not be known before the message is: draw it.

    >>> from quicksalt import aes
    >>> sealed = aes.gcm_encrypt(b"hello", b"version 1", nonce=bytes(12), key=bytes(16))
    >>> aes.gcm_decrypt(sealed, b"version 1", nonce=bytes(12), key=bytes(16))
    b'hello'
"""

from __future__ import annotations

from quicksalt import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

BLOCK_SIZE: int = _native.aes_BLOCKBYTES
GCM_NONCE_SIZE: int = _native.aes_gcm_NPUBBYTES
GCM_TAG_SIZE: int = _native.aes_gcm_ABYTES
GCM_MESSAGE_MAX: int = _native.aes_gcm_MESSAGEBYTES_MAX

__all__ = [
    "BLOCK_SIZE",
    "GCM_MESSAGE_MAX",
    "GCM_NONCE_SIZE",
    "GCM_TAG_SIZE",
    "cbc_decrypt",
    "cbc_encrypt",
    "ctr_xor",
    "gcm_decrypt",
    "gcm_encrypt",
]


def gcm_encrypt(message: Buffer, aad: Buffer | None, nonce: Buffer, key: Buffer) -> bytes:
    """Return the ciphertext and behind it the tag, which covers `aad` too (SP 800-38D)."""
    return _native.aes_gcm_encrypt(message, aad, nonce, key)


def gcm_decrypt(ciphertext: Buffer, aad: Buffer | None, nonce: Buffer, key: Buffer) -> bytes:
    """Return the message of what `gcm_encrypt` made with the same `aad`.

    `CryptoError` if anything of it is not genuine.
    """
    return _native.aes_gcm_decrypt(ciphertext, aad, nonce, key)


def ctr_xor(message: Buffer, counter: Buffer, key: Buffer) -> bytes:
    """Encrypt or decrypt with CTR (SP 800-38A) from a counter block of 16 bytes on.

    All its bits count, the first byte highest. Nothing authenticates the message.
    """
    return _native.aes_ctr_xor(message, counter, key)


def cbc_encrypt(message: Buffer, iv: Buffer, key: Buffer) -> bytes:
    """Pad a message (PKCS #7) and encrypt it with CBC (SP 800-38A) from `iv`, 16 bytes, on.

    It becomes 1 to 16 bytes longer. Nothing authenticates it.
    """
    return _native.aes_cbc_encrypt(message, iv, key)


def cbc_decrypt(ciphertext: Buffer, iv: Buffer, key: Buffer) -> bytes:
    """Return the message of what `cbc_encrypt` made, without its padding.

    `CryptoError` if its length or its padding is wrong, by the same text in the same time. What has
    been changed may be taken for genuine.
    """
    return _native.aes_cbc_decrypt(ciphertext, iv, key)
