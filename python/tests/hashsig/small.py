"""Small HSS keys, and a store."""

from __future__ import annotations

from typing import Any

from quicksalt.hashsig import Ahead, Params, SigningKey, Store
from quicksalt.hashsig import exceptions as own
from quicksalt.hashsig.signing import FilePath

SMALL = Params.parse("5/8")
STACK = Params.parse("5/4,5/4")
QUIET = Ahead(reservation=4, background=False)


def create(store: FilePath | Store, levels: int = 1, **more: Any) -> SigningKey:
    """Create a key with one or two levels of trees of 32 one-time keys each."""
    return SigningKey.create(store, [SMALL, STACK][levels - 1], **more)


def index_of(signature: bytes) -> int:
    """Return the leaf index in a single-level signature (RFC 8554, 5.4, 6.2)."""
    assert signature[:4] == bytes(4)
    return int.from_bytes(signature[4:8], "big")


class Counter:
    """A store in Python without persistence."""

    def __init__(self, stop: int, start: int = 0) -> None:
        self.next, self.stop, self.asked = start, stop, list[int]()

    def reserve(self, count: int, /) -> range:
        self.asked.append(count)
        if count > self.stop - self.next:
            raise own.ExhaustedError(f"{count} requested, {self.stop - self.next} left")
        self.next += count
        return range(self.next - count, self.next)

    def watermark(self) -> tuple[int, int]:
        return self.next, self.stop
