"""Any contiguous buffer works like bytes; a non-contiguous buffer raises an error by name."""

from __future__ import annotations

import array
import ctypes
import mmap
from collections.abc import Callable
from typing import Any

import pytest

import quicksalt.bindings as ours

from .peer import outcome
from .test_refusals import DRAWING, OWN, VALID, places, with_argument


def _mmap(data: bytes) -> mmap.mmap:
    mapped = mmap.mmap(-1, max(1, len(data)))
    mapped[: len(data)] = data
    return mapped


def _words(data: bytes) -> array.array[int]:
    return array.array("I", data) if len(data) % 4 == 0 and data else array.array("B", data)


BUFFERS: dict[str, Callable[[bytes], Any]] = {
    "bytearray": bytearray,
    "memoryview": memoryview,
    "view of bytearray": lambda data: memoryview(bytearray(data)),
    "slice of a view": lambda data: memoryview(b"x" + data + b"y")[1:-1],
    "view of characters": lambda data: memoryview(data).cast("c"),
    "array of bytes": lambda data: array.array("B", data),
    "array of words": _words,
    "matrix": lambda data: memoryview(data).cast("B", (1, len(data))) if data else data,
    "ctypes": lambda data: (ctypes.c_char * len(data)).from_buffer_copy(data),
    "mmap": _mmap,
    "subclass of bytes": type("Bytes", (bytes,), {}),
}


@pytest.mark.parametrize("kind", BUFFERS)
def test_buffers_give_what_bytes_give(kind: str) -> None:
    for name, at in places(VALID | OWN):
        arguments = (VALID | OWN)[name]
        if isinstance(arguments[at], int) or name in DRAWING:
            continue
        function = getattr(ours, name)
        given = with_argument(arguments, at, BUFFERS[kind](arguments[at]))
        assert outcome(function, *given) == outcome(function, *arguments), (name, at)


class Pair(ctypes.Structure):
    """A buffer without dimensions, whose items have a format unknown to Python."""

    _fields_ = (("first", ctypes.c_uint16), ("second", ctypes.c_char * 3))


@pytest.mark.parametrize(
    "buffer",
    [
        ctypes.c_uint32(0x01020304),
        memoryview(ctypes.c_double(2.5)),
        Pair(258, b"abc"),
        (Pair * 3)(),
        memoryview(b"x").cast("B", ()),
    ],
)
def test_buffers_of_any_item_type_and_shape_are_accepted(buffer: Any) -> None:
    content = memoryview(buffer).tobytes()
    assert ours.crypto_hash_sha256(buffer) == ours.crypto_hash_sha256(content)
    assert ours.sodium_memcmp(buffer, content)


def test_a_sealed_box_of_a_buffer_opens() -> None:
    public, secret = ours.crypto_box_keypair()
    for make in BUFFERS.values():
        sealed = ours.crypto_box_seal(make(b"message!"), make(public))
        assert ours.crypto_box_seal_open(sealed, public, secret) == b"message!"


def test_a_buffer_that_is_not_contiguous_is_refused_by_name() -> None:
    scattered = memoryview(bytes(128))[::2]
    for name, at in places(VALID | OWN):
        arguments = (VALID | OWN)[name]
        if isinstance(arguments[at], int):
            continue
        refusal = outcome(getattr(ours, name), *with_argument(arguments, at, scattered))
        assert refusal.raised == "builtins.BufferError", (name, at)
        assert "contiguous" in refusal.text, (name, at)


def test_a_released_view_is_refused() -> None:
    view = memoryview(b"message")
    view.release()
    with pytest.raises(ValueError, match="released"):
        ours.crypto_hash_sha256(view)
