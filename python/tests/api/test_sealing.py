"""Each library opens the other's output, and both reject forgeries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import nacl.bindings as theirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quicksalt.bindings as ours

from .peer import KEYS, MESSAGES, NONCES, assert_same, both, outcome

Rest = tuple[Any, ...]


class Sealing(NamedTuple):
    """A pair of functions that take a message or a ciphertext, and further arguments."""

    seal: str
    open: str
    rest: Callable[[bytes, bytes, bytes], tuple[Rest, Rest]]
    """Builds the further arguments of both functions from two keys and a nonce."""
    deterministic: bool = True


def _shared(key: bytes, _: bytes, nonce: bytes) -> tuple[Rest, Rest]:
    return (nonce, key), (nonce, key)


AEADS = {
    "aegis128l": (16, 16),
    "aegis256": (32, 32),
    "aes256gcm": (32, 12),
    "chacha20poly1305": (32, 8),
    "chacha20poly1305_ietf": (32, 12),
    "xchacha20poly1305_ietf": (32, 24),
}
"""Key and nonce lengths."""


def _aead(key_len: int, nonce_len: int) -> Callable[[bytes, bytes, bytes], tuple[Rest, Rest]]:
    def with_data(key: bytes, aad: bytes, nonce: bytes) -> tuple[Rest, Rest]:
        rest = (aad, (2 * nonce)[:nonce_len], key[:key_len])
        return rest, rest

    return with_data


def _aead_without_data(
    key_len: int, nonce_len: int
) -> Callable[[bytes, bytes, bytes], tuple[Rest, Rest]]:
    def without_data(key: bytes, _: bytes, nonce: bytes) -> tuple[Rest, Rest]:
        rest = ((2 * nonce)[:nonce_len], key[:key_len])
        return (None, *rest), (b"", *rest)

    return without_data


def _pairs(one: bytes, two: bytes, nonce: bytes) -> tuple[Rest, Rest]:
    one_public, two_public = (theirs.crypto_scalarmult_base(key) for key in (one, two))
    return (nonce, two_public, one), (nonce, one_public, two)


def _recipient(key: bytes, _: bytes, __: bytes) -> tuple[Rest, Rest]:
    public = theirs.crypto_scalarmult_base(key)
    return (public,), (public, key)


def _signer(seed: bytes, _: bytes, __: bytes) -> tuple[Rest, Rest]:
    public, secret = theirs.crypto_sign_seed_keypair(seed)
    return (secret,), (public,)


SEALINGS = [
    Sealing("crypto_secretbox", "crypto_secretbox_open", _shared),
    Sealing("crypto_secretbox_easy", "crypto_secretbox_open_easy", _shared),
    Sealing("crypto_box", "crypto_box_open", _pairs),
    Sealing("crypto_box_easy", "crypto_box_open_easy", _pairs),
    Sealing("crypto_box_afternm", "crypto_box_open_afternm", _shared),
    Sealing("crypto_box_easy_afternm", "crypto_box_open_easy_afternm", _shared),
    Sealing("crypto_box_seal", "crypto_box_seal_open", _recipient, deterministic=False),
    Sealing("crypto_sign", "crypto_sign_open", _signer),
    *(
        Sealing(f"crypto_aead_{name}_encrypt", f"crypto_aead_{name}_decrypt", rest)
        for name, lengths in AEADS.items()
        for rest in (_aead(*lengths), _aead_without_data(*lengths))
    ),
]

each = pytest.mark.parametrize("sealing", SEALINGS, ids=lambda s: f"{s.seal}-{s.rest.__name__}")


@each
@given(MESSAGES, KEYS, KEYS, NONCES)
@settings(max_examples=40)
def test_each_opens_what_the_other_seals(
    sealing: Sealing, message: bytes, one: bytes, two: bytes, nonce: bytes
) -> None:
    to, by = sealing.rest(one, two, nonce)
    (seal, peer_seal), (unseal, peer_unseal) = both(sealing.seal), both(sealing.open)
    sealed = seal(message, *to)
    if sealing.deterministic:
        assert sealed == peer_seal(message, *to)
    assert peer_unseal(sealed, *by) == message
    assert unseal(peer_seal(message, *to), *by) == message


@each
@given(data=st.data(), message=MESSAGES)
@settings(max_examples=40)
def test_a_forgery_is_rejected_like_pynacl(
    sealing: Sealing, data: st.DataObject, message: bytes
) -> None:
    to, by = sealing.rest(b"1" * 32, b"2" * 32, bytes(24))
    sealed = bytearray(both(sealing.seal)[0](message, *to))
    at = data.draw(st.integers(0, len(sealed) - 1))
    if data.draw(st.booleans()):
        sealed[at] ^= 1 << data.draw(st.integers(0, 7))
    else:
        del sealed[at:]
    own, peer = (outcome(function, bytes(sealed), *by) for function in both(sealing.open))
    assert own.raised is not None
    if peer.text == "negative array length":
        # The message comes from cffi: PyNaCl subtracts the tag length without checking it.
        assert (own.raised, own.text) == ("exceptions.CryptoError", "Decryption failed.")
    else:
        assert_same(own, peer)


@each
def test_no_byte_may_change(sealing: Sealing) -> None:
    to, by = sealing.rest(b"1" * 32, b"2" * 32, bytes(24))
    seal, unseal = (both(name)[0] for name in (sealing.seal, sealing.open))
    sealed = seal(b"a message", *to)
    assert unseal(sealed, *by) == b"a message"
    for at in range(len(sealed)):
        forged = bytearray(sealed)
        forged[at] ^= 1
        assert outcome(unseal, forged, *by).value is None, at


@pytest.mark.parametrize("name", ["crypto_secretbox_open", "crypto_box_open_afternm"])
def test_a_wrong_nonce_or_key_opens_nothing(name: str) -> None:
    box = ours.crypto_secretbox(b"message", bytes(24), bytes(32))
    unseal = getattr(ours, name)
    assert outcome(unseal, box, bytes(23) + b"\1", bytes(32)).raised == "exceptions.CryptoError"
    assert outcome(unseal, box, bytes(24), bytes(31) + b"\1").raised == "exceptions.CryptoError"


def test_a_secret_key_whose_halves_disagree_signs_nothing() -> None:
    """PyNaCl signs with such a key; two of these signatures reveal the seed."""
    _, secret = ours.crypto_sign_seed_keypair(b"s" * 32)
    mixed = secret[:63] + bytes([secret[63] ^ 1])
    refusal = outcome(ours.crypto_sign, b"message", mixed)
    assert refusal.raised == "exceptions.ValueError"
    assert "secret key" in refusal.text
