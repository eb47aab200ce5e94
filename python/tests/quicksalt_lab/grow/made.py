"""Hand-made callgrind counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quicksalt_lab.grow import repeat
from quicksalt_lab.grow.experiment import Point
from quicksalt_lab.grow.report import Report, analyse
from quicksalt_lab.grow.timing import Timing
from quicksalt_lab.valgrind.counts import Calls, Counts, Symbol

MAIN, WORK = Symbol("./a", "a.c", "main"), Symbol("./a", "a.c", "work")

Edges = Mapping[tuple[Symbol, Symbol], tuple[float, float]]
Of = Callable[[float], float]


def series(count: int) -> tuple[int, ...]:
    """Return `count` sizes from 1000 on."""
    return tuple(1000 << at for at in range(count))


def counted(own: Mapping[Symbol, float], calls: Edges | None = None) -> Counts:
    """Return the counts of a run: own costs, and the number and cost of calls."""
    run = Counts(total=sum(own.values()))
    run.own.update(own)
    run.calls.update({edge: Calls(*flow) for edge, flow in (calls or {}).items()})
    return run


def counted_at(sizes: Iterable[int], of: Callable[[int], Counts]) -> list[Point]:
    """Return the counts for each size."""
    return [Point(n, of(n)) for n in sizes]


def working(main: float, work: float, times: float = 1) -> Counts:
    """Return the counts of a run in which `main` calls `work`."""
    return counted({MAIN: main, WORK: work}, {(MAIN, WORK): (times, work)})


def analysed(sizes: Iterable[int], of: Callable[[int], Counts], **options: Any) -> Report:
    """Analyse a program with these counts at each size."""
    return analyse(counted_at(sizes, of), ("./a",), **options)


def costing(sizes: Sequence[int], totals: Sequence[float], **options: Any) -> Report:
    """Analyse a program of one function, with the given cost at each size."""
    costs = dict(zip(sizes, totals, strict=True))
    return analysed(sizes, lambda n: counted({MAIN: costs[n]}), **options)


def taking(sizes: Iterable[int], seconds: Of, kernel: float = 0.0) -> Timing:
    """Return native run times; `kernel` is the kernel's share of them."""
    times = tuple((float(n), seconds(n)) for n in sizes)
    return Timing(*zip(*times, strict=True), tuple(kernel * cpu for _, cpu in times))


def put_together(first: Sequence[Point], second: Sequence[Point]) -> Report:
    """Analyse two runs of a program."""

    def of(runs: Sequence[Point]) -> Report:
        return analyse(runs, ("./a",))

    return repeat.settled(of(first), first, second, of)
