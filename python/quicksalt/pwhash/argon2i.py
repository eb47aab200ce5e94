"""Argon2i (RFC 9106), which reads memory at places that depend on nothing secret."""

from __future__ import annotations

from quicksalt import encoding
from quicksalt._native import crypto_pwhash_alg, crypto_pwhash_str_alg
from quicksalt._native import crypto_pwhash_argon2i_MEMLIMIT_INTERACTIVE as MEMLIMIT_INTERACTIVE
from quicksalt._native import crypto_pwhash_argon2i_MEMLIMIT_MAX as MEMLIMIT_MAX
from quicksalt._native import crypto_pwhash_argon2i_MEMLIMIT_MIN as MEMLIMIT_MIN
from quicksalt._native import crypto_pwhash_argon2i_MEMLIMIT_MODERATE as MEMLIMIT_MODERATE
from quicksalt._native import crypto_pwhash_argon2i_MEMLIMIT_SENSITIVE as MEMLIMIT_SENSITIVE
from quicksalt._native import crypto_pwhash_argon2i_OPSLIMIT_INTERACTIVE as OPSLIMIT_INTERACTIVE
from quicksalt._native import crypto_pwhash_argon2i_OPSLIMIT_MAX as OPSLIMIT_MAX
from quicksalt._native import crypto_pwhash_argon2i_OPSLIMIT_MIN as OPSLIMIT_MIN
from quicksalt._native import crypto_pwhash_argon2i_OPSLIMIT_MODERATE as OPSLIMIT_MODERATE
from quicksalt._native import crypto_pwhash_argon2i_OPSLIMIT_SENSITIVE as OPSLIMIT_SENSITIVE
from quicksalt._native import crypto_pwhash_argon2i_STRPREFIX as STRPREFIX
from quicksalt.pwhash._argon2 import ALG_ARGON2I13 as ALG
from quicksalt.pwhash._argon2 import (
    BYTES_MAX,
    BYTES_MIN,
    PASSWD_MAX,
    PASSWD_MIN,
    PWHASH_SIZE,
    SALTBYTES,
    verify,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "ALG",
    "BYTES_MAX",
    "BYTES_MIN",
    "MEMLIMIT_INTERACTIVE",
    "MEMLIMIT_MAX",
    "MEMLIMIT_MIN",
    "MEMLIMIT_MODERATE",
    "MEMLIMIT_SENSITIVE",
    "OPSLIMIT_INTERACTIVE",
    "OPSLIMIT_MAX",
    "OPSLIMIT_MIN",
    "OPSLIMIT_MODERATE",
    "OPSLIMIT_SENSITIVE",
    "PASSWD_MAX",
    "PASSWD_MIN",
    "PWHASH_SIZE",
    "SALTBYTES",
    "STRPREFIX",
    "kdf",
    "str",
    "verify",
]


def kdf(  # noqa: PLR0913, PLR0917 - the parameters are PyNaCl's
    size: int,
    password: Buffer,
    salt: Buffer,
    opslimit: int = OPSLIMIT_SENSITIVE,
    memlimit: int = MEMLIMIT_SENSITIVE,
    encoder: encoding.Encoder = encoding.RawEncoder,
) -> bytes:
    """Return a key of `size` bytes out of a password and a salt of `SALTBYTES`, by Argon2i."""
    return encoder.encode(crypto_pwhash_alg(size, password, salt, opslimit, memlimit, ALG))


def str(  # noqa: A001
    password: Buffer,
    opslimit: int = OPSLIMIT_INTERACTIVE,
    memlimit: int = MEMLIMIT_INTERACTIVE,
) -> bytes:
    """Return a modular string for a password, with a new salt and the cost in it, by Argon2i."""
    return crypto_pwhash_str_alg(password, opslimit, memlimit, ALG)
