"""What a report comes to: one judgement, of which sentence, last line and exit code are made.

Whoever is not named is acquitted only where the counts bear it out. What they cannot tell is said
to be so, with the reason: they do not grow or grow unsteadily, three sizes are too few, two runs
disagree, or the processor time grows faster than they do.
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
    """What may be concluded."""

    OK = "ok"
    """No limit is exceeded; who adds a power of n is named, if anybody does."""
    OVER = "over the limit"
    CANNOT_TELL = "cannot tell"


class Who(StrEnum):
    """Who adds a power of n."""

    NAMED = "named"
    """The origins of the report."""
    NOBODY = "nobody"
    NOBODY_YET = "nobody yet"
    """The origins of the projection will."""
    NOBODY_ALONE = "nobody alone"
    """The whole program does, or its processor time, and no function of it."""
    NO_GROWTH = "no growth"
    """The instructions do not grow."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Verdict:
    """The judgement on a report."""

    outcome: Outcome
    who: Who
    sentence: str
    over: tuple[str, ...] = ()
    """What grows faster than the limit allows."""
    doubts: tuple[str, ...] = ()
    """Why nothing can be told."""
    line: str = ""
    """The place of the first origin, for editors; empty unless somebody is named."""


def judge(report: Report, limit: float | None = None) -> Verdict:
    """Judge a report, by a limit if there is one."""
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
    """Say what grows faster than allowed, as measured: a projection alone fails nothing."""
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
    """Say why nobody can be acquitted; nothing, without a limit, where somebody is named."""
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
        yield f"the whole grows unsteadily; {advice}"
    for origin in report.doubted:
        if origin.exponent > least:
            yield f"three sizes cannot tell {words.who_is(origin)} from a leap; add a fourth"
    if report.repeat is not None:
        for name in report.repeat.doubtful:
            yield f"{name} is an origin in one run of two"
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
        what = "Instructions cannot tell" if report.excess else "It cannot be told"
        return f"{what} who adds a power of n: {'; '.join(doubts)}."
    whole = _whole(report)
    if who is Who.NOBODY_ALONE:
        return f"No function alone adds a power of n: the whole grows {whole}."
    surely = " surely" if report.doubted else ""
    if who is Who.NOBODY or report.projection is None:
        return f"Nobody{surely} adds a power of n: the whole grows {whole}."
    first, n = report.projection.origins[0], report.projection.growth.sizes[-1]
    return (
        f"Nobody{surely} adds a power of n yet: the whole grows {whole}. At n = {count(n)} "
        f"{words.who_is(first)} makes {words.percent(first.share)}: it grows "
        f"{words.grows(first.trend)}."
    )


def _no_growth(report: Report) -> str:
    if report.excess is None:
        return "The work does not grow with n: there is no exponent to tell."
    time = words.power(report.excess.time)
    return f"Instructions cannot tell: they do not grow with n, processor time grows as {time}."


def _named(report: Report) -> str:
    first, *others = report.origins
    more = f" {units.number(len(others), 'origin')} more." if others else ""
    return (
        f"{words.who_is(first)} makes {words.percent(first.share)} of the growth: it grows "
        f"{words.grows(first.trend)}, the whole {words.grows(report.growth.trend)}.{more}"
    )


def _whole(report: Report) -> str:
    """Say how the program grows, without its collector and in time where these differ."""
    whole = words.grows(report.growth.trend)
    work = report.work
    if work.exponent < report.growth.trend.exponent - words.WIDE:
        whole += f", {words.grows(work)} without its collector"
    if report.excess is not None:
        whole += f", processor time as {words.power(report.excess.time)}"
    return whole
