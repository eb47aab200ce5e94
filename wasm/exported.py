"""The functions that a module exports, over bytes instead of places in its memory."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from instance import Sodium

sys.path.insert(0, str(Path(__file__).parent / "js"))

from signatures import Reader


class UnfitError(Exception):
    """A case asks for what the functions do not offer."""


class RefusedError(Exception):
    """A function has failed."""


@dataclass(frozen=True)
class Out:
    """A place for so many bytes."""

    size: int


@dataclass
class Kept:
    """What the caller keeps between calls."""

    data: bytes


Argument = Out | Kept | bytes | int | None


class Module:
    """The functions of a module, over bytes."""

    def __init__(self, sodium: Sodium) -> None:
        """Take an instance."""
        self.sodium = sodium

    def status(self, name: str, *arguments: Argument) -> tuple[int, bytes]:
        """Call a function; return its status, and what it has written one after the other."""
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
        """Call a function and return what it has written. Raises RefusedError if it fails."""
        status, written = self.status(name, *arguments)
        if status != 0:
            raise RefusedError(f"{name} fails")
        return written

    def number(self, name: str) -> int:
        """Return a constant, or the length of a state, as the headers have it.

        Of the modules the largest alone has functions that tell constants; they must tell the same.
        """
        known = tables()
        state = known.sizes.get(name.removesuffix("bytes"))
        number = known.numbers[name] if state is None else state
        if not isinstance(number, int):
            raise TypeError(f"{name} is no number")
        if self.sodium.has(name) and self.status(name)[0] != number:
            raise RefusedError(f"{name} tells another number than the headers")
        return number


@cache
def tables() -> Reader:
    """Return the tables of the C interface."""
    return Reader()
