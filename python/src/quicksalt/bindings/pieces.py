"""Incremental message authentication and HKDF extraction, which PyNaCl lacks.

A state is initialised with a key, which has 32 bytes unless noted otherwise, and returns one tag.
States cannot be pickled. An HKDF state is initialised with a salt of any length, and returns a key.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt.bindings._states import State, tag, taken, update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class crypto_auth_hmacsha512256_state(State):
    """The state of incremental HMAC-SHA-512-256."""

    __slots__ = ()


class crypto_auth_hmacsha256_state(State):
    """The state of incremental HMAC-SHA-256."""

    __slots__ = ()


class crypto_auth_hmacsha512_state(State):
    """The state of incremental HMAC-SHA-512."""

    __slots__ = ()


class crypto_kdf_hkdf_sha256_state(State):
    """The state of an incremental HKDF-SHA-256 extraction."""

    __slots__ = ()


class crypto_kdf_hkdf_sha512_state(State):
    """The state of an incremental HKDF-SHA-512 extraction."""

    __slots__ = ()


class crypto_onetimeauth_state(State):
    """The state of incremental Poly1305; a key must be used for one message only."""

    __slots__ = ()


crypto_auth_hmacsha512256_update = update(crypto_auth_hmacsha512256_state)
crypto_auth_hmacsha512256_final = tag(crypto_auth_hmacsha512256_state)
crypto_auth_hmacsha256_update = update(crypto_auth_hmacsha256_state)
crypto_auth_hmacsha256_final = tag(crypto_auth_hmacsha256_state)
crypto_auth_hmacsha512_update = update(crypto_auth_hmacsha512_state)
crypto_auth_hmacsha512_final = tag(crypto_auth_hmacsha512_state)
crypto_onetimeauth_update = update(crypto_onetimeauth_state)
crypto_onetimeauth_final = tag(crypto_onetimeauth_state)


def crypto_auth_hmacsha512256_init(key: Buffer) -> crypto_auth_hmacsha512256_state:
    """Initialise a state with a key of 32 bytes."""
    return crypto_auth_hmacsha512256_state._of(_native.Mac.auth(key))


def crypto_auth_hmacsha256_init(key: Buffer) -> crypto_auth_hmacsha256_state:
    """Initialise a state with a key of any length."""
    return crypto_auth_hmacsha256_state._of(_native.Mac.hmacsha256(key))


def crypto_auth_hmacsha512_init(key: Buffer) -> crypto_auth_hmacsha512_state:
    """Initialise a state with a key of any length."""
    return crypto_auth_hmacsha512_state._of(_native.Mac.hmacsha512(key))


def crypto_kdf_hkdf_sha256_extract_init(salt: Buffer) -> crypto_kdf_hkdf_sha256_state:
    """Initialise a state with a salt, which may be empty."""
    return crypto_kdf_hkdf_sha256_state._of(_native.Mac.hmacsha256(salt))


def crypto_kdf_hkdf_sha512_extract_init(salt: Buffer) -> crypto_kdf_hkdf_sha512_state:
    """Initialise a state with a salt, which may be empty."""
    return crypto_kdf_hkdf_sha512_state._of(_native.Mac.hmacsha512(salt))


def crypto_onetimeauth_init(key: Buffer) -> crypto_onetimeauth_state:
    """Initialise a state with a key of 32 bytes, which must be used for this message only."""
    return crypto_onetimeauth_state._of(_native.Mac.onetimeauth(key))


def crypto_kdf_hkdf_sha256_extract_update(state: crypto_kdf_hkdf_sha256_state, ikm: Buffer) -> None:
    """Process the next part of the secret."""
    taken(state, crypto_kdf_hkdf_sha256_state, "extract_init").update(ikm)


def crypto_kdf_hkdf_sha256_extract_final(state: crypto_kdf_hkdf_sha256_state) -> bytes:
    """Return the extracted key. The state cannot be used afterwards."""
    key: bytes = taken(state, crypto_kdf_hkdf_sha256_state, "extract_init").finish()
    return key


def crypto_kdf_hkdf_sha512_extract_update(state: crypto_kdf_hkdf_sha512_state, ikm: Buffer) -> None:
    """Process the next part of the secret."""
    taken(state, crypto_kdf_hkdf_sha512_state, "extract_init").update(ikm)


def crypto_kdf_hkdf_sha512_extract_final(state: crypto_kdf_hkdf_sha512_state) -> bytes:
    """Return the extracted key. The state cannot be used afterwards."""
    key: bytes = taken(state, crypto_kdf_hkdf_sha512_state, "extract_init").finish()
    return key
