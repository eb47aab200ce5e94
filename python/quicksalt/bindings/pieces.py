"""Functions of `nacl.bindings` and of libsodium for messages that come piece by piece.

A state holds what libsodium's holds. Those of `crypto_auth_hmacsha512256` and `crypto_onetimeauth`
are made with a key of 32 bytes and give one tag; PyNaCl lacks them, so that they take the shape of
its other states. States cannot be pickled.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.exceptions import ensure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from typing_extensions import Buffer


class crypto_sign_ed25519ph_state:  # noqa: N801 - the names are PyNaCl's
    """A message to be signed or verified by its digest, Ed25519ph (RFC 8032, section 5.1)."""

    __slots__ = ("_hash",)

    def __init__(self) -> None:
        """Begin with nothing of the message."""
        self._hash = _native.Hasher.sha512()

    def __reduce__(self) -> NoReturn:
        """Refuse: a state may hold a part of a secret message."""
        _refuse_to_pickle(self)


def crypto_sign_ed25519ph_update(edph: crypto_sign_ed25519ph_state, pmsg: Buffer) -> None:
    """Take the next piece of the message."""
    _hash_of(edph).update(pmsg)


def crypto_sign_ed25519ph_final_create(edph: crypto_sign_ed25519ph_state, sk: Buffer) -> bytes:
    """Return the signature of all that has come, by a secret key of 64 bytes.

    `ValueError` if the two halves of the key do not belong together.
    """
    state = _hash_of(edph)
    _check(sk, "secret key", 64)
    return _native.ed25519ph_sign(state.digest(), sk)


def crypto_sign_ed25519ph_final_verify(
    edph: crypto_sign_ed25519ph_state, signature: Buffer, pk: Buffer
) -> bool:
    """Return `True` if a signature of all that has come is genuine.

    `BadSignatureError` if it is not.
    """
    state = _hash_of(edph)
    _check(signature, "signature", 64)
    _check(pk, "public key", 32)
    return _native.ed25519ph_verify(state.digest(), signature, pk)


def _hash_of(edph: crypto_sign_ed25519ph_state) -> _native.Hasher:
    ensure(
        isinstance(edph, crypto_sign_ed25519ph_state),
        "edph parameter must be a ed25519ph_state object",
        raising=exc.TypeError,
    )
    return edph._hash


def _check(value: Buffer, name: str, length: int) -> None:
    """Refuse another length with PyNaCl's exception; what is no bytes at all is refused later."""
    if isinstance(value, (bytes, bytearray)):
        ensure(len(value) == length, f"{name} must be {length} bytes long", raising=exc.TypeError)


class _Tag:
    """What the states of authenticators have in common."""

    __slots__ = ("_mac",)

    _mac: _native.Mac

    def __reduce__(self) -> NoReturn:
        """Refuse: a state holds a key."""
        _refuse_to_pickle(self)


class crypto_auth_hmacsha512256_state(_Tag):  # noqa: N801 - the names are libsodium's
    """A message to be authenticated with HMAC-SHA-512-256."""

    __slots__ = ()


class crypto_onetimeauth_state(_Tag):  # noqa: N801
    """A message to be authenticated with Poly1305, under a key that serves no other message."""

    __slots__ = ()


def crypto_auth_hmacsha512256_init(key: Buffer) -> crypto_auth_hmacsha512256_state:
    """Begin a message under a key of 32 bytes."""
    state = crypto_auth_hmacsha512256_state()
    state._mac = _native.Mac.auth(key)
    return state


def crypto_auth_hmacsha512256_update(
    state: crypto_auth_hmacsha512256_state, message: Buffer
) -> None:
    """Take the next piece of the message."""
    _mac_of(state, crypto_auth_hmacsha512256_state).update(message)


def crypto_auth_hmacsha512256_final(state: crypto_auth_hmacsha512256_state) -> bytes:
    """Return the tag of all that has come. The state has served then."""
    return _mac_of(state, crypto_auth_hmacsha512256_state).finish()


def crypto_onetimeauth_init(key: Buffer) -> crypto_onetimeauth_state:
    """Begin a message under a key of 32 bytes that serves no other."""
    state = crypto_onetimeauth_state()
    state._mac = _native.Mac.onetimeauth(key)
    return state


def crypto_onetimeauth_update(state: crypto_onetimeauth_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _mac_of(state, crypto_onetimeauth_state).update(message)


def crypto_onetimeauth_final(state: crypto_onetimeauth_state) -> bytes:
    """Return the tag of all that has come. The state has served then."""
    return _mac_of(state, crypto_onetimeauth_state).finish()


def _mac_of(state: _Tag, kind: type[_Tag]) -> _native.Mac:
    mac: _native.Mac | None = getattr(state, "_mac", None) if isinstance(state, kind) else None
    if mac is None:
        init = kind.__name__.removesuffix("_state") + "_init"
        msg = f"state must be a {kind.__name__} that {init} made"
        raise exc.TypeError(msg)
    return mac


def _refuse_to_pickle(state: object) -> NoReturn:
    msg = f"can't pickle {type(state).__name__} objects"
    raise TypeError(msg)
