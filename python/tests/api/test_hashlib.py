"""Compare incremental hashes with hashlib and PyNaCl; test threads and invalid arguments."""

from __future__ import annotations

import copy
import hashlib
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import nacl.hashlib
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quicksalt.hashlib

from .peer import assert_same, outcome

NAMES = ["sha256", "sha512", "blake2b"]
PIECES = st.lists(st.binary(max_size=300), max_size=6)


@pytest.mark.parametrize("name", NAMES)
@given(st.binary(max_size=300), PIECES)
def test_pieces_make_the_digest_of_the_whole(name: str, first: bytes, pieces: list[bytes]) -> None:
    own = getattr(quicksalt.hashlib, name)(first)
    arguments: dict[str, Any] = {"digest_size": 32} if name == "blake2b" else {}
    peer = getattr(hashlib, name)(first, **arguments)
    for piece in pieces:
        before = own.copy()
        assert own.hexdigest() == peer.hexdigest()
        own.update(bytearray(piece))
        peer.update(piece)
        assert before.digest() == own.digest() or piece
    assert own.digest() == peer.digest()
    assert (own.name, own.block_size) == (peer.name, peer.block_size)
    assert own.digest_size == peer.digest_size


@given(
    st.binary(max_size=300),
    st.integers(0, 66),
    st.binary(max_size=66),
    st.binary(max_size=18),
    st.binary(max_size=18),
)
def test_blake2b_matches_pynacl(
    data: bytes, size: int, key: bytes, salt: bytes, person: bytes
) -> None:
    def digest(library: Any) -> bytes:
        made = library.hashlib.blake2b(data, size, key, salt, person)
        made.update(data)
        digest: bytes = made.copy().digest()
        return digest

    own, peer = outcome(lambda: digest(quicksalt)), outcome(lambda: digest(nacl))
    assert_same(own, peer)


@pytest.mark.parametrize("name", NAMES)
def test_a_long_message_and_all_lengths_round_a_block(name: str) -> None:
    message = bytes(i % 251 for i in range(1000))
    for length in range(300):
        own = getattr(quicksalt.hashlib, name)()
        arguments: dict[str, Any] = {"digest_size": 32} if name == "blake2b" else {}
        peer = getattr(hashlib, name)(message[:length], **arguments)
        for start in range(0, length, 37):
            own.update(memoryview(message)[start : min(start + 37, length)])
        assert own.digest() == peer.digest(), length


def test_threads_share_an_object_and_each_piece_is_taken_whole() -> None:
    piece, rounds = bytes(100_000), 40
    own = quicksalt.hashlib.sha512()
    with ThreadPoolExecutor(4) as pool:
        for _ in range(rounds):
            pool.submit(own.update, piece)
            pool.submit(own.digest)
    assert own.digest() == hashlib.sha512(piece * rounds).digest()


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_not_pickled_and_not_shown(name: str) -> None:
    own = getattr(quicksalt.hashlib, name)(b"secret")
    with pytest.raises(TypeError, match=name):
        pickle.dumps(own)
    with pytest.raises(TypeError):
        copy.copy(own)
    assert repr(own) == f"<quicksalt.hashlib.{name}>"


@pytest.mark.parametrize("bad", ["text", 1, None, memoryview(bytes(10))[::2]])
def test_non_contiguous_buffers_are_rejected(bad: Any) -> None:
    own = quicksalt.hashlib.sha256(b"a")
    with pytest.raises((TypeError, BufferError), match="data"):
        own.update(bad)
    assert own.digest() == hashlib.sha256(b"a").digest()
