"""AES in the modes that other formats use, with keys of 16, 24 and 32 bytes.

Only GCM authenticates. CBC and CTR hide a message, but a modified ciphertext decrypts to a modified
message without an error. An attacker who can learn whether CBC padding is valid can decrypt
messages. Use CBC and CTR only for existing formats, and verify an authentication tag before
decryption. For your own data use `quicksalt.secret.SecretBox`.

Never use a GCM nonce or a CTR counter block twice with the same key. Random 12-byte nonces suffice
for at most 2^32 messages per key. The initialisation vector of CBC must be unpredictable: generate
it at random.

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
    """Return the ciphertext followed by the tag, which also covers `aad` (SP 800-38D)."""
    return _native.aes_gcm_encrypt(message, aad, nonce, key)


def gcm_decrypt(ciphertext: Buffer, aad: Buffer | None, nonce: Buffer, key: Buffer) -> bytes:
    """Return the message that `gcm_encrypt` encrypted with the same `aad`.

    Raises `CryptoError` if the ciphertext, the tag or `aad` is not authentic.
    """
    return _native.aes_gcm_decrypt(ciphertext, aad, nonce, key)


def ctr_xor(message: Buffer, counter: Buffer, key: Buffer) -> bytes:
    """Encrypt or decrypt with CTR (SP 800-38A), starting at a counter block of 16 bytes.

    All 128 bits of the block are the counter, most significant byte first. The message is not
    authenticated.
    """
    return _native.aes_ctr_xor(message, counter, key)


def cbc_encrypt(message: Buffer, iv: Buffer, key: Buffer) -> bytes:
    """Encrypt a message with CBC (SP 800-38A) and PKCS #7 padding; `iv` has 16 bytes.

    The ciphertext is 1 to 16 bytes longer than the message. It is not authenticated.
    """
    return _native.aes_cbc_encrypt(message, iv, key)


def cbc_decrypt(ciphertext: Buffer, iv: Buffer, key: Buffer) -> bytes:
    """Return the message that `cbc_encrypt` encrypted, without its padding.

    Raises `CryptoError` if the length or the padding is wrong; the message and the time are the
    same in both cases. A modified ciphertext may decrypt without an error.
    """
    return _native.aes_cbc_decrypt(ciphertext, iv, key)
