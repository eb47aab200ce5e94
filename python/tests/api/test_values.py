"""Every function shared with PyNaCl returns the same value or raises the same exception."""

from __future__ import annotations

from typing import Any

import libnacl
import nacl.bindings as theirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quicksalt.bindings as ours

from .peer import KEYS, MESSAGES, NONCES, POINTS, SMALL_ORDER, assert_same, both, fixed, outcome

SIZES = st.integers(0, 600)

FUNCTIONS: dict[str, tuple[st.SearchStrategy[Any], ...]] = {
    "crypto_box_beforenm": (POINTS, KEYS),
    "crypto_box_seed_keypair": (KEYS,),
    "crypto_hash": (MESSAGES,),
    "crypto_hash_sha256": (MESSAGES,),
    "crypto_hash_sha512": (MESSAGES,),
    "crypto_generichash_blake2b_salt_personal": (
        MESSAGES,
        st.integers(-1, 66),
        st.binary(max_size=66),
        st.binary(max_size=17),
        st.binary(max_size=17),
    ),
    "crypto_kx_client_session_keys": (POINTS, KEYS, POINTS),
    "crypto_kx_server_session_keys": (POINTS, KEYS, POINTS),
    "crypto_kx_seed_keypair": (KEYS,),
    "crypto_scalarmult": (KEYS, POINTS),
    "crypto_scalarmult_base": (KEYS,),
    "crypto_sign_ed25519_pk_to_curve25519": (POINTS,),
    "crypto_sign_ed25519_sk_to_curve25519": (fixed(64),),
    "crypto_sign_ed25519_sk_to_pk": (fixed(64),),
    "crypto_sign_ed25519_sk_to_seed": (fixed(64),),
    "crypto_sign_seed_keypair": (KEYS,),
    "randombytes_buf_deterministic": (SIZES, KEYS),
    "sodium_increment": (st.binary(max_size=70),),
    "sodium_memcmp": (st.binary(max_size=2), st.binary(max_size=2)),
    "sodium_pad": (st.binary(max_size=70), st.integers(-1, 40)),
    "sodium_unpad": (st.binary(max_size=70).map(lambda s: s + b"\x80\0\0"), st.integers(0, 40)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@given(data=st.data())
@settings(max_examples=40)
def test_result_or_exception_matches_pynacl(name: str, data: st.DataObject) -> None:
    arguments = data.draw(st.tuples(*FUNCTIONS[name]))
    own, peer = (outcome(function, *arguments) for function in both(name))
    if peer.text == "negative array length":
        # The message comes from cffi if PyNaCl does not check a length.
        assert own.raised == "exceptions.ValueError"
    else:
        assert_same(own, peer)


@given(st.integers(0, 50).flatmap(lambda n: st.tuples(fixed(n), fixed(n))))
def test_addition_matches_pynacl(numbers: tuple[bytes, bytes]) -> None:
    assert ours.sodium_add(*numbers) == theirs.sodium_add(*numbers)


@given(MESSAGES, KEYS)
def test_authenticators_match_libsodium(message: bytes, key: bytes) -> None:
    for name in ("crypto_auth", "crypto_onetimeauth"):
        tag = getattr(ours, name)(message, key)
        assert tag == getattr(libnacl, name)(message, key)
        assert getattr(ours, f"{name}_verify")(tag, message, key) is True


@given(MESSAGES, KEYS, st.integers(min_value=0))
def test_a_forged_authenticator_is_refused(message: bytes, key: bytes, at: int) -> None:
    for name in ("crypto_auth", "crypto_onetimeauth"):
        tag = bytearray(getattr(ours, name)(message, key))
        tag[at // 8 % len(tag)] ^= 1 << at % 8
        verdict = outcome(getattr(ours, f"{name}_verify"), tag, message, key)
        assert verdict.raised == "exceptions.CryptoError"
        assert verdict.text == "Authenticator failed verification"


@given(MESSAGES, NONCES, KEYS)
def test_the_stream_matches_libsodium(message: bytes, nonce: bytes, key: bytes) -> None:
    stream = ours.crypto_stream(len(message), nonce, key)
    assert stream == libnacl.crypto_stream(len(message), nonce, key)
    hidden = ours.crypto_stream_xor(message, nonce, key)
    assert hidden == libnacl.crypto_stream_xor(message, nonce, key)
    assert hidden == bytes(m ^ s for m, s in zip(message, stream, strict=True))


def test_key_pairs_belong_together() -> None:
    for name in ("crypto_box_keypair", "crypto_kx_keypair"):
        pairs = {getattr(ours, name)() for _ in range(8)}
        assert len(pairs) == 8
        assert all(theirs.crypto_scalarmult_base(secret) == public for public, secret in pairs)
    pairs = {ours.crypto_sign_keypair() for _ in range(8)}
    assert len(pairs) == 8
    for public, secret in pairs:
        assert theirs.crypto_sign_seed_keypair(secret[:32]) == (public, secret)


def test_random_bytes_are_of_the_asked_length_and_differ() -> None:
    assert [len(ours.randombytes(size)) for size in (0, 1, 32, 5000)] == [0, 1, 32, 5000]
    assert len({ours.randombytes(16) for _ in range(100)}) == 100


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_small_order_point_is_rejected(point: bytes) -> None:
    """Plain X25519 raises its own error; opening a box reports a forgery."""
    key, nonce = b"k" * 32, bytes(24)
    refusal = outcome(ours.crypto_scalarmult, key, point)
    assert refusal == outcome(theirs.crypto_scalarmult, key, point)
    assert (refusal.raised, refusal.text) == ("exceptions.RuntimeError", "Unexpected library error")
    for name, arguments in {
        "crypto_box": (b"m", nonce, point, key),
        "crypto_box_easy": (b"m", nonce, point, key),
        "crypto_box_open": (bytes(17), nonce, point, key),
        "crypto_box_open_easy": (bytes(17), nonce, point, key),
        "crypto_box_seal": (b"m", point),
        "crypto_box_seal_open": (point + bytes(17), key, key),
    }.items():
        own, peer = (outcome(function, *arguments) for function in both(name))
        assert own.raised is not None
        assert_same(own, peer)
