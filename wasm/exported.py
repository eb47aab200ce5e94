"""A module's exported functions, called with bytes instead of memory addresses."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from instance import Sodium

sys.path.insert(0, str(Path(__file__).parent / "js"))

from signatures import Reader


class UnfitError(Exception):
    """The module's functions do not support a test case."""


class RefusedError(Exception):
    """A function failed."""


@dataclass(frozen=True)
class Out:
    """An output buffer of `size` bytes."""

    size: int


@dataclass
class Kept:
    """A buffer that the caller reuses between calls."""

    data: bytes


Argument = Out | Kept | bytes | int | None


class Module:
    """The functions of a module, with bytes as arguments and results."""

    def __init__(self, sodium: Sodium) -> None:
        """Wrap an instance."""
        self.sodium = sodium

    def status(self, name: str, *arguments: Argument) -> tuple[int, bytes]:
        """Call a function; return its status and its outputs, concatenated."""
        sodium = self.sodium
        if not sodium.has(name):
            raise UnfitError(name)
        places: list[tuple[int, Out | Kept]] = []
        words: list[int] = []
        for argument in arguments:
            match argument:
                case Out(size):
                    words.append(sodium.put(bytes(size)))
                    places.append((words[-1], argument))
                case Kept(data):
                    words.append(sodium.put(data))
                    places.append((words[-1], argument))
                case bytes():
                    words.append(sodium.put(argument))
                case None:
                    words.append(0)
                case _:
                    words.append(argument)
        status = sodium.call(name, *words)
        written = b""
        for at, place in places:
            if isinstance(place, Kept):
                place.data = sodium.get(at, len(place.data))
            else:
                written += sodium.get(at, place.size)
        sodium.release()
        return status, written

    def __call__(self, name: str, *arguments: Argument) -> bytes:
        """Call a function and return its outputs. Raise RefusedError if it fails."""
        status, written = self.status(name, *arguments)
        if status != 0:
            raise RefusedError(f"{name} fails")
        return written

    def number(self, name: str) -> int:
        """Return a constant, or the length of a state, from the headers.

        Only the module `full` has functions that return constants; their values must match.
        """
        known = tables()
        state = known.sizes.get(name.removesuffix("bytes"))
        number = known.numbers[name] if state is None else state
        if not isinstance(number, int):
            raise TypeError(f"{name} is not a number")
        if self.sodium.has(name) and self.status(name)[0] != number:
            raise RefusedError(f"{name} differs from the headers")
        return number


@cache
def tables() -> Reader:
    """Return the tables of the C interface."""
    return Reader()
