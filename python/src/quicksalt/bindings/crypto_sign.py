"""Signatures: Ed25519, and the incremental Ed25519ph (RFC 8032)."""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt._native import (
    crypto_sign as crypto_sign,
    crypto_sign_BYTES as crypto_sign_BYTES,
    crypto_sign_ed25519_pk_to_curve25519 as crypto_sign_ed25519_pk_to_curve25519,
    crypto_sign_ed25519_sk_to_curve25519 as crypto_sign_ed25519_sk_to_curve25519,
    crypto_sign_ed25519_sk_to_pk as crypto_sign_ed25519_sk_to_pk,
    crypto_sign_ed25519_sk_to_seed as crypto_sign_ed25519_sk_to_seed,
    crypto_sign_keypair as crypto_sign_keypair,
    crypto_sign_open as crypto_sign_open,
    crypto_sign_PUBLICKEYBYTES as crypto_sign_PUBLICKEYBYTES,
    crypto_sign_SECRETKEYBYTES as crypto_sign_SECRETKEYBYTES,
    crypto_sign_seed_keypair as crypto_sign_seed_keypair,
    crypto_sign_SEEDBYTES as crypto_sign_SEEDBYTES,
)
from quicksalt.exceptions import ensure
from quicksalt.secrecy import Unpicklable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

crypto_sign_curve25519_BYTES: int = _native.crypto_box_SECRETKEYBYTES
"""The length of a key converted to X25519."""
crypto_sign_ed25519ph_STATEBYTES = 208
"""The length of libsodium's state."""


class crypto_sign_ed25519ph_state(Unpicklable):
    """The state of Ed25519ph, which signs a message's digest (RFC 8032, section 5.1)."""

    __slots__ = ("state",)

    def __init__(self) -> None:
        """Start with an empty message."""
        self.state = _native.Hasher.sha512()


def crypto_sign_ed25519ph_update(edph: crypto_sign_ed25519ph_state, pmsg: Buffer) -> None:
    """Hash the next part of the message."""
    _hash_of(edph).update(pmsg)


def crypto_sign_ed25519ph_final_create(edph: crypto_sign_ed25519ph_state, sk: Buffer) -> bytes:
    """Sign the message so far with a secret key of 64 bytes and return the signature.

    Raises `ValueError` if the public half of the key does not match its seed.
    """
    state = _hash_of(edph)
    _check(sk, "secret key", crypto_sign_SECRETKEYBYTES)
    return _native.ed25519ph_sign(state.digest(), sk)


def crypto_sign_ed25519ph_final_verify(
    edph: crypto_sign_ed25519ph_state, signature: Buffer, pk: Buffer
) -> bool:
    """Return `True` if a signature of the message so far is valid.

    Raises `BadSignatureError` if it is invalid.
    """
    state = _hash_of(edph)
    _check(signature, "signature", crypto_sign_BYTES)
    _check(pk, "public key", crypto_sign_PUBLICKEYBYTES)
    return _native.ed25519ph_verify(state.digest(), signature, pk)


def _hash_of(edph: crypto_sign_ed25519ph_state) -> _native.Hasher:
    ensure(
        isinstance(edph, crypto_sign_ed25519ph_state),
        "edph parameter must be a ed25519ph_state object",
        raising=exc.TypeError,
    )
    return edph.state


def _check(value: Buffer, name: str, length: int) -> None:
    """Raise PyNaCl's exception for a wrong length. Another check rejects wrong types later."""
    if isinstance(value, (bytes, bytearray)):
        ensure(len(value) == length, f"{name} must be {length} bytes long", raising=exc.TypeError)
