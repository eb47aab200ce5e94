"""Incremental hash functions with the interface of Python's `hashlib`.

`blake2b` is PyNaCl's `nacl.hashlib.blake2b`; `sha256` and `sha512` have the same methods. Threads
may share an object; different objects hash large inputs in parallel.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt._native import Hasher
from quicksalt.hash import BLAKE2B_BYTES as BYTES
from quicksalt.hash import BLAKE2B_BYTES_MAX as BYTES_MAX
from quicksalt.hash import BLAKE2B_BYTES_MIN as BYTES_MIN
from quicksalt.hash import BLAKE2B_KEYBYTES as KEYBYTES
from quicksalt.hash import BLAKE2B_KEYBYTES_MAX as KEYBYTES_MAX
from quicksalt.hash import BLAKE2B_KEYBYTES_MIN as KEYBYTES_MIN
from quicksalt.hash import BLAKE2B_PERSONALBYTES as PERSONALBYTES
from quicksalt.hash import BLAKE2B_SALTBYTES as SALTBYTES
from quicksalt.secrecy import Unpicklable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from typing_extensions import Buffer

__all__ = [
    "BYTES",
    "BYTES_MAX",
    "BYTES_MIN",
    "KEYBYTES",
    "KEYBYTES_MAX",
    "KEYBYTES_MIN",
    "PERSONALBYTES",
    "SALTBYTES",
    "SCRYPT_AVAILABLE",
    "blake2b",
    "scrypt",
    "sha256",
    "sha512",
]


class _Hash(Unpicklable):
    """The common base class of the hash functions."""

    __slots__ = ("_digest_size", "_state")

    _name: str
    _block_size: int
    _digest_size: int
    _state: Hasher

    @property
    def name(self) -> str:
        """The name of the hash, as `hashlib` spells it."""
        return self._name

    @property
    def block_size(self) -> int:
        """The block size of the hash function in bytes."""
        return self._block_size

    @property
    def digest_size(self) -> int:
        """The length of the digest in bytes."""
        return self._digest_size

    def update(self, data: Buffer) -> None:
        """Hash the next part of the message, which may be any contiguous buffer."""
        self._state.update(data)

    def digest(self) -> bytes:
        """Return the digest of the data so far; more data may follow."""
        return self._state.digest()

    def hexdigest(self) -> str:
        """Return the digest in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Self:
        """Return an independent object with the same state."""
        new = object.__new__(type(self))
        new._digest_size = self._digest_size
        new._state = self._state.copy()
        return new

    def __repr__(self) -> str:
        """Show the name of the hash function, but not its state."""
        return f"<quicksalt.hashlib.{self._name}>"


class sha256(_Hash):  # noqa: N801 - the names are hashlib's
    """SHA-256 (FIPS 180-4).

    >>> hash = quicksalt.hashlib.sha256(b"a")
    >>> hash.update(b"bc")
    >>> hash.hexdigest()[:8]
    'ba7816bf'
    """

    __slots__ = ()
    _name = "sha256"
    _block_size = 64

    def __init__(self, data: Buffer = b"") -> None:
        """Start with the first part of the message."""
        self._digest_size = 32
        self._state = Hasher.sha256()
        self.update(data)


class sha512(_Hash):  # noqa: N801
    """SHA-512 (FIPS 180-4)."""

    __slots__ = ()
    _name = "sha512"
    _block_size = 128

    def __init__(self, data: Buffer = b"") -> None:
        """Start with the first part of the message."""
        self._digest_size = 64
        self._state = Hasher.sha512()
        self.update(data)


class blake2b(_Hash):  # noqa: N801
    """BLAKE2b (RFC 7693) with a digest of 1 to 64 bytes.

    With a key (up to 64 bytes) the digest is a message authentication code. A salt and a
    personalisation (up to 16 bytes each, padded with zeros) separate families of digests.
    """

    __slots__ = ()
    _name = "blake2b"
    _block_size = 128

    MAX_DIGEST_SIZE = BYTES
    """PyNaCl's constant of this name: 32. Digests can have up to `BYTES_MAX` bytes."""
    MAX_KEY_SIZE = KEYBYTES_MAX
    """The maximum length of a key."""
    PERSON_SIZE = PERSONALBYTES
    """The maximum length of a personalisation."""
    SALT_SIZE = SALTBYTES
    """The maximum length of a salt."""

    def __init__(
        self,
        data: Buffer = b"",
        digest_size: int = BYTES,
        key: Buffer = b"",
        salt: Buffer = b"",
        person: Buffer = b"",
    ) -> None:
        """Start with the first part of the message."""
        self._state = Hasher.blake2b(digest_size=digest_size, key=key, salt=salt, person=person)
        self._digest_size = digest_size
        self.update(data)


SCRYPT_AVAILABLE = True
"""Whether `scrypt` is available."""


def scrypt(  # noqa: PLR0913, PLR0917 - the parameters are PyNaCl's
    password: Buffer,
    salt: Buffer = b"",
    n: int = 2**20,
    r: int = 8,
    p: int = 1,
    maxmem: int = 2**25,
    dklen: int = 64,
) -> bytes:
    """Return a key of `dklen` bytes derived by scrypt (RFC 7914).

    `n` is a power of two. `maxmem` is the memory limit in bytes: each lane needs 128 * r * n bytes,
    and as many of the `p` lanes run in parallel as the limit allows.
    """
    return _native.crypto_pwhash_scryptsalsa208sha256_ll(
        password, salt, n, r, p, maxmem=maxmem, dklen=dklen
    )
