"""The source line of an origin, in the format that editors jump to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from quicksalt_lab.grow import inside
from quicksalt_lab.grow.inside import Spot
from quicksalt_lab.grow.origins import Origin
from quicksalt_lab.valgrind import perf_map
from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Line, Site, Symbol


class Place(NamedTuple):
    """A line of the source."""

    file: str
    line: int
    function: str = ""
    """The inlined function; empty if the line belongs to the origin itself."""

    def __str__(self) -> str:
        """Format the line as compilers do; paths below the current folder are relative."""
        path = Path(self.file)
        near = path.is_absolute() and path.is_relative_to(Path.cwd())
        return f"{path.relative_to(Path.cwd()) if near else path}:{self.line}"


def interpreted_caller(origin: Origin) -> Symbol | None:
    """Return the nearest function of an interpreted program on the path to an origin."""
    return next((s for s in reversed(origin.path) if perf_map.interpreted(s)), None)


def find(origin: Origin, runs: Sequence[Counts]) -> Place | None:
    """Find the line with the most growth: of the relevant calls, or of the function's own cost.

    With debug information, the line belongs to the origin or to a user function inlined into it,
    not to inlined library code.
    """
    interpreted = interpreted_caller(origin)
    if interpreted is not None:
        line = perf_map.definition(interpreted)
        return Place(interpreted.file, line) if line else None
    members = {origin.symbol, *origin.circle}
    calling = origin.servant or (origin.callee if origin.own_trend is None else None)
    callee = None if calling is None else calling.symbol
    first, last = (_costs(run, members, callee) for run in (runs[0], runs[-1]))
    known = (spot for spot in last if spot[0] != UNKNOWN and spot[1] > 0)
    added = {spot: last[spot] - first.get(spot, 0) for spot in known}
    if not added:
        return None
    chain = inside.find(origin.symbol, added, runs[-1])
    if chain is not None and (inner := chain[-1]).line:
        return Place(inner.file, inner.line, inner.name if len(chain) > 1 else "")
    return Place(*max(added, key=lambda spot: (added[spot], spot)))


def _costs(run: Counts, functions: set[Symbol], callee: Symbol | None) -> Mapping[Spot, float]:
    """Sum by line the functions' own cost, or the cost of their calls to a callee."""
    counted: Iterable[tuple[Line | Site, float]] = run.lines.items()
    if callee is not None:
        counted = ((site, cost) for site, cost in run.sites.items() if site.callee == callee)
    sums: dict[Spot, float] = defaultdict(float)
    for at, cost in counted:
        if at.symbol in functions:
            sums[at.file, at.number] += cost
    return sums
