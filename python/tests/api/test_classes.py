"""Compare the classes with PyNaCl's: results, exceptions, and interoperability."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import nacl.encoding
import nacl.hash
import nacl.public
import nacl.secret
import nacl.signing
import nacl.utils
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quicksalt

from .peer import KEYS, MESSAGES, NONCES, assert_same, fixed, outcome

KEY, OTHER, NONCE = b"k" * 32, b"o" * 32, b"n" * 24
ENCODERS = [
    "Base16Encoder",
    "Base32Encoder",
    "Base64Encoder",
    "HexEncoder",
    "RawEncoder",
    "URLSafeBase64Encoder",
]

Library = Any
Make = Callable[[Library], Any]


def pair(library: Library, one: bytes = KEY, two: bytes = OTHER) -> Any:
    """Return a box between two keys."""
    public = library.public
    return public.Box(public.PrivateKey(one), public.PrivateKey(two).public_key)


SEALERS: dict[str, Make] = {
    "SecretBox": lambda library: library.secret.SecretBox(KEY),
    "Aead": lambda library: library.secret.Aead(KEY),
    "Box": pair,
}


def both(make: Make) -> tuple[Any, Any]:
    """Create the same object in both libraries."""
    return make(quicksalt), make(nacl)


def encoders(name: str) -> tuple[Any, Any]:
    """Return the encoder `name` of both libraries."""
    return getattr(quicksalt.encoding, name), getattr(nacl.encoding, name)


@pytest.mark.parametrize("encoder", ENCODERS)
@given(st.binary(max_size=100))
@settings(max_examples=30)
def test_encoders_match_pynacl(encoder: str, data: bytes) -> None:
    own, peer = encoders(encoder)
    encoded = own.encode(data)
    assert encoded == peer.encode(data)
    assert own.decode(encoded) == data
    assert_same(outcome(own.decode, data), outcome(peer.decode, data))


@pytest.mark.parametrize("kind", SEALERS)
@pytest.mark.parametrize("encoder", ENCODERS)
@given(MESSAGES, NONCES)
@settings(max_examples=10)
def test_sealed_messages_match_pynacl(
    kind: str, encoder: str, message: bytes, nonce: bytes
) -> None:
    own, peer = both(SEALERS[kind])
    own_encoder, peer_encoder = encoders(encoder)
    sealed = own.encrypt(message, nonce=nonce, encoder=own_encoder)
    expected = peer.encrypt(message, nonce=nonce, encoder=peer_encoder)
    assert sealed == expected
    assert (sealed.nonce, sealed.ciphertext) == (expected.nonce, expected.ciphertext)
    assert own.decrypt(expected, encoder=own_encoder) == message
    assert peer.decrypt(bytes(sealed), encoder=peer_encoder) == message
    assert own.decrypt(sealed.ciphertext, nonce=nonce, encoder=own_encoder) == message


@pytest.mark.parametrize("kind", SEALERS)
def test_nonces_are_drawn_at_random(kind: str) -> None:
    own, peer = both(SEALERS[kind])
    sealed = {own.encrypt(b"message") for _ in range(20)}
    assert len({message.nonce for message in sealed}) == 20
    assert all(peer.decrypt(bytes(message)) == b"message" for message in sealed)


@pytest.mark.parametrize("kind", SEALERS)
@pytest.mark.parametrize("wrong", [b"", b"n" * 23, b"n" * 25, "n" * 24, 7, [1] * 24, 3.5], ids=repr)
def test_wrong_nonces_are_rejected_like_pynacl(kind: str, wrong: Any) -> None:
    own, peer = both(SEALERS[kind])
    assert_same(
        outcome(own.encrypt, b"message", nonce=wrong),
        outcome(peer.encrypt, b"message", nonce=wrong),
    )
    sealed = peer.encrypt(b"message", nonce=NONCE).ciphertext
    if not isinstance(wrong, list):
        assert_same(
            outcome(own.decrypt, sealed, nonce=wrong), outcome(peer.decrypt, sealed, nonce=wrong)
        )


@pytest.mark.parametrize("kind", SEALERS)
@pytest.mark.parametrize("wrong", [b"", b"short", b"x" * 24, b"x" * 39, b"x" * 40, "text" * 20])
def test_forgeries_raise_like_pynacl(kind: str, wrong: Any) -> None:
    own, peer = (outcome(sealer.decrypt, wrong) for sealer in both(SEALERS[kind]))
    assert own.raised is not None
    if peer.text == "negative array length":
        assert own.raised == "exceptions.CryptoError"
    else:
        assert_same(own, peer)


@pytest.mark.parametrize("nonce", [bytearray(NONCE), memoryview(NONCE)], ids=["own", "view"])
def test_a_nonce_may_be_any_buffer(nonce: Any) -> None:
    for make in SEALERS.values():
        sealed = make(quicksalt).encrypt(b"message", nonce=nonce)
        assert type(sealed.nonce) is bytes
        assert make(nacl).decrypt(bytes(sealed)) == b"message"


BUFFERS = [bytearray, memoryview, lambda data: array("B", data)]


@pytest.mark.parametrize("make", BUFFERS, ids=["own", "view", "array"])
def test_any_buffer_is_accepted(make: Any) -> None:
    message = b"message!"
    for seal in SEALERS.values():
        sealed = seal(quicksalt).encrypt(make(message), nonce=make(NONCE))
        assert seal(quicksalt).decrypt(make(sealed)) == message
        assert seal(quicksalt).decrypt(make(sealed.ciphertext), nonce=make(NONCE)) == message
    for name, constructor in CONSTRUCTORS.items():
        if name != "SealedBox":
            made = constructor(quicksalt)
            assert bytes(made(make(KEY))) == bytes(made(KEY))
            written = make(quicksalt.encoding.HexEncoder.encode(KEY))
            assert bytes(made(written, quicksalt.encoding.HexEncoder)) == bytes(made(KEY))
    pair = quicksalt.public.PrivateKey(KEY)
    sealed = quicksalt.public.SealedBox(pair).encrypt(make(message))
    assert quicksalt.public.SealedBox(pair).decrypt(make(sealed)) == message
    box = quicksalt.public.Box.decode(make(KEY))
    assert box.decrypt(make(box.encrypt(make(message)))) == message
    signed = quicksalt.signing.SigningKey(make(KEY)).sign(make(message))
    verify_key = quicksalt.signing.SigningKey(KEY).verify_key
    assert verify_key.verify(make(signed)) == message
    assert verify_key.verify(make(message), make(signed.signature)) == message
    assert quicksalt.hash.blake2b(make(message), key=make(KEY)) == nacl.hash.blake2b(
        message, key=KEY
    )


@given(MESSAGES, st.binary(max_size=50), st.binary(max_size=50))
@settings(max_examples=30)
def test_associated_data_is_bound(message: bytes, aad: bytes, other: bytes) -> None:
    own, peer = both(SEALERS["Aead"])
    sealed = own.encrypt(message, aad)
    assert peer.decrypt(bytes(sealed), aad) == message
    if aad != other:
        assert outcome(own.decrypt, sealed, other) == outcome(peer.decrypt, bytes(sealed), other)


CONSTRUCTORS: dict[str, Make] = {
    "SecretBox": lambda library: library.secret.SecretBox,
    "Aead": lambda library: library.secret.Aead,
    "PublicKey": lambda library: library.public.PublicKey,
    "PrivateKey": lambda library: library.public.PrivateKey,
    "PrivateKey.from_seed": lambda library: library.public.PrivateKey.from_seed,
    "SigningKey": lambda library: library.signing.SigningKey,
    "VerifyKey": lambda library: library.signing.VerifyKey,
    "SealedBox": lambda library: library.public.SealedBox,
}


@pytest.mark.parametrize("name", CONSTRUCTORS)
@pytest.mark.parametrize("wrong", [b"", b"k" * 31, b"k" * 33, "k" * 32, None, 7, [1] * 32])
def test_wrong_keys_are_rejected_like_pynacl(name: str, wrong: Any) -> None:
    own, peer = (outcome(make, wrong) for make in both(CONSTRUCTORS[name]))
    assert own.raised is not None
    assert_same(own, peer)


@pytest.mark.parametrize("name", [name for name in CONSTRUCTORS if name != "SealedBox"])
@pytest.mark.parametrize("encoder", ENCODERS)
def test_keys_are_encoded_like_pynacl(name: str, encoder: str) -> None:
    own_encoder, peer_encoder = encoders(encoder)
    make, peer_make = both(CONSTRUCTORS[name])
    own, peer = make(KEY), peer_make(KEY)
    assert bytes(own) == bytes(peer)
    encoded = own.encode(own_encoder)
    assert encoded == peer.encode(peer_encoder)
    if name != "PrivateKey.from_seed":
        assert bytes(make(encoded, own_encoder)) == bytes(own)
        assert bytes(make(encoded, encoder=own_encoder)) == bytes(own)


def test_a_box_round_trips_through_bytes() -> None:
    own, peer = both(pair)
    assert own.shared_key() == peer.shared_key() == bytes(own)
    again = quicksalt.public.Box.decode(
        peer.encode(nacl.encoding.HexEncoder), encoders("HexEncoder")[0]
    )
    assert again.decrypt(bytes(peer.encrypt(b"message"))) == b"message"
    short, peer_short = (library.public.Box.decode(b"short") for library in (quicksalt, nacl))
    assert_same(outcome(short.encrypt, b"message"), outcome(peer_short.encrypt, b"message"))
    for arguments in ((KEY, KEY), (None, None)):
        assert_same(outcome(quicksalt.public.Box, *arguments), outcome(nacl.public.Box, *arguments))


@given(MESSAGES, KEYS)
@settings(max_examples=30)
def test_sealed_boxes_open_in_both(message: bytes, key: bytes) -> None:
    own, peer = (library.public.PrivateKey(key) for library in (quicksalt, nacl))
    assert bytes(own.public_key) == bytes(peer.public_key)
    own_sealed = quicksalt.public.SealedBox(own.public_key).encrypt(message)
    assert nacl.public.SealedBox(peer).decrypt(own_sealed) == message
    peer_sealed = nacl.public.SealedBox(peer.public_key).encrypt(message)
    assert quicksalt.public.SealedBox(own).decrypt(peer_sealed) == message


def test_a_sealed_box_of_a_public_key_does_not_open() -> None:
    def attempt(library: Library) -> None:
        box = library.public.SealedBox(library.public.PrivateKey(KEY).public_key)
        assert bytes(box) == bytes(library.public.PrivateKey(KEY).public_key)
        box.decrypt(box.encrypt(b"message"))

    own, peer = outcome(attempt, quicksalt), outcome(attempt, nacl)
    assert own == peer
    assert own.raised == "builtins.TypeError"


@given(MESSAGES, KEYS)
@settings(max_examples=30)
def test_signatures_match_pynacl(message: bytes, seed: bytes) -> None:
    own, peer = (library.signing.SigningKey(seed) for library in (quicksalt, nacl))
    assert bytes(own.verify_key) == bytes(peer.verify_key)
    for encoder in ("RawEncoder", "HexEncoder"):
        own_encoder, peer_encoder = encoders(encoder)
        signed, expected = own.sign(message, own_encoder), peer.sign(message, peer_encoder)
        assert signed == expected
        assert (signed.signature, signed.message) == (expected.signature, expected.message)
        assert own.verify_key.verify(expected, encoder=own_encoder) == message
        assert peer.verify_key.verify(bytes(signed), encoder=peer_encoder) == message
    assert own.verify_key.verify(message, peer.sign(message).signature) == message
    for convert in ("to_curve25519_private_key", "to_curve25519_public_key"):
        holders = (own, peer) if "private" in convert else (own.verify_key, peer.verify_key)
        assert len({bytes(getattr(holder, convert)()) for holder in holders}) == 1


@pytest.mark.parametrize(
    ("smessage", "signature"),
    [
        (b"", None),
        (b"x" * 63, None),
        (b"x" * 64, None),
        ("text", None),
        (b"message", b"x" * 64),
        (b"message", b"x" * 63),
        (b"message", "x" * 64),
        (bytearray(b"message"), b"x" * 64),
        (None, b"x" * 64),
    ],
)
def test_invalid_signatures_raise_like_pynacl(smessage: Any, signature: Any) -> None:
    own, peer = (library.signing.SigningKey(KEY).verify_key for library in (quicksalt, nacl))
    assert_same(outcome(own.verify, smessage, signature), outcome(peer.verify, smessage, signature))


@given(
    MESSAGES,
    st.integers(1, 64),
    st.binary(max_size=64),
    st.binary(max_size=16),
    st.binary(max_size=16),
)
@settings(max_examples=30)
def test_digests_match_pynacl(
    message: bytes, size: int, key: bytes, salt: bytes, person: bytes
) -> None:
    for name in ("sha256", "sha512"):
        assert getattr(quicksalt.hash, name)(message) == getattr(nacl.hash, name)(message)
    own, peer = (
        library.hash.blake2b(
            message, size, key, salt, person, encoder=library.encoding.Base64Encoder
        )
        for library in (quicksalt, nacl)
    )
    assert own == peer
    assert quicksalt.hash.generichash is quicksalt.hash.blake2b


@given(MESSAGES, st.binary(max_size=18))
@settings(max_examples=60)
def test_siphash_matches_pynacl(message: bytes, key: bytes) -> None:
    key = key if len(key) < 10 else key.ljust(16, b"k")[:16]
    for name in ("siphash24", "siphashx24", "shorthash"):
        own, peer = (
            outcome(getattr(library.hash, name), message, key) for library in (quicksalt, nacl)
        )
        assert_same(own, peer)


@given(st.integers(0, 300), KEYS)
def test_deterministic_random_bytes_match_pynacl(size: int, seed: bytes) -> None:
    own, peer = (
        library.utils.randombytes_deterministic(size, seed, library.encoding.HexEncoder)
        for library in (quicksalt, nacl)
    )
    assert own == peer


def test_random_bytes_have_the_asked_length() -> None:
    assert len(quicksalt.utils.random()) == 32
    assert len(quicksalt.utils.random(5)) == 5
    assert quicksalt.utils.random() != quicksalt.utils.random()


def test_generated_keys_differ() -> None:
    for make in (quicksalt.public.PrivateKey.generate, quicksalt.signing.SigningKey.generate):
        assert len({bytes(make()) for _ in range(10)}) == 10


@given(fixed(24), fixed(30))
def test_the_parts_of_a_message_are_kept(nonce: bytes, box: bytes) -> None:
    message = quicksalt.utils.EncryptedMessage._from_parts(nonce, box, nonce + box)
    assert (message, message.nonce, message.ciphertext) == (nonce + box, nonce, box)


def test_ensure_raises_the_given_error() -> None:
    for condition, arguments, kinds in [
        (True, (), {}),
        (False, ("text",), {}),
        (False, (), {"raising": KeyError}),
        (1, ("only True is true",), {"raising": OSError}),
        (True, (), {"raise": OSError}),
    ]:
        assert outcome(quicksalt.exceptions.ensure, condition, *arguments, **kinds) == outcome(
            nacl.exceptions.ensure, condition, *arguments, **kinds
        )
