"""Two reports of one view, row by row: what has become slower, and what cannot be told.

The batches of two reports were not interleaved, so nothing is paired. A row is one competitor in
one group; its ratio is the median of the second report over that of the first, with the interval
that follows from those of the two medians (Zou and Donner, Statistics in Medicine 27, 2008, on the
logarithms). A row is the same if that interval lies within the margin; it is slower or faster if
the interval lies beyond the margin and the noise floors of both reports; else nobody can tell.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from quicksalt_lab.ruler import stats
from quicksalt_lab.ruler.card import Card
from quicksalt_lab.ruler.clock import comparable
from quicksalt_lab.ruler.result import Group, Series
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Interval, Verdict


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands in a report."""

    topic: str
    size: int
    axis: str
    condition: str
    """Of the epoch, quiet or busy; empty where there are no epochs."""
    name: str
    """Of the competitor."""


@dataclass(frozen=True, slots=True)
class Row:
    """A competitor that both reports have."""

    place: Place
    before_ns: float
    """Nanoseconds a call in the first report, the median of its epochs."""
    after_ns: float
    ratio: Interval
    """Time in the second report over time in the first."""
    verdict: Verdict
    why: str = ""
    """Why nothing can be told, where that is not for the interval."""


@dataclass(frozen=True)
class Comparison:
    """What two reports say of each other."""

    rows: tuple[Row, ...]
    only_before: tuple[Place, ...]
    """Rows of the first report that the second lacks."""
    only_after: tuple[Place, ...]

    def having(self, verdict: Verdict) -> list[Row]:
        """Return the rows with that verdict."""
        return [row for row in self.rows if row.verdict is verdict]


def obstacles(before: Card, after: Card) -> list[str]:
    """List what forbids to compare figures of two cards: another processor, another clock.

    Another version or build of what is measured does not: it is what one compares.
    """
    facts = {
        "processor": (before.processor.name, after.processor.name),
        "model": (before.processor.model_name, after.processor.model_name),
        "caches": (", ".join(before.processor.caches), ", ".join(after.processor.caches)),
        "CPUs": (before.processor.cores, after.processor.cores),
        "clock": (before.clock, after.clock),
    }
    return [f"{fact}: {a} / {b}" for fact, (a, b) in facts.items() if a != b]


def compare(
    before: Report,
    after: Report,
    only: Collection[str] = (),
    against: str = "",
    margin: float = stats.MARGIN,
) -> Comparison:
    """Compare what both reports measured, or of that the competitors that are named.

    With `against` it is not times that are compared but, round by round, their ratios to that
    competitor: what slows down all of a report cancels out. Groups that lack it are left out.
    """
    first, second = _places(before, only, against), _places(after, only, against)
    return Comparison(
        tuple(
            _row(place, first[place], second[place], against, margin)
            for place in first
            if place in second
        ),
        tuple(place for place in first if place not in second),
        tuple(place for place in second if place not in first),
    )


_Runs = list[tuple[Group, Series]]


def _places(report: Report, only: Collection[str], against: str) -> dict[Place, _Runs]:
    """Gather the epochs of each row."""
    found: dict[Place, _Runs] = {}
    for group, series in ((g, s) for g in report.groups for s in g.series):
        if only and series.name not in only:
            continue
        if against and (against not in group or series.name == against):
            continue
        topic = group.topic
        place = Place(topic.name, topic.size, topic.axis, group.condition, series.name)
        found.setdefault(place, []).append((group, series))
    return found


def _row(place: Place, before: _Runs, after: _Runs, against: str, margin: float) -> Row:
    """Judge a row; of several epochs, what holds between any two of them is told."""

    def values(group: Group, series: Series) -> list[float]:
        return stats.paired(series.calls, group[against].calls) if against else series.calls

    ratios = [ratio_of_medians(values(*b), values(*a)) for a in before for b in after]
    medians = [stats.median([series.median for _, series in runs]) for runs in (before, after)]
    # Without a third competitor the ratio is that of the two times beside it.
    paired = stats.median([ratio.middle for ratio in ratios])
    middle = paired if against else medians[1] / medians[0]
    ratio = Interval(min(r.low for r in ratios), middle, max(r.high for r in ratios))
    why = _unclear(before, after)
    verdict = Verdict.CANNOT_TELL
    if not why:
        least = max(group.threshold for group, _ in (*before, *after))
        verdict = stats.judge(ratio, least, margin)
    return Row(place, medians[0], medians[1], ratio, verdict, why)


def _unclear(before: _Runs, after: _Runs) -> str:
    runs = [*before, *after]
    if any(group.void for group, _ in runs):
        return "the run was too noisy"
    clocks = [series.clock or group.clock for group, series in runs]
    if not all(comparable(clocks[0], clock) for clock in clocks):
        return f"clocks differ: {', '.join(sorted(set(clocks)))}"
    return ""


def ratio_of_medians(over: list[float], under: list[float]) -> Interval:
    """Return the ratio of the medians of two samples that are not paired, with its interval."""
    a, b = (_logarithms(stats.bootstrap_interval(values)) for values in (over, under))
    middle = a.middle - b.middle
    low = middle - math.hypot(a.middle - a.low, b.high - b.middle)
    high = middle + math.hypot(a.high - a.middle, b.middle - b.low)
    return Interval(math.exp(low), math.exp(middle), math.exp(high))


def _logarithms(interval: Interval) -> Interval:
    return Interval(*map(math.log, (interval.low, interval.middle, interval.high)))
