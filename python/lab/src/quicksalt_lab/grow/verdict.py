"""The verdict on a report, from which the sentence, the last line and the exit code follow.

A program is declared free of origins only if the counts support it. Otherwise the verdict is
undecided, with the reason: the counts do not grow or grow unsteadily, three sizes are too few, two
runs disagree, or the processor time grows faster than the counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from quicksalt_lab.grow import words
from quicksalt_lab.grow.report import Report
from quicksalt_lab.grow.trend import Kind
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.units import count


class Outcome(StrEnum):
    """The conclusion."""

    OK = "ok"
    """No limit is exceeded; origins are reported, if there are any."""
    OVER = "over the limit"
    CANNOT_TELL = "cannot tell"


class Who(StrEnum):
    """Which functions add a power of n."""

    NAMED = "named"
    """The origins of the report."""
    NOBODY = "nobody"
    NOBODY_YET = "nobody yet"
    """Only the projection has origins."""
    NOBODY_ALONE = "nobody alone"
    """The program or its processor time grows by a power of n, but no single function does."""
    NO_GROWTH = "no growth"
    """The instructions do not grow."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Verdict:
    """The verdict on a report."""

    outcome: Outcome
    who: Who
    sentence: str
    over: tuple[str, ...] = ()
    """The costs that exceed the limit."""
    doubts: tuple[str, ...] = ()
    """The reasons for an undecided verdict."""
    line: str = ""
    """The place of the first origin, for editors; empty without origins."""


def judge(report: Report, limit: float | None = None) -> Verdict:
    """Judge a report, against an optional limit."""
    if not report.grows:
        return Verdict(Outcome.CANNOT_TELL, Who.NO_GROWTH, _no_growth(report))
    over = () if limit is None else tuple(exceeds(report, limit))
    doubts = () if over else tuple(_doubts(report, limit))
    outcome = Outcome.OVER if over else Outcome.CANNOT_TELL if doubts else Outcome.OK
    who = _who(report, outcome)
    sentence = _sentence(report, who, doubts)
    said = () if limit is None else (f"over the limit of {words.power(limit)}: {o}" for o in over)
    line = "" if doubts else words.jump(report)
    return Verdict(outcome, who, sentence, tuple(said), doubts, line)


def exceeds(report: Report, limit: float) -> Iterator[str]:
    """Describe the measured costs that exceed the limit; a projection cannot exceed it."""
    whole = report.growth.trend
    trends = (whole, report.work)
    if all(found.kind in (Kind.POWER, Kind.EXPONENTIAL) for found in trends):
        least = min(*(found.exponent for found in trends), *report.repeated)
        if least > limit:
            yield f"the program grows {words.grows(whole)}"
    for origin in report.origins:
        if origin.exponent > limit:
            how = words.grows(origin.trend).removeprefix("as ")
            yield f"{words.who_is(origin)} is an origin of {how}"


def _doubts(report: Report, limit: float | None) -> Iterator[str]:
    """Yield the reasons for doubt; none if there is no limit and an origin is reported."""
    if limit is None and report.origins:
        return
    least = 0.0 if limit is None else limit
    if report.excess is not None and report.excess.time > least:
        found = report.excess
        yield (
            f"processor time grows as {words.power(found.time)}, instructions as "
            f"{words.power(found.instructions)}"
        )
    trends = (report.growth.trend, report.work)
    if any(found.kind is Kind.UNSTEADY for found in trends):
        further = words.further_sizes(report.growth.sizes)
        advice = "try smaller sizes" if report.stop else further
        yield f"the program grows unsteadily; {advice}"
    for origin in report.doubted:
        if origin.exponent > least:
            yield f"three sizes cannot distinguish {words.who_is(origin)} from a jump; add a fourth"
    if report.repeat is not None:
        for name in report.repeat.doubtful:
            yield f"{name} is an origin in only one of two runs"
        low, high = sorted(report.repeated)
        if limit is not None and low <= limit < report.growth.trend.exponent:
            yield f"two runs grow as {words.power(low)} and {words.power(high)}"


def _who(report: Report, outcome: Outcome) -> Who:
    if report.origins:
        return Who.NAMED
    if outcome is Outcome.CANNOT_TELL:
        return Who.UNKNOWN
    bends = any(term.superlinear for term, _ in report.mix.coefficients)
    bends |= report.growth.trend.superlinear
    if outcome is Outcome.OVER or bends or report.excess is not None:
        return Who.NOBODY_ALONE
    return Who.NOBODY_YET if report.projection and report.projection.origins else Who.NOBODY


def _sentence(report: Report, who: Who, doubts: tuple[str, ...]) -> str:
    if who is Who.NAMED:
        judged = f" The limit cannot be judged: {'; '.join(doubts)}." if doubts else ""
        return _named(report) + judged
    if who is Who.UNKNOWN:
        what = "Instruction counts cannot tell" if report.excess else "Cannot tell"
        return f"{what} which function adds a power of n: {'; '.join(doubts)}."
    whole = _whole(report)
    if who is Who.NOBODY_ALONE:
        return f"No single function adds a power of n: the program grows {whole}."
    surely = " certainly" if report.doubted else ""
    if who is Who.NOBODY or report.projection is None:
        return f"No function{surely} adds a power of n: the program grows {whole}."
    first, n = report.projection.origins[0], report.projection.growth.sizes[-1]
    return (
        f"No function{surely} adds a power of n yet: the program grows {whole}. At n = {count(n)} "
        f"{words.who_is(first)} makes {words.percent(first.share)}: it grows "
        f"{words.grows(first.trend)}."
    )


def _no_growth(report: Report) -> str:
    if report.excess is None:
        return "The work does not grow with n, so there is no exponent."
    time = words.power(report.excess.time)
    return (
        "Instruction counts cannot tell: they do not grow with n, but processor time grows as "
        f"{time}."
    )


def _named(report: Report) -> str:
    first, *others = report.origins
    more = f" {units.number(len(others), 'origin')} more." if others else ""
    return (
        f"{words.who_is(first)} makes {words.percent(first.share)} of the growth: it grows "
        f"{words.grows(first.trend)}, the program {words.grows(report.growth.trend)}.{more}"
    )


def _whole(report: Report) -> str:
    """Describe the program's growth; add its growth without collector and in time if different."""
    whole = words.grows(report.growth.trend)
    work = report.work
    if work.exponent < report.growth.trend.exponent - words.WIDE:
        whole += f", {words.grows(work)} without its collector"
    if report.excess is not None:
        whole += f", processor time as {words.power(report.excess.time)}"
    return whole
