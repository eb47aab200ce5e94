"""BLAKE2b (RFC 7693), in one call or incrementally."""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt._native import (
    crypto_generichash_blake2b_salt_personal as crypto_generichash_blake2b_salt_personal,
    crypto_generichash_BYTES as crypto_generichash_BYTES,
    crypto_generichash_BYTES_MAX as crypto_generichash_BYTES_MAX,
    crypto_generichash_BYTES_MIN as crypto_generichash_BYTES_MIN,
    crypto_generichash_KEYBYTES as crypto_generichash_KEYBYTES,
    crypto_generichash_KEYBYTES_MAX as crypto_generichash_KEYBYTES_MAX,
    crypto_generichash_KEYBYTES_MIN as crypto_generichash_KEYBYTES_MIN,
    crypto_generichash_PERSONALBYTES as crypto_generichash_PERSONALBYTES,
    crypto_generichash_SALTBYTES as crypto_generichash_SALTBYTES,
)
from quicksalt.exceptions import ensure
from quicksalt.secrecy import Unpicklable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from typing_extensions import Buffer

crypto_generichash_STATEBYTES = 384
"""The length of libsodium's state."""


class Blake2State(Unpicklable):
    """The state of an incremental BLAKE2b digest."""

    __slots__ = ("_hasher", "digest_size")

    _hasher: _native.Hasher

    def __init__(self, digest_size: int) -> None:
        """Create a state without a key; `crypto_generichash_blake2b_init` accepts all parameters."""
        self.digest_size = digest_size
        self._hasher = _native.Hasher.blake2b(digest_size=digest_size)

    def copy(self) -> Self:
        """Return an independent copy of the state."""
        new = object.__new__(type(self))
        new.digest_size = self.digest_size
        new._hasher = self._hasher.copy()
        return new


def generichash_blake2b_init(
    key: Buffer = b"",
    salt: Buffer = b"",
    person: Buffer = b"",
    digest_size: int = crypto_generichash_BYTES,
) -> Blake2State:
    """Initialise a state; the parameters equal `crypto_generichash_blake2b_salt_personal`'s."""
    state = object.__new__(Blake2State)
    state._hasher = _native.Hasher.blake2b(
        digest_size=digest_size, key=key, salt=salt, person=person
    )
    state.digest_size = digest_size
    return state


def generichash_blake2b_update(state: Blake2State, data: Buffer) -> None:
    """Hash the next part of the message."""
    _hasher_of(state).update(data)


def generichash_blake2b_final(state: Blake2State) -> bytes:
    """Return the digest of the data so far; more data may follow."""
    return _hasher_of(state).digest()


def _hasher_of(state: Blake2State) -> _native.Hasher:
    ensure(
        isinstance(state, Blake2State),
        "State must be a Blake2State object",
        raising=exc.TypeError,
    )
    return state._hasher


generichash_blake2b_salt_personal = crypto_generichash_blake2b_salt_personal
crypto_generichash_blake2b_init = generichash_blake2b_init
crypto_generichash_blake2b_update = generichash_blake2b_update
crypto_generichash_blake2b_final = generichash_blake2b_final
