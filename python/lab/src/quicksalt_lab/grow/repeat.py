"""Programs that behave differently from run to run.

With racing threads, kernel seeds or random inputs, the counts of two runs differ, and so may their
exponents. Before any function is reported, the smallest size runs again; if its cost differs, every
size runs again. The report then shows the means, and only functions that are origins in both runs.
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
"""Maximum difference of two runs, as a fraction of the growth from the smallest size to the
next."""

AGAIN = "again"
"""Subfolder for callgrind's files of the second runs."""

Analyse = Callable[[Sequence[Point]], Report]


def judged(plan: Plan, folder: Path, points: Sequence[Point], analyse: Analyse) -> Report:
    """Analyse the runs of a plan; repeat the sizes if the result may be due to chance."""
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
    """Whether one run reports anything that may be due to chance."""
    whole = found.growth.trend
    sound = whole.kind in (Kind.POWER, Kind.CONSTANT) and not whole.superlinear
    return bool(found.origins) or not sound


def settled(
    first: Report, points: Sequence[Point], again: Sequence[Point], analyse: Analyse
) -> Report:
    """Combine two runs of every size; the first run is already analysed."""
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
