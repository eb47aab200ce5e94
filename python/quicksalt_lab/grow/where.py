"""The place in the source that belongs to an origin, as editors jump to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from quicksalt_lab.grow import inside
from quicksalt_lab.grow.origins import Origin
from quicksalt_lab.valgrind import perf_map
from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Symbol

Spot = tuple[str, int]


class Place(NamedTuple):
    """A line of the source."""

    file: str
    line: int
    function: str = ""
    """Of what was inlined there; empty if the line is one of the origin itself."""

    def __str__(self) -> str:
        """Print it as compilers do; a file below the current folder by its way from there."""
        path = Path(self.file)
        near = path.is_absolute() and path.is_relative_to(Path.cwd())
        return f"{path.relative_to(Path.cwd()) if near else path}:{self.line}"


def interpreted_caller(origin: Origin) -> Symbol | None:
    """Return the nearest function of an interpreted program on the way to an origin."""
    return next((s for s in reversed(origin.path) if perf_map.interpreted(s)), None)


def find(origin: Origin, runs: Sequence[Counts]) -> Place | None:
    """Find the line that adds most: of the calls in question, else of the function's own.

    Where debug information says so, it is one of the origin itself or of a function that the
    compiler has put there, and not of a library that is inlined in these in turn.
    """
    interpreted = interpreted_caller(origin)
    if interpreted is not None:
        line = perf_map.definition(interpreted)
        return Place(interpreted.file, line) if line else None
    members = {origin.symbol, *origin.circle}
    ends = runs[0], runs[-1]
    calling = origin.servant or (origin.callee if origin.own_trend is None else None)
    if calling is not None:
        added = _added([_sites(run, members, calling.symbol) for run in ends])
    else:
        added = _added([_own(run, members) for run in ends])
    if not added:
        return None
    chain = inside.find(origin.symbol, added, runs[-1])
    if chain is not None and (inner := chain[-1]).line:
        return Place(inner.file, inner.line, inner.name if len(chain) > 1 else "")
    return Place(*max(added, key=lambda spot: (added[spot], spot)))


def _sites(run: Counts, callers: set[Symbol], callee: Symbol) -> Mapping[Spot, float]:
    sites = run.sites.items()
    return _sum(
        ((s.file, s.number), c) for s, c in sites if s.callee == callee and s.symbol in callers
    )


def _own(run: Counts, functions: set[Symbol]) -> Mapping[Spot, float]:
    return _sum(((at.file, at.number), c) for at, c in run.lines.items() if at.symbol in functions)


def _sum(pairs: Iterator[tuple[Spot, float]]) -> Mapping[Spot, float]:
    sums: dict[Spot, float] = defaultdict(float)
    for spot, cost in pairs:
        sums[spot] += cost
    return sums


def _added(ends: Sequence[Mapping[Spot, float]]) -> Mapping[Spot, float]:
    """Return what each line that is known adds from the smallest size to the largest."""
    first, last = ends
    known = (spot for spot in last if spot[0] != UNKNOWN and spot[1] > 0)
    return {spot: last[spot] - first.get(spot, 0) for spot in known}
