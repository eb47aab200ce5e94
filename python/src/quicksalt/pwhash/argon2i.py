"""Argon2i (RFC 9106): its memory accesses do not depend on secrets."""

from __future__ import annotations

from quicksalt import _native, encoding
from quicksalt.pwhash import _argon2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

ALG = _argon2.ALG_ARGON2I13
MEMLIMIT_INTERACTIVE = _native.crypto_pwhash_argon2i_MEMLIMIT_INTERACTIVE
MEMLIMIT_MAX = _native.crypto_pwhash_argon2i_MEMLIMIT_MAX
MEMLIMIT_MIN = _native.crypto_pwhash_argon2i_MEMLIMIT_MIN
MEMLIMIT_MODERATE = _native.crypto_pwhash_argon2i_MEMLIMIT_MODERATE
MEMLIMIT_SENSITIVE = _native.crypto_pwhash_argon2i_MEMLIMIT_SENSITIVE
OPSLIMIT_INTERACTIVE = _native.crypto_pwhash_argon2i_OPSLIMIT_INTERACTIVE
OPSLIMIT_MAX = _native.crypto_pwhash_argon2i_OPSLIMIT_MAX
OPSLIMIT_MIN = _native.crypto_pwhash_argon2i_OPSLIMIT_MIN
OPSLIMIT_MODERATE = _native.crypto_pwhash_argon2i_OPSLIMIT_MODERATE
OPSLIMIT_SENSITIVE = _native.crypto_pwhash_argon2i_OPSLIMIT_SENSITIVE
STRPREFIX = _native.crypto_pwhash_argon2i_STRPREFIX
BYTES_MAX = _argon2.BYTES_MAX
BYTES_MIN = _argon2.BYTES_MIN
PASSWD_MAX = _argon2.PASSWD_MAX
PASSWD_MIN = _argon2.PASSWD_MIN
PWHASH_SIZE = _argon2.PWHASH_SIZE
SALTBYTES = _argon2.SALTBYTES
verify = _argon2.verify


def kdf(  # noqa: PLR0913, PLR0917 - the parameters are PyNaCl's
    size: int,
    password: Buffer,
    salt: Buffer,
    opslimit: int = OPSLIMIT_SENSITIVE,
    memlimit: int = MEMLIMIT_SENSITIVE,
    encoder: encoding.Encoder = encoding.RawEncoder,
) -> bytes:
    """Return a key of `size` bytes derived by Argon2i from a password and a salt."""
    return encoder.encode(_native.crypto_pwhash_alg(size, password, salt, opslimit, memlimit, ALG))


def str(  # noqa: A001
    password: Buffer,
    opslimit: int = OPSLIMIT_INTERACTIVE,
    memlimit: int = MEMLIMIT_INTERACTIVE,
) -> bytes:
    """Return a modular Argon2i string for a password, with a new salt and the cost parameters."""
    return _native.crypto_pwhash_str_alg(password, opslimit, memlimit, ALG)
