"""The reader of callgrind's output, format version 1.

The format is described in valgrind's manual, "Callgrind Format Specification". Difficult points:
names are compressed to ids in three spaces (objects, files, functions), with the text at the first
use, which may be in a call; positions are relative to the last cost line; a call's target position
is relative too, but does not change the current position; the line after a call is its inclusive
cost and not part of any function's own cost; a callee without object or file has the current object
or file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from quicksalt_lab.printable import printable
from quicksalt_lab.ruler.files import read_text
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.valgrind import perf_map
from quicksalt_lab.valgrind.counts import UNKNOWN, Address, Counts, Line, Site, Symbol

EVENT = "Ir"
"""Instructions executed."""

COMPRESSED = re.compile(r"\((\d+)\)(?: (.*))?\Z", re.DOTALL)
RECURSION = re.compile(r"'\d+\Z")


class CallgrindError(LabError):
    """A file that is not a complete callgrind profile."""


def read(path: Path) -> Counts:
    """Read a file, and the map of an interpreter's functions in the same folder, `perf-PID.map`.

    Raises CallgrindError, naming file and line, and OSError.
    """
    try:
        text = read_text(path, errors="surrogateescape")
    except OSError as error:
        raise CallgrindError(f"cannot read {path}: {error.strerror}") from None
    try:
        counts = parse(text)
    except CallgrindError as error:
        raise CallgrindError(f"{path}: {error}") from None
    return perf_map.resolve(counts, perf_map.read(path.parent / f"perf-{counts.pid}.map"))


def parse(text: str) -> Counts:
    """Parse the text of a file: one or more parts, which are summed. Raises CallgrindError."""
    if not text.strip():
        raise CallgrindError("empty: the program was stopped before callgrind could write")
    return _Reader().read(text)


class _Names:
    """The names of one id space."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        found = COMPRESSED.match(text)
        if found is None:
            return printable(text)
        number, name = found.groups()
        if name is not None:
            self.known[number] = printable(name)
            return self.known[number]
        if number not in self.known:
            raise ValueError(f"the id ({number}) has no name")
        return self.known[number]


class _Reader:
    """The state of the reader: current names and positions, and the sums so far."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.objects, self.files, self.functions = _Names(), _Names(), _Names()
        self.object = self.file = self.home = UNKNOWN
        self.symbol: Symbol | None = None
        self.callee_object: str | None = None
        self.callee_file: str | None = None
        self.callee = ""
        self.columns: tuple[str, ...] = ("line",)
        self.position = [0]
        self.event: int | None = None
        self.pending: float | None = None
        self.jump = False
        self.open = False
        self.ended = False
        self.handlers: dict[str, Callable[[str], object]] = {
            "fn": self._function,
            "fl": self._home,
            "fi": self._keep("file", self.files),
            "fe": self._keep("file", self.files),
            "ob": self._keep("object", self.objects),
            "cob": self._keep("callee_object", self.objects),
            "cfi": self._keep("callee_file", self.files),
            "cfl": self._keep("callee_file", self.files),
            "cfn": self._keep("callee", self.functions),
            "calls": self._calls,
            "jfi": self.files,
            "jfn": self.functions,
            "jump": self._jump,
            "jcnd": self._jump,
        }

    def read(self, text: str) -> Counts:
        lines = text.split("\n")
        for number, line in enumerate(lines, 1):
            try:
                self._line(line)
            except (ValueError, IndexError) as error:
                if number >= len(lines) - 1 and not self.ended:
                    break
                raise CallgrindError(f"line {number}: {error}: {line[:60]!r}") from None
        if self.open or not self.ended:
            raise CallgrindError("cut short: the line with the totals is missing")
        counts = self.counts
        found = sum(counts.own.values())
        if found != counts.total:
            raise CallgrindError(
                f"damaged: the functions' own costs add up to {found:,.0f} {EVENT}, "
                f"the totals say {counts.total:,.0f}"
            )
        return counts

    def _line(self, line: str) -> None:
        if not line or line[0] == "#":
            return
        if line[0] in "+-*0123456789":
            self._cost(line)
            return
        name, mark, rest = line.partition("=")
        if mark and (handler := self.handlers.get(name)):
            handler(rest)
            return
        name, mark, rest = line.partition(":")
        if not mark:
            raise ValueError("not a line of callgrind's format")
        self._header(name, rest.strip())

    def _header(self, name: str, rest: str) -> None:
        if name == "version" and rest != "1":
            raise CallgrindError(f"format version {rest}: expected 1")
        if name == "pid":
            self.counts.pid = int(rest)
        elif name == "cmd":
            self.counts.command = rest
        elif name == "creator":
            self.counts.creator = rest
        elif name == "positions":
            self.columns = tuple(rest.split())
            self.position = [0] * len(self.columns)
        elif name == "events":
            events = rest.split()
            if EVENT not in events:
                raise CallgrindError(f"counts {rest}, but not {EVENT}")
            self.event = events.index(EVENT)
            self.position = [0] * len(self.columns)
            self.open = True
        elif name == "totals":
            # With a cache simulation, the summary in the header differs slightly from the totals.
            self.counts.total += int(rest.split()[self._column()])
            self.open, self.ended = False, True

    def _column(self) -> int:
        if self.event is None:
            raise CallgrindError("not a callgrind profile: no events line")
        return self.event

    def _move(self, texts: Sequence[str]) -> list[int]:
        """Resolve the positions of a cost line, relative to the previous cost line."""
        return [
            _position(text, last, column)
            for text, last, column in zip(texts, self.position, self.columns, strict=True)
        ]

    def _cost(self, line: str) -> None:
        words = line.split()
        width = len(self.columns)
        self.position = self._move(words[:width])
        if self.jump:
            self.jump = False
            return
        column = width + self._column()
        cost = int(words[column]) if column < len(words) else 0
        if self.symbol is None:
            raise ValueError("a cost before any function")
        if self.pending is not None:
            self._called(cost)
            return
        counts = self.counts
        counts.own[self.symbol] += cost
        place = Line(self.symbol, self.file, self.position[-1])
        counts.lines[place] += cost
        if width == 2:
            address = Address(self.symbol, self.position[0], place.file, place.number)
            counts.addresses[address] += cost

    def _called(self, cost: int) -> None:
        callee = Symbol(
            self.object if self.callee_object is None else self.callee_object,
            self.file if self.callee_file is None else self.callee_file,
            RECURSION.sub("", self.callee),
        )
        if self.symbol is not None and self.pending is not None:
            self.counts.calls[self.symbol, callee].add(self.pending, cost)
            self.counts.sites[Site(self.symbol, callee, self.file, self.position[-1])] += cost
        self.pending = self.callee_object = self.callee_file = None

    def _function(self, text: str) -> None:
        name = RECURSION.sub("", self.functions(text))
        self.symbol = Symbol(self.object, self.home, name)
        self.file = self.home

    def _home(self, text: str) -> None:
        self.home = self.file = self.files(text)

    def _keep(self, name: str, names: _Names) -> Callable[[str], None]:
        """Return a handler that stores a name in an attribute."""
        return lambda text: setattr(self, name, names(text))

    def _calls(self, text: str) -> None:
        if not self.callee:
            raise ValueError("a call without a callee")
        self.pending = int(text.split()[0])

    def _jump(self, _text: str) -> None:
        self.jump = True


def _position(text: str, last: int, column: str) -> int:
    if text == "*":
        return last
    if text[0] in "+-":
        return last + int(text)
    return int(text, 16 if column == "instr" else 10)
