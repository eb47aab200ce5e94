"""Hashes of messages that come piece by piece, with the methods of Python's `hashlib`.

`blake2b` is PyNaCl's `nacl.hashlib.blake2b`; `sha256` and `sha512` have the same methods. Objects
may be shared by threads, which run side by side on large pieces.
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
    """What the hashes have in common."""

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
        """How many bytes of a message the hash takes at a time."""
        return self._block_size

    @property
    def digest_size(self) -> int:
        """Length of the digest in bytes."""
        return self._digest_size

    def update(self, data: Buffer) -> None:
        """Take the next piece of the message; any contiguous buffer."""
        self._state.update(data)

    def digest(self) -> bytes:
        """Return the digest of all that has come so far; more may come."""
        return self._state.digest()

    def hexdigest(self) -> str:
        """Return the digest in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Self:
        """Return an independent object that has taken the same pieces."""
        new = object.__new__(type(self))
        new._digest_size = self._digest_size
        new._state = self._state.copy()
        return new

    def __repr__(self) -> str:
        """Show the kind of hash, nothing of its state."""
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
        """Begin with a first piece of the message."""
        self._digest_size = 32
        self._state = Hasher.sha256()
        self.update(data)


class sha512(_Hash):  # noqa: N801
    """SHA-512 (FIPS 180-4)."""

    __slots__ = ()
    _name = "sha512"
    _block_size = 128

    def __init__(self, data: Buffer = b"") -> None:
        """Begin with a first piece of the message."""
        self._digest_size = 64
        self._state = Hasher.sha512()
        self.update(data)


class blake2b(_Hash):  # noqa: N801
    """BLAKE2b (RFC 7693) with a digest of 1 to 64 bytes.

    A key (up to 64 bytes) makes the digest a tag that only who knows the key can make; a salt and a
    personalisation (up to 16 bytes each, filled up with zeros) set families of digests apart.
    """

    __slots__ = ()
    _name = "blake2b"
    _block_size = 128

    MAX_DIGEST_SIZE = BYTES
    """What PyNaCl has under this name: 32. Digests of up to `BYTES_MAX` are made."""
    MAX_KEY_SIZE = KEYBYTES_MAX
    """The longest key."""
    PERSON_SIZE = PERSONALBYTES
    """The longest personalisation."""
    SALT_SIZE = SALTBYTES
    """The longest salt."""

    def __init__(
        self,
        data: Buffer = b"",
        digest_size: int = BYTES,
        key: Buffer = b"",
        salt: Buffer = b"",
        person: Buffer = b"",
    ) -> None:
        """Begin with a first piece of the message."""
        self._state = Hasher.blake2b(digest_size=digest_size, key=key, salt=salt, person=person)
        self._digest_size = digest_size
        self.update(data)


SCRYPT_AVAILABLE = True
"""Whether there is `scrypt`."""


def scrypt(  # noqa: PLR0913, PLR0917 - the parameters are PyNaCl's
    password: Buffer,
    salt: Buffer = b"",
    n: int = 2**20,
    r: int = 8,
    p: int = 1,
    maxmem: int = 2**25,
    dklen: int = 64,
) -> bytes:
    """Return a key of `dklen` bytes by scrypt (RFC 7914).

    `n` is a power of two; `maxmem` is the most memory in bytes that it may take, of which one lane
    takes 128 * r * n; more of the `p` lanes are worked on at a time as far as it goes.
    """
    return _native.crypto_pwhash_scryptsalsa208sha256_ll(
        password, salt, n, r, p, maxmem=maxmem, dklen=dklen
    )
