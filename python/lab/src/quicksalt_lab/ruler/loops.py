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


_LOOP = """
def loop(function, iterations, {names}):
    result = None
    for _ in repeat(None, iterations):
        result = function({names})
    return result
"""


def _spelled_out(count: int) -> Callable[..., object]:
    """Make a loop over calls with so many arguments.

    It spells the call out: unpacking arguments would cost functions written in Python more than
    native ones.
    """
    made: dict[str, Callable[..., object]] = {}
    exec(_LOOP.format(names=", ".join("abcdef"[:count])), {"repeat": repeat}, made)
    return made["loop"]


_LOOPS = tuple(map(_spelled_out, range(7)))
