"""What Argon2id and Argon2i have in common."""

from __future__ import annotations

from quicksalt._native import crypto_pwhash_ALG_ARGON2I13 as ALG_ARGON2I13
from quicksalt._native import crypto_pwhash_ALG_ARGON2ID13 as ALG_ARGON2ID13
from quicksalt._native import crypto_pwhash_ALG_DEFAULT as ALG_ARGON2_DEFAULT
from quicksalt._native import crypto_pwhash_BYTES_MAX as BYTES_MAX
from quicksalt._native import crypto_pwhash_BYTES_MIN as BYTES_MIN
from quicksalt._native import crypto_pwhash_PASSWD_MAX as PASSWD_MAX
from quicksalt._native import crypto_pwhash_PASSWD_MIN as PASSWD_MIN
from quicksalt._native import crypto_pwhash_SALTBYTES as SALTBYTES
from quicksalt._native import crypto_pwhash_str_verify, crypto_pwhash_STRBYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

__all__ = [
    "ALG_ARGON2I13",
    "ALG_ARGON2ID13",
    "ALG_ARGON2_DEFAULT",
    "BYTES_MAX",
    "BYTES_MIN",
    "PASSWD_MAX",
    "PASSWD_MIN",
    "PWHASH_SIZE",
    "SALTBYTES",
    "verify",
]

PWHASH_SIZE = crypto_pwhash_STRBYTES - 1
"""The longest modular string in bytes."""


def verify(password_hash: Buffer, password: Buffer) -> Literal[True]:
    """Return `True` if a modular string of Argon2id or Argon2i is that of the password.

    Raises `InvalidkeyError` if it is not.
    """
    return crypto_pwhash_str_verify(password_hash, password)
