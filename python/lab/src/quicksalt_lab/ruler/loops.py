"""Timed loops over Python functions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

from quicksalt_lab.ruler.measure import Competitor


def flat(result: object) -> bytes:
    """Convert results of different libraries to comparable bytes."""
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
    """Return a competitor that calls a function in a loop, as a user would."""
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
    """Build a loop over calls with `count` arguments.

    The call names each argument, because unpacking costs Python functions more than native ones.
    """
    made: dict[str, Callable[..., object]] = {}
    exec(_LOOP.format(names=", ".join("abcdef"[:count])), {"repeat": repeat}, made)
    return made["loop"]


_LOOPS = tuple(map(_spelled_out, range(7)))
