"""scrypt (RFC 7914), for existing data."""

from __future__ import annotations

from quicksalt import _native, encoding
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

BYTES_MAX = _native.crypto_pwhash_scryptsalsa208sha256_BYTES_MAX
BYTES_MIN = _native.crypto_pwhash_scryptsalsa208sha256_BYTES_MIN
MEMLIMIT_INTERACTIVE = _native.crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_INTERACTIVE
MEMLIMIT_MAX = _native.crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MAX
MEMLIMIT_MIN = _native.crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MIN
MEMLIMIT_SENSITIVE = _native.crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE
OPSLIMIT_INTERACTIVE = _native.crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_INTERACTIVE
OPSLIMIT_MAX = _native.crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MAX
OPSLIMIT_MIN = _native.crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MIN
OPSLIMIT_SENSITIVE = _native.crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE
PASSWD_MAX = _native.crypto_pwhash_scryptsalsa208sha256_PASSWD_MAX
PASSWD_MIN = _native.crypto_pwhash_scryptsalsa208sha256_PASSWD_MIN
SALTBYTES = _native.crypto_pwhash_scryptsalsa208sha256_SALTBYTES
STRPREFIX = _native.crypto_pwhash_scryptsalsa208sha256_STRPREFIX
AVAILABLE = _native.has_crypto_pwhash_scryptsalsa208sha256
PWHASH_SIZE = _native.crypto_pwhash_scryptsalsa208sha256_STRBYTES - 1
"""The length of a modular string in bytes."""

OPSLIMIT_MODERATE = 8 * OPSLIMIT_INTERACTIVE
MEMLIMIT_MODERATE = 8 * MEMLIMIT_INTERACTIVE

_BESIDES = 1 << 16
"""Memory allowed in addition to `memlimit`, for the blocks."""


def kdf(  # noqa: PLR0913, PLR0917 - the parameters are PyNaCl's
    size: int,
    password: Buffer,
    salt: bytes,
    opslimit: int = OPSLIMIT_SENSITIVE,
    memlimit: int = MEMLIMIT_SENSITIVE,
    encoder: encoding.Encoder = encoding.RawEncoder,
) -> bytes:
    """Return a key of `size` bytes derived by scrypt from a password and a salt."""
    if len(salt) != SALTBYTES:
        msg = f"The salt must be exactly {SALTBYTES}, not {len(salt)} bytes long"
        raise exc.ValueError(msg)
    n_log2, r, p = _native.nacl_bindings_pick_scrypt_params(opslimit, memlimit)
    key = _native.crypto_pwhash_scryptsalsa208sha256_ll(
        password, salt, 1 << n_log2, r, p, maxmem=memlimit + _BESIDES, dklen=size
    )
    return encoder.encode(key)


def str(  # noqa: A001
    password: Buffer,
    opslimit: int = OPSLIMIT_INTERACTIVE,
    memlimit: int = MEMLIMIT_INTERACTIVE,
) -> bytes:
    """Return a modular scrypt string for a password, with a new salt and the cost parameters."""
    return _native.crypto_pwhash_scryptsalsa208sha256_str(password, opslimit, memlimit)


def verify(password_hash: bytes, password: Buffer) -> Literal[True]:
    """Return `True` if a modular scrypt string matches the password.

    Raises `InvalidkeyError` if it does not match, and `ValueError` if its length is wrong.
    """
    if len(password_hash) != PWHASH_SIZE:
        msg = f"The password hash must be exactly {PWHASH_SIZE + 1} bytes long"
        raise exc.ValueError(msg)
    return _native.crypto_pwhash_scryptsalsa208sha256_str_verify(password_hash, password)
