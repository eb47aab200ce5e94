"""One-call hash functions; digests are hexadecimal by default."""

from __future__ import annotations

from quicksalt import _native, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

BLAKE2B_BYTES = _native.crypto_generichash_BYTES
"""The default length of a BLAKE2b digest."""
BLAKE2B_BYTES_MIN = _native.crypto_generichash_BYTES_MIN
"""The shortest recommended BLAKE2b digest."""
BLAKE2B_BYTES_MAX = _native.crypto_generichash_BYTES_MAX
"""The maximum length of a BLAKE2b digest."""
BLAKE2B_KEYBYTES = _native.crypto_generichash_KEYBYTES
"""The usual length of a BLAKE2b key."""
BLAKE2B_KEYBYTES_MIN = _native.crypto_generichash_KEYBYTES_MIN
"""The shortest recommended BLAKE2b key."""
BLAKE2B_KEYBYTES_MAX = _native.crypto_generichash_KEYBYTES_MAX
"""The maximum length of a BLAKE2b key."""
BLAKE2B_SALTBYTES = _native.crypto_generichash_SALTBYTES
"""The maximum length of a BLAKE2b salt."""
BLAKE2B_PERSONALBYTES = _native.crypto_generichash_PERSONALBYTES
"""The maximum length of a BLAKE2b personalisation."""

SIPHASH_BYTES = _native.crypto_shorthash_siphash24_BYTES
"""The length of a SipHash-2-4 tag."""
SIPHASH_KEYBYTES = _native.crypto_shorthash_siphash24_KEYBYTES
"""The length of a SipHash-2-4 key."""
SIPHASHX_AVAILABLE = _native.has_crypto_shorthash_siphashx24
"""Whether `siphashx24` is available; always true here, although PyNaCl can be built without it."""
SIPHASHX_BYTES = _native.crypto_shorthash_siphashx24_BYTES
"""The length of a SipHash-2-4 tag of the 128-bit variant."""
SIPHASHX_KEYBYTES = _native.crypto_shorthash_siphashx24_KEYBYTES
"""The length of a key of the 128-bit variant."""


def sha256(message: Buffer, encoder: encoding.Encoder = encoding.HexEncoder) -> bytes:
    """Return the SHA-256 digest of a message."""
    return encoder.encode(_native.crypto_hash_sha256(message))


def sha512(message: Buffer, encoder: encoding.Encoder = encoding.HexEncoder) -> bytes:
    """Return the SHA-512 digest of a message."""
    return encoder.encode(_native.crypto_hash_sha512(message))


def blake2b(  # noqa: PLR0913, PLR0917 - the parameters are PyNaCl's
    data: Buffer,
    digest_size: int = BLAKE2B_BYTES,
    key: Buffer = b"",
    salt: Buffer = b"",
    person: Buffer = b"",
    encoder: encoding.Encoder = encoding.HexEncoder,
) -> bytes:
    """Return the BLAKE2b digest of `data`; it has `digest_size` bytes (1 to 64).

    With a key (up to 64 bytes) the digest is a message authentication code. A salt and a
    personalisation (up to 16 bytes each, padded with zeros) separate families of digests.
    """
    digest = _native.crypto_generichash_blake2b_salt_personal(
        data, digest_size=digest_size, key=key, salt=salt, person=person
    )
    return encoder.encode(digest)


generichash = blake2b


def siphash24(
    message: Buffer, key: Buffer = b"", encoder: encoding.Encoder = encoding.HexEncoder
) -> bytes:
    """Return the 8-byte SipHash-2-4 tag of a message under a key of 16 bytes.

    SipHash protects hash tables with untrusted keys; the tag is too short for message
    authentication.
    """
    return encoder.encode(_native.crypto_shorthash_siphash24(message, key))


shorthash = siphash24


def siphashx24(
    message: Buffer, key: Buffer = b"", encoder: encoding.Encoder = encoding.HexEncoder
) -> bytes:
    """Return the 16-byte SipHash-2-4 tag of a message under a key of 16 bytes."""
    return encoder.encode(_native.crypto_shorthash_siphashx24(message, key))
