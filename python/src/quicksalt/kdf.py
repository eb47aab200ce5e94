"""Numbered subkeys (libsodium's `crypto_kdf`) and PBKDF2 (RFC 8018)."""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

__all__ = [
    "BYTES_MAX",
    "BYTES_MIN",
    "CONTEXTBYTES",
    "KEYBYTES",
    "derive_from_key",
    "keygen",
    "pbkdf2",
]

BYTES_MIN = _native.crypto_kdf_BYTES_MIN
BYTES_MAX = _native.crypto_kdf_BYTES_MAX
CONTEXTBYTES = _native.crypto_kdf_CONTEXTBYTES
KEYBYTES = _native.crypto_kdf_KEYBYTES


def keygen() -> bytes:
    """Return a new key, from which subkeys can be derived."""
    return _native.crypto_kdf_keygen()


def derive_from_key(size: int, number: int, context: Buffer, key: Buffer) -> bytes:
    """Return subkey `number`, of 16 to 64 bytes.

    The context, 8 bytes that need not be secret, names the purpose: different contexts give
    unrelated subkeys.
    """
    return _native.crypto_kdf_derive_from_key(size, number, context, key)


def pbkdf2(
    password: Buffer,
    salt: Buffer,
    iterations: int,
    size: int = 32,
    *,
    hash_name: Literal["sha256", "sha512"] = "sha256",
) -> bytes:
    """Return `size` bytes derived from a password by PBKDF2, for formats that require PBKDF2.

    PBKDF2 costs an attacker time but not memory; for new designs use `quicksalt.pwhash`. Ctrl-C
    interrupts the call.
    """
    if hash_name == "sha256":
        return _native.pbkdf2_hmac_sha256(password, salt, iterations, size)
    if hash_name == "sha512":
        return _native.pbkdf2_hmac_sha512(password, salt, iterations, size)
    msg = f"hash_name must be 'sha256' or 'sha512', not {hash_name!r}"
    raise exc.ValueError(msg)
