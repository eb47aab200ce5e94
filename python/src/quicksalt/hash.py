"""Hash functions in one call, the digest written down in hexadecimal unless asked otherwise."""

from __future__ import annotations

from quicksalt import _native, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

BLAKE2B_BYTES = _native.crypto_generichash_BYTES
"""Length of a BLAKE2b digest where nothing else is said."""
BLAKE2B_BYTES_MIN = _native.crypto_generichash_BYTES_MIN
"""The shortest BLAKE2b digest that makes sense for most uses."""
BLAKE2B_BYTES_MAX = _native.crypto_generichash_BYTES_MAX
"""The longest BLAKE2b digest."""
BLAKE2B_KEYBYTES = _native.crypto_generichash_KEYBYTES
"""The usual length of a BLAKE2b key."""
BLAKE2B_KEYBYTES_MIN = _native.crypto_generichash_KEYBYTES_MIN
"""The shortest BLAKE2b key that makes sense for most uses."""
BLAKE2B_KEYBYTES_MAX = _native.crypto_generichash_KEYBYTES_MAX
"""The longest BLAKE2b key."""
BLAKE2B_SALTBYTES = _native.crypto_generichash_SALTBYTES
"""The longest BLAKE2b salt."""
BLAKE2B_PERSONALBYTES = _native.crypto_generichash_PERSONALBYTES
"""The longest BLAKE2b personalisation."""

SIPHASH_BYTES = _native.crypto_shorthash_siphash24_BYTES
"""Length of a SipHash-2-4 tag."""
SIPHASH_KEYBYTES = _native.crypto_shorthash_siphash24_KEYBYTES
"""Length of its key."""
SIPHASHX_AVAILABLE = _native.has_crypto_shorthash_siphashx24
"""Whether `siphashx24` is there, which PyNaCl may be built without: it is."""
SIPHASHX_BYTES = _native.crypto_shorthash_siphashx24_BYTES
"""Length of a tag of its longer variant."""
SIPHASHX_KEYBYTES = _native.crypto_shorthash_siphashx24_KEYBYTES
"""Length of its key."""


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
    """Return the BLAKE2b digest of `data`, `digest_size` bytes long (1 to 64).

    A key (up to 64 bytes) makes it a tag that only who knows the key can make; a salt and a
    personalisation (up to 16 bytes each, filled up with zeros) set families of digests apart.
    """
    digest = _native.crypto_generichash_blake2b_salt_personal(
        data, digest_size=digest_size, key=key, salt=salt, person=person
    )
    return encoder.encode(digest)


generichash = blake2b


def siphash24(
    message: Buffer, key: Buffer = b"", encoder: encoding.Encoder = encoding.HexEncoder
) -> bytes:
    """Return the SipHash-2-4 tag of a message, 8 bytes long, under a key of 16 bytes.

    It is for tables that others fill, and too short to prove where a message comes from.
    """
    return encoder.encode(_native.crypto_shorthash_siphash24(message, key))


shorthash = siphash24


def siphashx24(
    message: Buffer, key: Buffer = b"", encoder: encoding.Encoder = encoding.HexEncoder
) -> bytes:
    """Return the SipHash-2-4 tag of a message, 16 bytes long, under a key of 16 bytes."""
    return encoder.encode(_native.crypto_shorthash_siphashx24(message, key))
