"""czd1 from Python: the vectors, signing over stores, and what must be refused."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from quicksalt import exceptions as exc
from quicksalt.hashsig import FileStore, czd1, verify
from quicksalt.hashsig import exceptions as own
from tests.hashsig.vectors import read

FILE = read("czd1")


class Given:
    """A store that gives out the indices that a test wants."""

    def __init__(self, *indices: int, end: int) -> None:
        self.indices, self.end = list(indices), end

    def reserve(self, count: int, /) -> range:
        first = self.indices.pop(0)
        return range(first, first + count)

    def watermark(self) -> tuple[int, int]:
        return 0, self.end


@pytest.mark.parametrize("case", FILE["tests"], ids=lambda case: case["source"])
def test_what_the_second_implementation_made(case: dict[str, Any]) -> None:
    seed, public = bytes.fromhex(case["seed"]), bytes.fromhex(case["public_key"])
    secret = czd1.generate(case["hashlen"], case["otsbits"], case["heights"], seed=seed)
    assert czd1.capacity(secret) == 2 ** sum(case["heights"])
    indices = [row["index"] for row in case["signatures"]]
    key = czd1.SigningKey(secret, Given(*indices, end=czd1.capacity(secret)))
    assert bytes(key.public_key) == public
    assert (key.public_key, key.public_key.heights) == (
        czd1.PublicKey(public),
        tuple(case["heights"]),
    )
    for row in case["signatures"]:
        message = bytes.fromhex(row["message"])
        signature = key.sign(message)
        assert hashlib.sha256(signature).hexdigest() == row["signature_sha256"]
        verify(key.public_key, message, signature)
        with pytest.raises(exc.BadSignatureError, match="forged"):
            verify(key.public_key, message + b".", signature)


def test_a_key_over_a_file_signs_each_index_once(tmp_path: Path) -> None:
    secret = czd1.generate(16, 4, [1, 2])
    path = tmp_path / "key"
    store = FileStore.create(path, czd1.capacity(secret), secret)
    with store, czd1.SigningKey(store.material, store) as key:
        public = key.public_key
        # From one tree of the lower level into the next.
        signatures = [key.sign(b"0"), *key.sign_many([b"1", b"2", b"3", b"4", b"5"])]
        assert key.sign_many([]) == []
        assert repr(key) == "<czd1.SigningKey 16/4/1+2>"
    with pytest.raises(own.StateError, match="the key is closed"):
        key.sign(b"6")
    store = FileStore.open(path)
    with store, czd1.SigningKey(store.material, store) as key:
        with pytest.raises(own.ExhaustedError):
            key.sign_many([b"6", b"7", b"8"])
        signatures += key.sign_many([b"6", b"7"])
        with pytest.raises(own.ExhaustedError):
            key.sign(b"8")
    for index, signature in enumerate(signatures):
        assert signature[10:14] == index.to_bytes(4, "big")
        verify(public, str(index).encode(), signature)
        verify(eval(repr(public), {"PublicKey": czd1.PublicKey}), str(index).encode(), signature)


def test_indices_beyond_the_key_are_refused() -> None:
    key = czd1.SigningKey(czd1.generate(16, 4, [2]), Given(3, 4, end=4))
    assert len(key.sign(b"message")) == 10 - 1 + 4 + 16 * (1 + 64 + 2)
    with pytest.raises(own.ExhaustedError):
        key.sign(b"message")


@pytest.mark.parametrize(
    ("sizes", "named"),
    [
        ((15, 4, [2]), "hashlen must be 16 to 64, not 15"),
        ((16, 17, [2]), "otsbits must be 4 to 16, not 17"),
        ((16, 4, [21]), "height must be 1 to 20, not 21"),
        ((16, 4, []), "levels must be 1 to 8, not 0"),
        ((16, 4, [20, 13]), "levels must be at most 32 high in all, not 33"),
    ],
)
def test_sizes_outside_the_limits(sizes: tuple[int, int, list[int]], named: str) -> None:
    with pytest.raises(exc.ValueError, match=named):
        czd1.generate(*sizes)


def test_what_is_no_key() -> None:
    secret = czd1.generate(16, 4, [1])
    for wrong in (b"", secret[:-1], secret + b".", b"cz1p" + secret[4:]):
        with pytest.raises(exc.ValueError, match="czd1"):
            czd1.SigningKey(wrong, Given(end=2))
    for wrong in (b"", secret[:7], b"cz1p" + secret[4:]):
        with pytest.raises(exc.ValueError, match="secret must be a secret key of czd1"):
            czd1.capacity(wrong)
    with pytest.raises(exc.ValueError, match="czd1"):
        czd1.PublicKey(secret)
    with pytest.raises(exc.ValueError, match="seed must be 32"):
        czd1.generate(16, 4, [1], seed=bytes(31))
