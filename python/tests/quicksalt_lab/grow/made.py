"""What callgrind might have counted, made by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from quicksalt_lab.grow.experiment import Point
from quicksalt_lab.valgrind.counts import Calls, Counts, Symbol

MAIN, WORK = Symbol("./a", "a.c", "main"), Symbol("./a", "a.c", "work")

Edges = Mapping[tuple[Symbol, Symbol], tuple[float, float]]


def counted(own: Mapping[Symbol, float], calls: Edges | None = None) -> Counts:
    """Return the counts of a run: own costs, and the number of calls and their cost."""
    run = Counts(total=sum(own.values()))
    run.own.update(own)
    run.calls.update({edge: Calls(*flow) for edge, flow in (calls or {}).items()})
    return run


def counted_at(sizes: Iterable[int], of: Callable[[int], Counts]) -> list[Point]:
    """Return the counts at each size."""
    return [Point(n, of(n)) for n in sizes]


def working(main: float, work: float, times: float = 1) -> Counts:
    """Return the counts of a run in which `main` calls `work`."""
    return counted({MAIN: main, WORK: work}, {(MAIN, WORK): (times, work)})
