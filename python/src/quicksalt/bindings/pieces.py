"""Tags of messages and keys of secrets that come piece by piece, which PyNaCl lacks.

A state is made with a key, of 32 bytes where nothing else is said, and gives one tag. It cannot be
pickled. HKDF's are made with a salt of any length and give a key.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt.bindings._states import State, tag, taken, update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class crypto_auth_hmacsha512256_state(State):
    """A message to be authenticated with HMAC-SHA-512-256."""

    __slots__ = ()


class crypto_auth_hmacsha256_state(State):
    """A message to be authenticated with HMAC-SHA-256."""

    __slots__ = ()


class crypto_auth_hmacsha512_state(State):
    """A message to be authenticated with HMAC-SHA-512."""

    __slots__ = ()


class crypto_kdf_hkdf_sha256_state(State):
    """A secret out of which HKDF-SHA-256 extracts a key."""

    __slots__ = ()


class crypto_kdf_hkdf_sha512_state(State):
    """A secret out of which HKDF-SHA-512 extracts a key."""

    __slots__ = ()


class crypto_onetimeauth_state(State):
    """A message to be authenticated with Poly1305, under a key that serves no other message."""

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
    """Begin a message under a key of 32 bytes."""
    return crypto_auth_hmacsha512256_state._of(_native.Mac.auth(key))


def crypto_auth_hmacsha256_init(key: Buffer) -> crypto_auth_hmacsha256_state:
    """Begin a message under a key of any length."""
    return crypto_auth_hmacsha256_state._of(_native.Mac.hmacsha256(key))


def crypto_auth_hmacsha512_init(key: Buffer) -> crypto_auth_hmacsha512_state:
    """Begin a message under a key of any length."""
    return crypto_auth_hmacsha512_state._of(_native.Mac.hmacsha512(key))


def crypto_kdf_hkdf_sha256_extract_init(salt: Buffer) -> crypto_kdf_hkdf_sha256_state:
    """Begin a secret under a salt, which may be empty."""
    return crypto_kdf_hkdf_sha256_state._of(_native.Mac.hmacsha256(salt))


def crypto_kdf_hkdf_sha512_extract_init(salt: Buffer) -> crypto_kdf_hkdf_sha512_state:
    """Begin a secret under a salt, which may be empty."""
    return crypto_kdf_hkdf_sha512_state._of(_native.Mac.hmacsha512(salt))


def crypto_onetimeauth_init(key: Buffer) -> crypto_onetimeauth_state:
    """Begin a message under a key of 32 bytes that serves no other."""
    return crypto_onetimeauth_state._of(_native.Mac.onetimeauth(key))


def crypto_kdf_hkdf_sha256_extract_update(state: crypto_kdf_hkdf_sha256_state, ikm: Buffer) -> None:
    """Take the next piece of the secret."""
    taken(state, crypto_kdf_hkdf_sha256_state, "extract_init").update(ikm)


def crypto_kdf_hkdf_sha256_extract_final(state: crypto_kdf_hkdf_sha256_state) -> bytes:
    """Return the key that all that has come makes. The state cannot be used afterwards."""
    key: bytes = taken(state, crypto_kdf_hkdf_sha256_state, "extract_init").finish()
    return key


def crypto_kdf_hkdf_sha512_extract_update(state: crypto_kdf_hkdf_sha512_state, ikm: Buffer) -> None:
    """Take the next piece of the secret."""
    taken(state, crypto_kdf_hkdf_sha512_state, "extract_init").update(ikm)


def crypto_kdf_hkdf_sha512_extract_final(state: crypto_kdf_hkdf_sha512_state) -> bytes:
    """Return the key that all that has come makes. The state cannot be used afterwards."""
    key: bytes = taken(state, crypto_kdf_hkdf_sha512_state, "extract_init").finish()
    return key
