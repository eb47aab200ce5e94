"""PyNaCl beside quicksalt: outcomes that can be compared, and arguments to call both with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import nacl.bindings
from hypothesis import strategies as st

import quicksalt.bindings


@dataclass(frozen=True)
class Outcome:
    """What a call returned, or the class and the text of what it raised."""

    value: object = None
    raised: str | None = None
    text: str = ""


def outcome(function: Callable[..., Any], *args: Any, **kwds: Any) -> Outcome:
    """Call, and name the exceptions of both libraries alike."""
    try:
        return Outcome(plain(function(*args, **kwds)))
    except Exception as error:
        kind = type(error)
        module = kind.__module__.removeprefix("nacl.").removeprefix("quicksalt.")
        return Outcome(raised=f"{module}.{kind.__name__}", text=str(error))


def plain(value: object) -> object:
    """Make results of both libraries comparable."""
    if isinstance(value, bytes):
        return bytes(value)
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return value


def assert_same(ours: Outcome, theirs: Outcome) -> None:
    """Assert the same value, or the same class and, where PyNaCl has a text, the same text."""
    assert ours.value == theirs.value
    assert ours.raised == theirs.raised, (ours, theirs)
    if theirs.raised and theirs.raised.startswith("exceptions.") and theirs.text:
        assert ours.text == theirs.text
    if theirs.raised:
        assert ours.text


def both(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return a function of the bindings, ours and theirs."""
    return getattr(quicksalt.bindings, name), getattr(nacl.bindings, name)


def sample_bytes(size: int) -> bytes:
    """Make a message of that length, the same each time."""
    return bytes((i * 167 + i // 251 + size) % 256 for i in range(size))


def fixed(size: int) -> st.SearchStrategy[bytes]:
    """Draw that many bytes."""
    return st.binary(min_size=size, max_size=size)


MESSAGES = st.one_of(st.binary(max_size=100), st.integers(0, 5000).map(sample_bytes))
KEYS = fixed(32)
NONCES = fixed(24)

SMALL_ORDER = [
    bytes.fromhex(text)
    for text in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
]
"""The points of small order on Curve25519 and its twist (RFC 7748, section 6.1)."""

POINTS = st.one_of(KEYS, st.sampled_from(SMALL_ORDER))
