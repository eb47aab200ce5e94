"""The counts of several runs, aligned by function and by call, with the growth of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from quicksalt_lab.grow.trend import Kind, Trend, calls, trend
from quicksalt_lab.valgrind.counts import Counts, Edge, Symbol
from quicksalt_lab.valgrind.graph import Cycles, cycles, inclusive
from quicksalt_lab.valgrind.perf_map import interpreted
from quicksalt_lab.valgrind.unnamed import fold, nameless

K = TypeVar("K")

NOTABLE = 0.0005
"""Share of the growth below which a function's exponents are noise."""

NOTHING = 0.002
"""Minimum growth, as a share of the instructions at the largest size."""

FAINT = 1e-3
"""Minimum share of the growth of a call that closes a cycle. Otherwise calls during an
interpreter's startup would join all later calls into one recursion."""

LONGEST, FARTHEST = 8, 32
"""Maximum length of a printed call path, and of a search for an interpreted function."""

ASIDE = 0.05
"""A caller with less than this fraction of another caller's growth is not an entry to a cycle."""

MODULE = "<module>"
"""The entry function of a Python program."""

Values = tuple[float, ...]
"""One value per size."""


@dataclass(frozen=True)
class Flow:
    """The calls from one function to another, by size."""

    count: Values
    cost: Values


class Figure(NamedTuple):
    """One figure of a function by size: inclusive cost, own cost or calls."""

    values: Values
    trend: Trend


@dataclass(frozen=True)
class Growth:
    """The counts of all functions and calls of a program, by size."""

    sizes: tuple[float, ...]
    totals: Values
    own: Mapping[Symbol, Values]
    inclusive: Mapping[Symbol, Values]
    called: Mapping[Symbol, Values]
    flows: Mapping[Edge, Flow]
    cycles: Cycles

    @property
    def added(self) -> float:
        """Instructions at the largest size minus instructions at the smallest."""
        return self.totals[-1] - self.totals[0]

    @property
    def grows(self) -> bool:
        """Whether the work depends on n at all."""
        steps = self.trend.kind is not Kind.CONSTANT
        return steps and self.added > NOTHING * self.totals[-1]

    @cached_property
    def exponent(self) -> float:
        """The exponent of the whole program."""
        return self.trend.exponent

    @cached_property
    def trend(self) -> Trend:
        """How the whole program grows."""
        return self.trend_of(self.totals)

    def trend_of(self, values: Values) -> Trend:
        """Compute the trend of a cost."""
        return trend(self.sizes, values)

    def trend_of_calls(self, counts: Values) -> Trend:
        """Compute the trend of a number of calls."""
        return calls(self.sizes, counts)

    def share(self, values: Values) -> float:
        """Compute a cost's share of the program's growth."""
        return (values[-1] - values[0]) / self.added if self.added else 0.0

    def nothing(self) -> Values:
        """Return a row of zeros."""
        return (0.0,) * len(self.sizes)

    def own_of(self, symbol: Symbol) -> Values:
        """Return a function's own instructions."""
        return self.own.get(symbol, self.nothing())

    def inclusive_of(self, symbol: Symbol) -> Values:
        """Return a function's inclusive instructions."""
        return self.inclusive.get(symbol, self.nothing())

    def called_of(self, symbol: Symbol) -> Values:
        """Return how often a function is called."""
        return self.called.get(symbol, self.nothing())

    def figures(self, symbol: Symbol) -> dict[str, Figure]:
        """Return the figures of a function: `inclusive` and `own` cost, and `calls`."""
        own, whole, called = self.own_of(symbol), self.inclusive_of(symbol), self.called_of(symbol)
        return {
            "inclusive": Figure(whole, self.trend_of(whole)),
            "own": Figure(own, self.trend_of(own)),
            "calls": Figure(called, self.trend_of_calls(called)),
        }

    def cost_of(self, caller: Symbol, callee: Symbol) -> Values:
        """Return the cost of the calls from one function to another."""
        flow = self.flows.get((caller, callee))
        return self.nothing() if flow is None else flow.cost

    @cached_property
    def into(self) -> Mapping[Symbol, tuple[Symbol, ...]]:
        """The callers of each function, sorted by the growth of their calls, largest first."""
        return self._sides(0, 1)

    @cached_property
    def out_of(self) -> Mapping[Symbol, tuple[Symbol, ...]]:
        """The callees of each function, sorted by the growth of their calls, largest first."""
        return self._sides(1, 0)

    def _sides(self, kept: int, key: int) -> Mapping[Symbol, tuple[Symbol, ...]]:
        found: dict[Symbol, list[Symbol]] = defaultdict(list)
        # Sort by growth, because a call with the same cost at every size does not explain growth.
        costs = {edge: flow.cost for edge, flow in self.flows.items()}
        for edge in sorted(costs, key=lambda e: (costs[e][0] - costs[e][-1], -costs[e][-1])):
            found[edge[key]].append(edge[kept])
        return {symbol: tuple(others) for symbol, others in found.items()}

    def ranking(self) -> list[Symbol]:
        """List the functions by their share of the growth, without program entry functions."""
        named = (s for s in self.inclusive if not s.starts)
        return sorted(named, key=lambda s: (-self.share(self.inclusive[s]), s))

    def notable(self) -> list[Symbol]:
        """List the functions of the ranking with a share of the growth above 0.0 %."""
        return [s for s in self.ranking() if abs(self.share(self.inclusive[s])) > NOTABLE]

    def path(self, symbol: Symbol) -> list[Symbol]:
        """Follow the callers with the most growth up to the program's entry; outermost first.

        The path has at most `LONGEST` functions, or more if none of them belongs to an interpreted
        program: a regular expression engine may have a longer chain of calls.
        """
        path = [symbol]
        while len(path) < (LONGEST if any(map(interpreted, path)) else FARTHEST):
            passed = set(path).union(*map(self.cycles.of, path))
            callers = self.into.get(path[0], ())
            most = self._adds(callers[0], path[0]) if callers else 0.0
            telling = (c for c in callers if self._adds(c, path[0]) >= ASIDE * most)
            outside = (c for c in telling if c not in passed)
            caller = next(outside, None) or next((c for c in callers if c not in path), None)
            if caller is None or caller.starts or path[0].name == MODULE:
                break
            path.insert(0, caller)
        return path if any(map(interpreted, path)) else path[-LONGEST:]

    def _adds(self, caller: Symbol, callee: Symbol) -> float:
        cost = self.flows[caller, callee].cost
        return cost[-1] - cost[0]


def named(runs: Sequence[Counts]) -> list[Counts]:
    """Name unnamed functions by their addresses, consistently at every size."""
    places = nameless(runs[-1])
    return [fold(run, places) for run in runs]


def align(sizes: Sequence[int], folded: Sequence[Counts]) -> Growth:
    """Align the counts of runs at these sizes, without renaming."""
    counts = _columns(folded, lambda c: {e: f.count for e, f in c.calls.items()})
    costs = _columns(folded, lambda c: {e: f.cost for e, f in c.calls.items()})
    faint = FAINT * abs(folded[-1].total - folded[0].total)
    circles = cycles(edge for edge, cost in costs.items() if max(cost) - min(cost) > faint)
    return Growth(
        tuple(sizes),
        tuple(run.total for run in folded),
        _columns(folded, lambda c: c.own),
        _columns(folded, lambda c: inclusive(c, circles)),
        _columns(folded, Counts.called),
        {edge: Flow(counts[edge], costs[edge]) for edge in counts},
        circles,
    )


def _columns(
    runs: Iterable[Counts], values: Callable[[Counts], Mapping[K, float]]
) -> dict[K, Values]:
    """Convert one mapping per run into one row per key."""
    columns = [values(run) for run in runs]
    keys = dict.fromkeys(key for column in columns for key in column)
    return {key: tuple(column.get(key, 0.0) for column in columns) for key in keys}
