"""Programs that do not do the same twice.

Threads that race, seeds out of the kernel, inputs drawn anew: counts differ, and so may the
exponents that are made of them. Before anybody is accused the smallest size is run again; if that
costs something else, every size is. The means of both are told then, and only who is an origin in
both is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from quicksalt_lab.grow import experiment
from quicksalt_lab.grow.experiment import Plan, Point
from quicksalt_lab.grow.report import Repeat, Report
from quicksalt_lab.grow.trend import Kind
from quicksalt_lab.valgrind.counts import mean

DIFFERS = 0.01
"""Part of the growth from the smallest size to the next that two runs may differ by."""

AGAIN = "again"
"""Subfolder for callgrind's files of the second runs."""

Analyse = Callable[[Sequence[Point]], Report]


def judged(plan: Plan, folder: Path, points: Sequence[Point], analyse: Analyse) -> Report:
    """Analyse the runs of a plan; runs sizes again if that says something that may be chance."""
    found = analyse(points)
    if not _says_anything(found):
        return found
    again = list(experiment.run(replace(plan, sizes=plan.sizes[:1]), folder / AGAIN, timed=False))
    totals = [point.counts.total for point in points]
    difference = abs(again[0].counts.total - totals[0])
    if difference <= DIFFERS * abs(totals[1] - totals[0]):
        return found
    rest = replace(plan, sizes=plan.sizes[1:])
    again += experiment.run(rest, folder / AGAIN, timed=False)
    return settled(found, points, again, analyse)


def _says_anything(found: Report) -> bool:
    """Whether there is anything in what one run says that may be chance."""
    whole = found.growth.trend
    sound = whole.kind in (Kind.POWER, Kind.CONSTANT) and not whole.superlinear
    return bool(found.origins) or not sound


def settled(
    first: Report, points: Sequence[Point], again: Sequence[Point], analyse: Analyse
) -> Report:
    """Put two runs of every size together, the first of which is analysed."""
    second = analyse(again)
    both = [replace(a, counts=mean(a.counts, b.counts)) for a, b in zip(points, again, strict=True)]
    whole = analyse(both)
    sure = {o.symbol for o in first.origins} & {o.symbol for o in second.origins}
    doubtful = [o.symbol.plain for o in whole.origins if o.symbol not in sure]
    totals = points[0].counts.total, again[0].counts.total
    said = Repeat(
        abs(totals[1] - totals[0]) / max(totals),
        (first.growth.exponent, second.growth.exponent),
        tuple(doubtful),
    )
    return replace(whole, origins=tuple(o for o in whole.origins if o.symbol in sure), repeat=said)
