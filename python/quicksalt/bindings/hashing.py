"""Digests and outputs of messages that come piece by piece, which PyNaCl lacks.

A digest may be taken any number of times, and further pieces after it, as of those of `hashlib`. Of
an output of any length each `_squeeze` gives the next bytes; no piece is taken after the first.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.secrecy import Unpicklable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, TypeVar

    from typing_extensions import Buffer

    _D = TypeVar("_D", bound="_Digest")
    _O = TypeVar("_O", bound="_Output")


class _Digest(Unpicklable):
    """What the states of hashes have in common."""

    __slots__ = ("_taken",)

    _taken: _native.Hasher

    def copy(self) -> Self:
        """Return an independent state that has taken the same pieces."""
        new = type(self)()
        new._taken = _hasher(self, type(self)).copy()
        return new


class _Output(Unpicklable):
    """What the states of functions with an output of any length have in common."""

    __slots__ = ("_taken",)

    _taken: _native.Xof

    def copy(self) -> Self:
        """Return an independent state that has taken the same pieces and given the same bytes."""
        new = type(self)()
        new._taken = _xof(self, type(self)).copy()
        return new


class crypto_hash_sha256_state(_Digest):
    """A message of which the digest by SHA-256 is taken."""

    __slots__ = ()


class crypto_hash_sha512_state(_Digest):
    """A message of which the digest by SHA-512 is taken."""

    __slots__ = ()


class crypto_hash_sha3256_state(_Digest):
    """A message of which the digest by SHA3-256 is taken."""

    __slots__ = ()


class crypto_hash_sha3512_state(_Digest):
    """A message of which the digest by SHA3-512 is taken."""

    __slots__ = ()


class crypto_xof_shake128_state(_Output):
    """A message that SHAKE128 makes any number of bytes of."""

    __slots__ = ()


class crypto_xof_shake256_state(_Output):
    """A message that SHAKE256 makes any number of bytes of."""

    __slots__ = ()


class crypto_xof_turboshake128_state(_Output):
    """A message that TurboSHAKE128 makes any number of bytes of."""

    __slots__ = ()


class crypto_xof_turboshake256_state(_Output):
    """A message that TurboSHAKE256 makes any number of bytes of."""

    __slots__ = ()


def crypto_hash_sha256_init() -> crypto_hash_sha256_state:
    """Begin a message."""
    return _message(crypto_hash_sha256_state, _native.Hasher.sha256())


def crypto_hash_sha256_update(state: crypto_hash_sha256_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _hasher(state, crypto_hash_sha256_state).update(message)


def crypto_hash_sha256_final(state: crypto_hash_sha256_state) -> bytes:
    """Return the digest of all that has come. More may come."""
    return _hasher(state, crypto_hash_sha256_state).digest()


def crypto_hash_sha512_init() -> crypto_hash_sha512_state:
    """Begin a message."""
    return _message(crypto_hash_sha512_state, _native.Hasher.sha512())


def crypto_hash_sha512_update(state: crypto_hash_sha512_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _hasher(state, crypto_hash_sha512_state).update(message)


def crypto_hash_sha512_final(state: crypto_hash_sha512_state) -> bytes:
    """Return the digest of all that has come. More may come."""
    return _hasher(state, crypto_hash_sha512_state).digest()


def crypto_hash_sha3256_init() -> crypto_hash_sha3256_state:
    """Begin a message."""
    return _message(crypto_hash_sha3256_state, _native.Hasher.sha3_256())


def crypto_hash_sha3256_update(state: crypto_hash_sha3256_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _hasher(state, crypto_hash_sha3256_state).update(message)


def crypto_hash_sha3256_final(state: crypto_hash_sha3256_state) -> bytes:
    """Return the digest of all that has come. More may come."""
    return _hasher(state, crypto_hash_sha3256_state).digest()


def crypto_hash_sha3512_init() -> crypto_hash_sha3512_state:
    """Begin a message."""
    return _message(crypto_hash_sha3512_state, _native.Hasher.sha3_512())


def crypto_hash_sha3512_update(state: crypto_hash_sha3512_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _hasher(state, crypto_hash_sha3512_state).update(message)


def crypto_hash_sha3512_final(state: crypto_hash_sha3512_state) -> bytes:
    """Return the digest of all that has come. More may come."""
    return _hasher(state, crypto_hash_sha3512_state).digest()


def crypto_xof_shake128_init() -> crypto_xof_shake128_state:
    """Begin a message."""
    return _source(crypto_xof_shake128_state, _native.Xof.shake128())


def crypto_xof_shake128_update(state: crypto_xof_shake128_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _xof(state, crypto_xof_shake128_state).update(message)


def crypto_xof_shake128_squeeze(state: crypto_xof_shake128_state, size: int) -> bytes:
    """Return the next bytes of the output."""
    return _xof(state, crypto_xof_shake128_state).squeeze(size)


def crypto_xof_shake256_init() -> crypto_xof_shake256_state:
    """Begin a message."""
    return _source(crypto_xof_shake256_state, _native.Xof.shake256())


def crypto_xof_shake256_update(state: crypto_xof_shake256_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _xof(state, crypto_xof_shake256_state).update(message)


def crypto_xof_shake256_squeeze(state: crypto_xof_shake256_state, size: int) -> bytes:
    """Return the next bytes of the output."""
    return _xof(state, crypto_xof_shake256_state).squeeze(size)


def crypto_xof_turboshake128_init() -> crypto_xof_turboshake128_state:
    """Begin a message in the standard domain."""
    return crypto_xof_turboshake128_init_with_domain(
        _native.crypto_xof_turboshake128_DOMAIN_STANDARD
    )


def crypto_xof_turboshake128_init_with_domain(domain: int) -> crypto_xof_turboshake128_state:
    """Begin a message in a domain from 1 to 127."""
    return _source(crypto_xof_turboshake128_state, _native.Xof.turboshake128(domain))


def crypto_xof_turboshake128_update(state: crypto_xof_turboshake128_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _xof(state, crypto_xof_turboshake128_state).update(message)


def crypto_xof_turboshake128_squeeze(state: crypto_xof_turboshake128_state, size: int) -> bytes:
    """Return the next bytes of the output."""
    return _xof(state, crypto_xof_turboshake128_state).squeeze(size)


def crypto_xof_turboshake256_init() -> crypto_xof_turboshake256_state:
    """Begin a message in the standard domain."""
    return crypto_xof_turboshake256_init_with_domain(
        _native.crypto_xof_turboshake256_DOMAIN_STANDARD
    )


def crypto_xof_turboshake256_init_with_domain(domain: int) -> crypto_xof_turboshake256_state:
    """Begin a message in a domain from 1 to 127."""
    return _source(crypto_xof_turboshake256_state, _native.Xof.turboshake256(domain))


def crypto_xof_turboshake256_update(state: crypto_xof_turboshake256_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _xof(state, crypto_xof_turboshake256_state).update(message)


def crypto_xof_turboshake256_squeeze(state: crypto_xof_turboshake256_state, size: int) -> bytes:
    """Return the next bytes of the output."""
    return _xof(state, crypto_xof_turboshake256_state).squeeze(size)


def _message(kind: type[_D], hasher: _native.Hasher) -> _D:
    state = kind()
    state._taken = hasher
    return state


def _source(kind: type[_O], xof: _native.Xof) -> _O:
    state = kind()
    state._taken = xof
    return state


def _hasher(state: _Digest, kind: type[_Digest]) -> _native.Hasher:
    hasher: _native.Hasher | None = (
        getattr(state, "_taken", None) if isinstance(state, kind) else None
    )
    if hasher is None:
        raise _no_state(kind)
    return hasher


def _xof(state: _Output, kind: type[_Output]) -> _native.Xof:
    xof: _native.Xof | None = getattr(state, "_taken", None) if isinstance(state, kind) else None
    if xof is None:
        raise _no_state(kind)
    return xof


def _no_state(kind: type) -> exc.TypeError:
    maker = f"{kind.__name__.removesuffix('state')}init"
    return exc.TypeError(f"state must be a {kind.__name__} that {maker} made")
