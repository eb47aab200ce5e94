"""Signing keys on stores written in Python."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from quicksalt import exceptions as exc
from quicksalt.hashsig import Ahead, FileStore, KeySpace, SigningKey
from quicksalt.hashsig import exceptions as own
from tests.hashsig.small import QUIET, Counter, create, index_of


@pytest.mark.parametrize("background", [False, True])
def test_a_store_in_python(background: bool) -> None:
    store = Counter(32)
    ahead = Ahead(reservation=4, background=background)
    with create(store, seed=bytes(32), ahead=ahead) as key:
        assert [index_of(key.sign(b"m")) for _ in range(6)] == list(range(6))
        material, public = key.material, key.public_key
    assert material
    assert material not in (b"", bytes(32))
    given = store.next
    with pytest.raises(exc.ValueError, match="material"):
        SigningKey.open(store)
    with SigningKey.open(store, material=material, ahead=ahead) as key:
        assert key.public_key == public
        assert index_of(key.sign(b"m")) == given
        key.sign_many([b"m"] * key.remaining())
        with pytest.raises(own.ExhaustedError):
            key.sign(b"m")
    assert create(Counter(32), seed=bytes(32)).public_key == public


def test_a_file_is_the_state_of_one_key(path: Path) -> None:
    """Two states of one key would issue the same indices."""
    other = create(Counter(32), ahead=QUIET)
    with FileStore.create(path, 32) as store, create(store, ahead=QUIET) as key:
        assert index_of(key.sign(b"m")) == 0
        material = key.material
    with FileStore.open(path) as store:
        for place in (store, KeySpace(store).line("")):
            with pytest.raises(own.StateError):
                SigningKey.open(place, material=other.material, ahead=QUIET)
            with pytest.raises(own.StateError):
                create(place, ahead=QUIET)
        with SigningKey.open(store, material=material, ahead=QUIET) as key:
            assert index_of(key.sign(b"m")) == 4


class Bound(Counter):
    """A store that records its key."""

    identity: bytes | None = None

    def bind(self, identity: bytes, /) -> None:
        if self.identity not in (None, identity):
            raise own.StateError("the state of another key")
        self.identity = identity


def test_a_store_in_python_may_know_its_key() -> None:
    store = Bound(32)
    with create(store, ahead=QUIET) as key:
        public = bytes(key.public_key)
        person = b"qs-store-pubkey\0"
        assert store.identity == hashlib.blake2b(public, digest_size=32, person=person).digest()
    with pytest.raises(own.StateError):
        create(store, ahead=QUIET)
    assert store.next == 0


class Wrong(Counter):
    """A store that gives a wrong answer."""

    answer: object = None

    def reserve(self, count: int, /) -> range:
        del count
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


ANSWERS = [
    (None, exc.TypeError, "NoneType"),
    ((0, 4), exc.TypeError, "tuple"),
    (range(3), exc.ValueError, "0..3"),
    (range(0, 8, 2), exc.ValueError, "step 1"),
    (range(9, 5), exc.ValueError, "9..5"),
    (range(-4, 0), OverflowError, "negative"),
    (KeyError("its own"), KeyError, "its own"),
    (own.ExhaustedError("none"), own.ExhaustedError, "fewer"),
]


def test_a_key_left_open_does_not_block_exit() -> None:
    """The key's background thread is inside a Python store when the interpreter exits."""
    code = """
import sys, threading, time
from quicksalt.hashsig import Ahead, FileStore, KeySpace, SigningKey
began = threading.Event()
class Slow:
    def __init__(self): self.next = 0
    def reserve(self, count):
        self.next += count
        if self.next > count:
            began.set()
            time.sleep(0.3)
        return range(self.next - count, self.next)
    def watermark(self): return self.next, 32
key = SigningKey.create(Slow(), '5/8', ahead=Ahead(reservation=4))
for _ in range(2):
    key.sign(b'message')
assert began.wait(30)
print('left')
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "left\n", "")


def test_a_python_store_that_reuses_indices_is_detected() -> None:
    store = Counter(32)
    with create(store, ahead=QUIET) as key:
        key.sign_many([b"m"] * 4)
        store.next = 2
        with pytest.raises(own.RollbackError, match=r"2 .* 4 "):
            key.sign(b"m")


def test_a_store_with_more_than_the_key_has_is_refused() -> None:
    with pytest.raises(exc.ValueError):
        create(Counter(33))
