"""Callgrind's counts: instructions of functions, lines and addresses, and calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from quicksalt_lab.valgrind.names import plain

K = TypeVar("K")

UNKNOWN = "???"
"""Callgrind's name of an unknown object or file."""

START = ("(below main)", "_start", "__libc_start")
"""Entry functions of programs, which tables omit: they would always come first."""


class Symbol(NamedTuple):
    """A function. Static functions share names, so object and file belong to its identity."""

    object: str
    """Path of the program or shared library."""
    file: str
    """Source file, `???` if unknown."""
    name: str

    @property
    def plain(self) -> str:
        """The name without type parameters."""
        return plain(self.name)

    @property
    def unnamed(self) -> bool:
        """Whether callgrind only has an address because the object is stripped."""
        return self.name.startswith("0x")

    @property
    def placed(self) -> bool:
        """Whether the name is the object and an address, for lack of a real name."""
        return self.name.startswith(f"{self.object.rpartition('/')[2]}+0x")

    @property
    def starts(self) -> bool:
        """Whether the function is an entry function or unnamed."""
        return self.unnamed or self.name.startswith(START)

    @property
    def where(self) -> str:
        """The file name without folders, or the object's name if the source is unknown."""
        known = self.file if self.file != UNKNOWN else self.object
        return known.rpartition("/")[2]


class Line(NamedTuple):
    """A source line of a function; inlined lines may belong to another file."""

    symbol: Symbol
    file: str
    number: int


class Site(NamedTuple):
    """A source line that calls a function."""

    symbol: Symbol
    callee: Symbol
    file: str
    number: int


class Address(NamedTuple):
    """An instruction of a function."""

    symbol: Symbol
    address: int
    """Address within the object, as in its symbol table."""
    file: str
    """The file of its line; for inlined code possibly not the function's file."""
    number: int


@dataclass(slots=True)
class Calls:
    """The calls from one function to another."""

    count: float = 0
    cost: float = 0
    """Inclusive instructions of the calls."""

    def add(self, count: float, cost: float) -> None:
        """Add further calls."""
        self.count += count
        self.cost += cost


Edge = tuple[Symbol, Symbol]


@dataclass
class Counts:
    """The counts of one run of a program, summed over processes and threads."""

    command: str = ""
    creator: str = ""
    total: float = 0
    """Instructions of the run."""
    own: dict[Symbol, float] = field(default_factory=lambda: defaultdict(float))
    calls: dict[Edge, Calls] = field(default_factory=lambda: defaultdict(Calls))
    lines: dict[Line, float] = field(default_factory=lambda: defaultdict(float))
    sites: dict[Site, float] = field(default_factory=lambda: defaultdict(float))
    """Inclusive instructions of the calls from a line."""
    addresses: dict[Address, float] = field(default_factory=lambda: defaultdict(float))
    """Empty unless callgrind ran with `--dump-instr=yes`."""
    processes: int = 1
    pid: int = 0

    def symbols(self) -> set[Symbol]:
        """Return every function that ran or was called."""
        return {*self.own, *(s for edge in self.calls for s in edge)}

    def called(self) -> dict[Symbol, float]:
        """Count the calls to each function."""
        counts: dict[Symbol, float] = defaultdict(float)
        for (_, callee), calls in self.calls.items():
            counts[callee] += calls.count
        return counts

    def add(self, other: Counts, part: float = 1) -> None:
        """Add the counts of another run, or a fraction of them."""
        self.total += part * other.total
        for edge, calls in other.calls.items():
            self.calls[edge].add(part * calls.count, part * calls.cost)
        _add(self.own, other.own, part)
        _add(self.lines, other.lines, part)
        _add(self.sites, other.sites, part)
        _add(self.addresses, other.addresses, part)

    def renamed(
        self,
        name: Callable[[Symbol], Symbol],
        kept: Callable[[Symbol, Symbol], bool] = lambda _caller, _callee: True,
    ) -> Counts:
        """Return the counts with renamed functions, merged by name, and only the `kept` calls.

        Lines, sites and addresses are omitted.
        """
        found = Counts(self.command, self.creator, self.total, processes=self.processes)
        for symbol, cost in self.own.items():
            found.own[name(symbol)] += cost
        for (caller, callee), calls in self.calls.items():
            if kept(caller, callee):
                found.calls[name(caller), name(callee)].add(calls.count, calls.cost)
        return found


def _add(sums: dict[K, float], costs: Mapping[K, float], part: float) -> None:
    for key, cost in costs.items():
        sums[key] += part * cost


def mean(first: Counts, second: Counts) -> Counts:
    """Return the mean of two runs."""
    found = Counts(first.command, first.creator, processes=first.processes, pid=first.pid)
    for run in (first, second):
        found.add(run, 1 / 2)
    return found


def together(runs: Iterable[Counts]) -> Counts:
    """Sum the processes of one run; the first is the program itself."""
    whole, *others = runs
    for other in others:
        whole.add(other)
        whole.processes += other.processes
    return whole
