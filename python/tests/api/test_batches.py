"""Batch calls match single calls, and errors name the index of the faulty item."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Thread
from typing import Any

import nacl.public
import nacl.secret
import nacl.signing
import pytest

from quicksalt import exceptions
from quicksalt.encoding import HexEncoder
from quicksalt.public import Box, PrivateKey
from quicksalt.secret import SecretBox
from quicksalt.signing import SigningKey

SEED = bytes(range(32))
KEY = SigningKey(SEED)
PEER = nacl.signing.SigningKey(SEED)
NONCE = b"n" * 24

BATCHES = [0, 1, 2, 3, 64, 257]


def messages(count: int, most: int = 3000) -> list[bytes]:
    random = Random(count)
    return [random.randbytes(random.randrange(most)) for _ in range(count)]


def boxes() -> list[tuple[Any, Any]]:
    ours, theirs = PrivateKey(SEED), nacl.public.PrivateKey(SEED)
    return [
        (SecretBox(SEED), nacl.secret.SecretBox(SEED)),
        (Box(ours, ours.public_key), nacl.public.Box(theirs, theirs.public_key)),
    ]


@pytest.mark.parametrize("count", BATCHES)
def test_signatures_match_the_peer(count: int) -> None:
    given = messages(count)
    signed = KEY.sign_many(given)
    assert signed == [KEY.sign(message) for message in given]
    for message, one in zip(given, signed, strict=True):
        assert (one.message, one.signature + message) == (message, one)
        assert PEER.verify_key.verify(one) == message
    assert KEY.verify_key.verify_many(signed) == given
    assert KEY.verify_key.verify_many([PEER.sign(message) for message in given]) == given
    apart = [one.signature for one in signed]
    assert KEY.verify_key.verify_many(given, apart) == given
    encoded = KEY.sign_many(given, HexEncoder)
    assert KEY.verify_key.verify_many(encoded, encoder=HexEncoder) == given


@pytest.mark.parametrize("places", [(0,), (63,), (5, 17, 40), tuple(range(64))])
def test_forged_signatures_are_named(places: tuple[int, ...]) -> None:
    given = messages(64)
    signed: list[bytes] = list(KEY.sign_many(given))
    for place in places:
        signed[place] = signed[place][:-1] + bytes([signed[place][-1] ^ 1])
    with pytest.raises(exceptions.BadSignatureError, match=f" at {places[0]}") as caught:
        KEY.verify_key.verify_many(signed)
    assert caught.value.indices == places
    signed[3] = b"too short"
    with pytest.raises(exceptions.BadSignatureError) as caught:
        KEY.verify_key.verify_many(signed)
    assert caught.value.indices == tuple(sorted({3, *places}))
    other = SigningKey.generate().verify_key
    with pytest.raises(exceptions.BadSignatureError, match="54 more") as caught:
        other.verify_many(KEY.sign_many(given))
    assert caught.value.indices == tuple(range(64))


def test_errors_of_single_calls_name_no_index() -> None:
    with pytest.raises(exceptions.BadSignatureError) as caught:
        KEY.verify_key.verify(bytes(64))
    assert caught.value.indices == ()


@pytest.mark.parametrize("count", BATCHES)
def test_boxes_match_the_peer(count: int) -> None:
    given = messages(count, 20_000)
    nonces = [place.to_bytes(24) for place in range(count)]
    for ours, theirs in boxes():
        sealed = ours.encrypt_many(given, nonces)
        expected = [theirs.encrypt(one, nonce) for one, nonce in zip(given, nonces, strict=True)]
        assert sealed == expected
        assert [one.nonce for one in sealed] == nonces
        assert ours.decrypt_many(sealed) == given
        assert ours.decrypt_many([one.ciphertext for one in sealed], nonces) == given
        drawn = ours.encrypt_many(given, encoder=HexEncoder)
        assert len({one.nonce for one in drawn}) == count
        assert ours.decrypt_many(drawn, encoder=HexEncoder) == given
        assert [theirs.decrypt(bytes.fromhex(one.decode())) for one in drawn] == given


def test_messages_that_several_threads_share() -> None:
    given = [bytes([place]) * 200_000 for place in range(40)]
    box, peer = SecretBox(SEED), nacl.secret.SecretBox(SEED)
    sealed: list[bytes] = list(box.encrypt_many(given, [NONCE] * len(given)))
    assert sealed == [peer.encrypt(message, NONCE) for message in given]
    assert box.decrypt_many(sealed) == given
    sealed[39] = sealed[39][::-1]
    with pytest.raises(exceptions.CryptoError, match="at 39") as caught:
        box.decrypt_many(sealed)
    assert caught.value.indices == (39,)


def test_forged_boxes_are_named() -> None:
    for ours, _ in boxes():
        sealed: list[bytes] = list(ours.encrypt_many(messages(40, 20_000)))
        sealed[7] = sealed[7][:-1] + bytes([sealed[7][-1] ^ 1])
        sealed[30] = sealed[30][:39]
        sealed[31] = b""
        with pytest.raises(exceptions.CryptoError, match="at 7, 30, 31") as caught:
            ours.decrypt_many(sealed)
        assert caught.value.indices == (7, 30, 31)


REFUSALS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: KEY.sign_many([b"m", 1]), TypeError, "messages[1]"),  # type: ignore[list-item]
    (lambda: KEY.sign_many(None), TypeError, "not iterable"),  # type: ignore[arg-type]
    (
        lambda: KEY.verify_key.verify_many([b"m", None]),  # type: ignore[list-item]
        TypeError,
        "smessages[1]",
    ),
    (
        lambda: KEY.verify_key.verify_many([b"m", b"m"], [bytes(64)]),
        ValueError,
        "signatures",
    ),
    (
        lambda: KEY.verify_key.verify_many([b"m", b"m"], [bytes(64), bytes(63)]),
        ValueError,
        "signatures[1]",
    ),
    (
        lambda: SecretBox(SEED).encrypt_many([b"m", "m"], [NONCE, NONCE]),  # type: ignore[list-item]
        TypeError,
        "messages[1]",
    ),
    (
        lambda: SecretBox(SEED).encrypt_many([b"m", b"m"], [NONCE]),
        ValueError,
        "nonces",
    ),
    (
        lambda: SecretBox(SEED).encrypt_many([b"m"], [NONCE[1:]]),
        ValueError,
        "nonces[0]",
    ),
    (
        lambda: SecretBox(SEED).decrypt_many([b"m"], [NONCE, NONCE]),
        ValueError,
        "nonces",
    ),
    (
        lambda: SecretBox(SEED).decrypt_many([b"m", 7]),  # type: ignore[list-item]
        TypeError,
        "ciphertexts[1]",
    ),
]


def test_any_buffer_and_any_iterable() -> None:
    given = messages(5)
    buffers = (bytearray(given[0]), memoryview(given[1]), given[2], memoryview(given[3])[:1])
    plain = [bytes(buffer) for buffer in buffers]
    assert KEY.sign_many(iter(buffers)) == [KEY.sign(one) for one in plain]
    box = SecretBox(SEED)
    sealed = box.encrypt_many(iter(buffers), (bytearray(NONCE) for _ in buffers))
    assert sealed == [box.encrypt(one, NONCE) for one in plain]
    assert box.decrypt_many(bytearray(one) for one in sealed) == plain


def test_threads_that_each_have_a_batch() -> None:
    given = messages(100, 20_000)
    failed: list[Exception] = []

    def work() -> None:
        try:
            for _ in range(3):
                assert KEY.verify_key.verify_many(KEY.sign_many(given)) == given
                box = SecretBox(SEED)
                assert box.decrypt_many(box.encrypt_many(given)) == given
        except Exception as error:
            failed.append(error)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
