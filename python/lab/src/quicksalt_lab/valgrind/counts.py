"""What callgrind counted: instructions of functions, lines and addresses, and the calls between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from quicksalt_lab.valgrind.names import plain

K = TypeVar("K")

UNKNOWN = "???"
"""What callgrind writes for an object or a file that it does not know."""

START = ("(below main)", "_start", "__libc_start")
"""Where programs begin: on top of every table, and of no use there."""


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
        """Whether the object is stripped and callgrind could but give an address."""
        return self.name.startswith("0x")

    @property
    def placed(self) -> bool:
        """Whether it has the name of its object and its address there for want of one."""
        return self.name.startswith(f"{self.object.rpartition('/')[2]}+0x")

    @property
    def starts(self) -> bool:
        """Whether it is what every program begins with, or without a name at all."""
        return self.unnamed or self.name.startswith(START)

    @property
    def where(self) -> str:
        """File without folders, or the object's if the source is unknown."""
        known = self.file if self.file != UNKNOWN else self.object
        return known.rpartition("/")[2]


class Line(NamedTuple):
    """A source line inside a function, after inlining perhaps of another file."""

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
    """Within the object, as its symbol table counts."""
    file: str
    """Of its line, after inlining perhaps another one than the function's."""
    number: int


@dataclass(slots=True)
class Calls:
    """The calls from one function to another."""

    count: float = 0
    cost: float = 0
    """Instructions spent in them, inclusive."""

    def add(self, count: float, cost: float) -> None:
        """Add further calls."""
        self.count += count
        self.cost += cost


Edge = tuple[Symbol, Symbol]


@dataclass
class Counts:
    """One run of a program, its processes and threads added up."""

    command: str = ""
    creator: str = ""
    total: float = 0
    """Instructions of the run."""
    own: dict[Symbol, float] = field(default_factory=lambda: defaultdict(float))
    calls: dict[Edge, Calls] = field(default_factory=lambda: defaultdict(Calls))
    lines: dict[Line, float] = field(default_factory=lambda: defaultdict(float))
    sites: dict[Site, float] = field(default_factory=lambda: defaultdict(float))
    """Instructions spent in the calls from a line, inclusive."""
    addresses: dict[Address, float] = field(default_factory=lambda: defaultdict(float))
    """Empty unless callgrind ran with `--dump-instr=yes`."""
    processes: int = 1
    pid: int = 0

    def symbols(self) -> set[Symbol]:
        """Return every function that ran or was called."""
        return {*self.own, *(s for edge in self.calls for s in edge)}

    def called(self) -> dict[Symbol, float]:
        """Count the calls of each function."""
        counts: dict[Symbol, float] = defaultdict(float)
        for (_, callee), calls in self.calls.items():
            counts[callee] += calls.count
        return counts

    def add(self, other: Counts, part: float = 1) -> None:
        """Add what another run cost, or a part of that."""
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
        """Return the functions under other names, those of one name as one, and the `kept` calls.

        Lines, sites and addresses are left out.
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
    """Return what two runs cost on average."""
    found = Counts(first.command, first.creator, processes=first.processes, pid=first.pid)
    for run in (first, second):
        found.add(run, 1 / 2)
    return found


def together(runs: Iterable[Counts]) -> Counts:
    """Add up the processes of one run, the first being the program itself."""
    whole, *others = runs
    for other in others:
        whole.add(other)
        whole.processes += other.processes
    return whole
