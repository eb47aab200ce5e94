"""Loops over Python functions, as users call them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

from quicksalt_lab.ruler.measure import Competitor


def flat(result: object) -> bytes:
    """Bring what libraries return for the same outcome into one form."""
    if isinstance(result, bytes | bytearray):
        return bytes(result)
    if isinstance(result, tuple):
        return b"".join(flat(part) for part in result)
    return repr(result).encode()


def looped(
    name: str,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    outcome: Callable[[Any], bytes] = flat,
) -> Competitor:
    """Make a competitor that loops over a function as a user calls it."""
    loop = _LOOPS[len(arguments)]
    last: list[object] = []

    def run(iterations: int) -> None:
        last[:] = [loop(function, iterations, *arguments)]

    return Competitor(name, run, lambda: outcome(last[0]))


# The loops spell the call out: unpacking arguments would cost functions written in Python more
# than native ones.


def _loop_0(function: Callable[..., Any], iterations: int) -> object:
    result = None
    for _ in repeat(None, iterations):
        result = function()
    return result


def _loop_1(function: Callable[..., Any], iterations: int, a: object) -> object:
    result = None
    for _ in repeat(None, iterations):
        result = function(a)
    return result


def _loop_2(function: Callable[..., Any], iterations: int, a: object, b: object) -> object:
    result = None
    for _ in repeat(None, iterations):
        result = function(a, b)
    return result


def _loop_3(
    function: Callable[..., Any], iterations: int, a: object, b: object, c: object
) -> object:
    result = None
    for _ in repeat(None, iterations):
        result = function(a, b, c)
    return result


def _loop_4(  # noqa: PLR0913, PLR0917 - a call's four, and two
    function: Callable[..., Any], iterations: int, a: object, b: object, c: object, d: object
) -> object:
    result = None
    for _ in repeat(None, iterations):
        result = function(a, b, c, d)
    return result


def _loop_5(  # noqa: PLR0913, PLR0917 - a call's five, and two
    function: Callable[..., Any],
    iterations: int,
    a: object,
    b: object,
    c: object,
    d: object,
    e: object,
) -> object:
    result = None
    for _ in repeat(None, iterations):
        result = function(a, b, c, d, e)
    return result


def _loop_6(  # noqa: PLR0913, PLR0917 - a call's six, and two
    function: Callable[..., Any],
    iterations: int,
    a: object,
    b: object,
    c: object,
    d: object,
    e: object,
    f: object,
) -> object:
    result = None
    for _ in repeat(None, iterations):
        result = function(a, b, c, d, e, f)
    return result


_LOOPS: tuple[Callable[..., object], ...] = (
    _loop_0,
    _loop_1,
    _loop_2,
    _loop_3,
    _loop_4,
    _loop_5,
    _loop_6,
)
