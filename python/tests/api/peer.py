"""Run PyNaCl and quicksalt on the same arguments and compare the outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import nacl.bindings
from hypothesis import strategies as st

import quicksalt.bindings


@dataclass(frozen=True)
class Outcome:
    """The return value of a call, or the class and message of its exception."""

    value: object = None
    raised: str | None = None
    text: str = ""


def outcome(function: Callable[..., Any], *args: Any, **kwds: Any) -> Outcome:
    """Call `function`; map the exceptions of both libraries to common names."""
    try:
        return Outcome(plain(function(*args, **kwds)))
    except Exception as error:
        kind = type(error)
        module = kind.__module__.removeprefix("nacl.").removeprefix("quicksalt.")
        return Outcome(raised=f"{module}.{kind.__name__}", text=str(error))


def plain(value: object) -> object:
    """Convert results of both libraries to comparable values."""
    if isinstance(value, bytes):
        return bytes(value)
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    return value


def assert_same(ours: Outcome, theirs: Outcome) -> None:
    """Assert equal values, or the same exception class and (if PyNaCl has one) message."""
    assert ours.value == theirs.value
    assert ours.raised == theirs.raised, (ours, theirs)
    if theirs.raised and theirs.raised.startswith("exceptions.") and theirs.text:
        assert ours.text == theirs.text
    if theirs.raised:
        assert ours.text


def both(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the function `name` of both bindings: ours and PyNaCl's."""
    return getattr(quicksalt.bindings, name), getattr(nacl.bindings, name)


def sample_bytes(size: int) -> bytes:
    """Return a deterministic message of `size` bytes."""
    return bytes((i * 167 + i // 251 + size) % 256 for i in range(size))


def fixed(size: int) -> st.SearchStrategy[bytes]:
    """Return a Hypothesis strategy that draws `size` bytes."""
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
"""The small-order points on Curve25519 and its twist (RFC 7748, section 6.1)."""

POINTS = st.one_of(KEYS, st.sampled_from(SMALL_ORDER))
