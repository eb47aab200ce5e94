"""Password hashing: keys derived from passwords, and strings for password verification.

    stored = quicksalt.pwhash.str(b"correct horse battery staple")
    quicksalt.pwhash.verify(stored, b"correct horse battery staple")

Use `argon2id`, which is also the default of `str`; `argon2i` and `scrypt` are for existing data.
Each of these modules has the functions `str`, `verify` and `kdf`, which derives a key. The
constants `OPSLIMIT_...` limit the work and `MEMLIMIT_...` the bytes of memory, in levels from
`INTERACTIVE` to `SENSITIVE`. A lack of memory raises `MemoryError`.
"""

from __future__ import annotations

from quicksalt.exceptions import CryptPrefixError
from quicksalt.pwhash import argon2i, argon2id, scrypt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

STRPREFIX = argon2id.STRPREFIX
PWHASH_SIZE = argon2id.PWHASH_SIZE
PASSWD_MIN = argon2id.PASSWD_MIN
PASSWD_MAX = argon2id.PASSWD_MAX
MEMLIMIT_MAX = argon2id.MEMLIMIT_MAX
MEMLIMIT_MIN = argon2id.MEMLIMIT_MIN
OPSLIMIT_MAX = argon2id.OPSLIMIT_MAX
OPSLIMIT_MIN = argon2id.OPSLIMIT_MIN
OPSLIMIT_INTERACTIVE = argon2id.OPSLIMIT_INTERACTIVE
MEMLIMIT_INTERACTIVE = argon2id.MEMLIMIT_INTERACTIVE
OPSLIMIT_MODERATE = argon2id.OPSLIMIT_MODERATE
MEMLIMIT_MODERATE = argon2id.MEMLIMIT_MODERATE
OPSLIMIT_SENSITIVE = argon2id.OPSLIMIT_SENSITIVE
MEMLIMIT_SENSITIVE = argon2id.MEMLIMIT_SENSITIVE

SCRYPT_SALTBYTES = scrypt.SALTBYTES
SCRYPT_PWHASH_SIZE = scrypt.PWHASH_SIZE
SCRYPT_OPSLIMIT_INTERACTIVE = scrypt.OPSLIMIT_INTERACTIVE
SCRYPT_MEMLIMIT_INTERACTIVE = scrypt.MEMLIMIT_INTERACTIVE
SCRYPT_OPSLIMIT_SENSITIVE = scrypt.OPSLIMIT_SENSITIVE
SCRYPT_MEMLIMIT_SENSITIVE = scrypt.MEMLIMIT_SENSITIVE

str = argon2id.str  # noqa: A001
kdf_scryptsalsa208sha256 = scrypt.kdf
scryptsalsa208sha256_str = scrypt.str
verify_scryptsalsa208sha256 = scrypt.verify


def verify(password_hash: bytes, password: Buffer) -> Literal[True]:
    """Return `True` if a modular string of any function here matches the password.

    Raises `InvalidkeyError` if it does not match, and the subclass `CryptPrefixError` if the string
    has an unknown prefix.
    """
    if password_hash.startswith((argon2id.STRPREFIX, argon2i.STRPREFIX)):
        return argon2id.verify(password_hash, password)
    if password_hash.startswith(scrypt.STRPREFIX):
        return scrypt.verify(password_hash, password)
    raise CryptPrefixError("given password_hash is not in a supported format")
