"""Compare two reports of one view row by row: faster, slower, same or undecided.

The batches of two reports were not interleaved, so the samples are not paired. A row is one
competitor in one group; its ratio is the second report's median over the first's, with an interval
derived from the intervals of the two medians (Zou and Donner, Statistics in Medicine 27, 2008, on
the logarithms). A row is the same if the interval is within the margin; it is slower or faster if
the interval is outside the margin and the noise floors of both reports; otherwise it is undecided.
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
    """The position of a row in a report."""

    topic: str
    size: int
    axis: str
    condition: str
    """The epoch's machine condition, quiet or busy; empty without epochs."""
    name: str
    """The competitor's name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A competitor that both reports have."""

    place: Place
    before_ns: float
    """Nanoseconds per call in the first report, the median of its epochs."""
    after_ns: float
    ratio: Interval
    """Time in the second report over time in the first."""
    verdict: Verdict
    why: str = ""
    """The reason for an undecided row, if other than its interval."""


@dataclass(frozen=True)
class Comparison:
    """The comparison of two reports."""

    rows: tuple[Row, ...]
    only_before: tuple[Place, ...]
    """Rows of the first report that the second lacks."""
    only_after: tuple[Place, ...]

    def having(self, verdict: Verdict) -> list[Row]:
        """Return the rows with that verdict."""
        return [row for row in self.rows if row.verdict is verdict]


def obstacles(before: Card, after: Card) -> list[str]:
    """List the differences of two cards that prevent a comparison: processor and clock.

    A different version or build of the library does not prevent a comparison.
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
    """Compare the rows that both reports have, optionally only of the named competitors.

    With `against`, ratios to that competitor, computed round by round, are compared instead of
    times, so that a slowdown of a whole report cancels out. Groups without that competitor are
    omitted.
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
    """Judge a row; its verdict must hold for every pair of an epoch before and an epoch after."""

    def values(group: Group, series: Series) -> list[float]:
        return stats.paired(series.calls, group[against].calls) if against else series.calls

    ratios = [ratio_of_medians(values(*b), values(*a)) for a in before for b in after]
    medians = [stats.median([series.median for _, series in runs]) for runs in (before, after)]
    # Without `against` the ratio is the quotient of the two times shown.
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
