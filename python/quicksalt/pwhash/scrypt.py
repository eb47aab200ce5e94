"""scrypt (RFC 7914), for what is protected by it already."""

from __future__ import annotations

from quicksalt import encoding
from quicksalt import exceptions as exc
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_BYTES_MAX as BYTES_MAX
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_BYTES_MIN as BYTES_MIN
from quicksalt._native import (
    crypto_pwhash_scryptsalsa208sha256_ll,
    crypto_pwhash_scryptsalsa208sha256_str,
    crypto_pwhash_scryptsalsa208sha256_str_verify,
    crypto_pwhash_scryptsalsa208sha256_STRBYTES,
    nacl_bindings_pick_scrypt_params,
)
from quicksalt._native import (
    crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_INTERACTIVE as MEMLIMIT_INTERACTIVE,
)
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MAX as MEMLIMIT_MAX
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MIN as MEMLIMIT_MIN
from quicksalt._native import (
    crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE as MEMLIMIT_SENSITIVE,
)
from quicksalt._native import (
    crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_INTERACTIVE as OPSLIMIT_INTERACTIVE,
)
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MAX as OPSLIMIT_MAX
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MIN as OPSLIMIT_MIN
from quicksalt._native import (
    crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE as OPSLIMIT_SENSITIVE,
)
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_PASSWD_MAX as PASSWD_MAX
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_PASSWD_MIN as PASSWD_MIN
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_SALTBYTES as SALTBYTES
from quicksalt._native import crypto_pwhash_scryptsalsa208sha256_STRPREFIX as STRPREFIX
from quicksalt._native import has_crypto_pwhash_scryptsalsa208sha256 as AVAILABLE  # noqa: N812

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

__all__ = [
    "AVAILABLE",
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

PWHASH_SIZE = crypto_pwhash_scryptsalsa208sha256_STRBYTES - 1
"""The length of a modular string in bytes."""

OPSLIMIT_MODERATE = 8 * OPSLIMIT_INTERACTIVE
MEMLIMIT_MODERATE = 8 * MEMLIMIT_INTERACTIVE

_BESIDES = 1 << 16
"""What may be taken besides `memlimit`, for blocks."""


def kdf(  # noqa: PLR0913, PLR0917 - the parameters are PyNaCl's
    size: int,
    password: Buffer,
    salt: bytes,
    opslimit: int = OPSLIMIT_SENSITIVE,
    memlimit: int = MEMLIMIT_SENSITIVE,
    encoder: encoding.Encoder = encoding.RawEncoder,
) -> bytes:
    """Return a key of `size` bytes out of a password and a salt of `SALTBYTES`, by scrypt."""
    if len(salt) != SALTBYTES:
        msg = f"The salt must be exactly {SALTBYTES}, not {len(salt)} bytes long"
        raise exc.ValueError(msg)
    n_log2, r, p = nacl_bindings_pick_scrypt_params(opslimit, memlimit)
    key = crypto_pwhash_scryptsalsa208sha256_ll(
        password, salt, 1 << n_log2, r, p, maxmem=memlimit + _BESIDES, dklen=size
    )
    return encoder.encode(key)


def str(  # noqa: A001
    password: Buffer,
    opslimit: int = OPSLIMIT_INTERACTIVE,
    memlimit: int = MEMLIMIT_INTERACTIVE,
) -> bytes:
    """Return a modular string for a password, with a new salt and the cost in it, by scrypt."""
    return crypto_pwhash_scryptsalsa208sha256_str(password, opslimit, memlimit)


def verify(password_hash: bytes, password: Buffer) -> Literal[True]:
    """Return `True` if a modular string of scrypt is that of the password.

    Raises `InvalidkeyError` if it is not, `ValueError` if it is of another length.
    """
    if len(password_hash) != PWHASH_SIZE:
        msg = f"The password hash must be exactly {PWHASH_SIZE + 1} bytes long"
        raise exc.ValueError(msg)
    return crypto_pwhash_scryptsalsa208sha256_str_verify(password_hash, password)
