"""Code shared by Argon2id and Argon2i."""

from __future__ import annotations

from quicksalt import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

ALG_ARGON2I13 = _native.crypto_pwhash_ALG_ARGON2I13
ALG_ARGON2ID13 = _native.crypto_pwhash_ALG_ARGON2ID13
ALG_ARGON2_DEFAULT = _native.crypto_pwhash_ALG_DEFAULT
BYTES_MAX = _native.crypto_pwhash_BYTES_MAX
BYTES_MIN = _native.crypto_pwhash_BYTES_MIN
PASSWD_MAX = _native.crypto_pwhash_PASSWD_MAX
PASSWD_MIN = _native.crypto_pwhash_PASSWD_MIN
SALTBYTES = _native.crypto_pwhash_SALTBYTES
PWHASH_SIZE = _native.crypto_pwhash_STRBYTES - 1
"""The maximum length of a modular string in bytes."""


def verify(password_hash: Buffer, password: Buffer) -> Literal[True]:
    """Return `True` if a modular string of Argon2id or Argon2i matches the password.

    Raises `InvalidkeyError` if it does not match.
    """
    return _native.crypto_pwhash_str_verify(password_hash, password)
