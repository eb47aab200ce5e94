"""The place in the source that belongs to an origin, as editors jump to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from quicksalt_lab.grow.origins import Origin
from quicksalt_lab.valgrind import perf_map
from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Symbol

Spot = tuple[str, int]


class Place(NamedTuple):
    """A line of the source."""

    file: str
    line: int

    def __str__(self) -> str:
        """Print it as compilers do; a file below the current folder by its way from there."""
        path = Path(self.file)
        near = path.is_absolute() and path.is_relative_to(Path.cwd())
        return f"{path.relative_to(Path.cwd()) if near else path}:{self.line}"


def interpreted_caller(origin: Origin) -> Symbol | None:
    """Return the nearest function of an interpreted program on the way to an origin."""
    return next((s for s in reversed(origin.path) if perf_map.interpreted(s)), None)


def find(origin: Origin, runs: Sequence[Counts]) -> Place | None:
    """Find the line that adds most: of the calls in question, else of the function's own."""
    interpreted = interpreted_caller(origin)
    if interpreted is not None:
        line = perf_map.definition(interpreted)
        return Place(interpreted.file, line) if line else None
    members = {origin.symbol, *origin.circle}
    calling = origin.servant or (origin.callee if origin.own_trend is None else None)
    if calling is not None:
        found = _most([_sites(run, members, calling.symbol) for run in (runs[0], runs[-1])])
    else:
        found = _most([_own(run, members) for run in (runs[0], runs[-1])])
    return None if found is None else Place(*found)


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


def _most(ends: Sequence[Mapping[Spot, float]]) -> Spot | None:
    first, last = ends
    known = [spot for spot in last if spot[0] != UNKNOWN and spot[1] > 0]
    return max(known, key=lambda spot: (last[spot] - first.get(spot, 0), spot), default=None)
