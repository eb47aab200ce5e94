"""Tags of messages and keys of secrets that come piece by piece, which PyNaCl lacks.

A state is made with a key, of 32 bytes where nothing else is said, and gives one tag. It cannot be
pickled. HKDF's are made with a salt of any length and give a key.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.secrecy import Unpicklable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class _Tag(Unpicklable):
    """What the states of authenticators have in common."""

    __slots__ = ("_mac",)

    _mac: _native.Mac


class crypto_auth_hmacsha512256_state(_Tag):
    """A message to be authenticated with HMAC-SHA-512-256."""

    __slots__ = ()


class crypto_auth_hmacsha256_state(_Tag):
    """A message to be authenticated with HMAC-SHA-256."""

    __slots__ = ()


class crypto_auth_hmacsha512_state(_Tag):
    """A message to be authenticated with HMAC-SHA-512."""

    __slots__ = ()


class crypto_kdf_hkdf_sha256_state(_Tag):
    """A secret out of which HKDF-SHA-256 extracts a key."""

    __slots__ = ()


class crypto_kdf_hkdf_sha512_state(_Tag):
    """A secret out of which HKDF-SHA-512 extracts a key."""

    __slots__ = ()


class crypto_onetimeauth_state(_Tag):
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


def crypto_auth_hmacsha256_init(key: Buffer) -> crypto_auth_hmacsha256_state:
    """Begin a message under a key of any length."""
    state = crypto_auth_hmacsha256_state()
    state._mac = _native.Mac.hmacsha256(key)
    return state


def crypto_auth_hmacsha256_update(state: crypto_auth_hmacsha256_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _mac_of(state, crypto_auth_hmacsha256_state).update(message)


def crypto_auth_hmacsha256_final(state: crypto_auth_hmacsha256_state) -> bytes:
    """Return the tag of all that has come. The state has served then."""
    return _mac_of(state, crypto_auth_hmacsha256_state).finish()


def crypto_auth_hmacsha512_init(key: Buffer) -> crypto_auth_hmacsha512_state:
    """Begin a message under a key of any length."""
    state = crypto_auth_hmacsha512_state()
    state._mac = _native.Mac.hmacsha512(key)
    return state


def crypto_auth_hmacsha512_update(state: crypto_auth_hmacsha512_state, message: Buffer) -> None:
    """Take the next piece of the message."""
    _mac_of(state, crypto_auth_hmacsha512_state).update(message)


def crypto_auth_hmacsha512_final(state: crypto_auth_hmacsha512_state) -> bytes:
    """Return the tag of all that has come. The state has served then."""
    return _mac_of(state, crypto_auth_hmacsha512_state).finish()


def crypto_kdf_hkdf_sha256_extract_init(salt: Buffer) -> crypto_kdf_hkdf_sha256_state:
    """Begin a secret under a salt, which may be empty."""
    state = crypto_kdf_hkdf_sha256_state()
    state._mac = _native.Mac.hmacsha256(salt)
    return state


def crypto_kdf_hkdf_sha256_extract_update(state: crypto_kdf_hkdf_sha256_state, ikm: Buffer) -> None:
    """Take the next piece of the secret."""
    _mac_of(state, crypto_kdf_hkdf_sha256_state, "extract_init").update(ikm)


def crypto_kdf_hkdf_sha256_extract_final(state: crypto_kdf_hkdf_sha256_state) -> bytes:
    """Return the key that all that has come makes. The state has served then."""
    return _mac_of(state, crypto_kdf_hkdf_sha256_state, "extract_init").finish()


def crypto_kdf_hkdf_sha512_extract_init(salt: Buffer) -> crypto_kdf_hkdf_sha512_state:
    """Begin a secret under a salt, which may be empty."""
    state = crypto_kdf_hkdf_sha512_state()
    state._mac = _native.Mac.hmacsha512(salt)
    return state


def crypto_kdf_hkdf_sha512_extract_update(state: crypto_kdf_hkdf_sha512_state, ikm: Buffer) -> None:
    """Take the next piece of the secret."""
    _mac_of(state, crypto_kdf_hkdf_sha512_state, "extract_init").update(ikm)


def crypto_kdf_hkdf_sha512_extract_final(state: crypto_kdf_hkdf_sha512_state) -> bytes:
    """Return the key that all that has come makes. The state has served then."""
    return _mac_of(state, crypto_kdf_hkdf_sha512_state, "extract_init").finish()


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


def _mac_of(state: _Tag, kind: type[_Tag], init: str = "init") -> _native.Mac:
    mac: _native.Mac | None = getattr(state, "_mac", None) if isinstance(state, kind) else None
    if mac is None:
        maker = f"{kind.__name__.removesuffix('state')}{init}"
        msg = f"state must be a {kind.__name__} that {maker} made"
        raise exc.TypeError(msg)
    return mac
