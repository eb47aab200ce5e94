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


@dataclass(frozen=True)
class Verdict:
    """The judgement on a report."""

    outcome: Outcome
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
        return Verdict(Outcome.CANNOT_TELL, _no_growth(report))
    over = () if limit is None else tuple(exceeds(report, limit))
    doubts = () if over else tuple(_doubts(report, limit))
    outcome = Outcome.OVER if over else Outcome.CANNOT_TELL if doubts else Outcome.OK
    sentence = _named(report) if report.origins else _nobody(report, outcome, doubts)
    if report.origins and doubts:
        sentence += f" The limit cannot be judged: {'; '.join(doubts)}."
    said = () if limit is None else (f"over the limit of {words.power(limit)}: {o}" for o in over)
    line = "" if doubts else words.jump(report)
    return Verdict(outcome, sentence, tuple(said), doubts, line)


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
        smaller = words.stops(report)
        advice = "try smaller sizes" if smaller else words.further_sizes(report.growth.sizes)
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


def _nobody(report: Report, outcome: Outcome, doubts: tuple[str, ...]) -> str:
    if outcome is Outcome.CANNOT_TELL:
        who = "Instructions cannot tell" if report.excess else "It cannot be told"
        return f"{who} who adds a power of n: {'; '.join(doubts)}."
    whole = words.grows(report.growth.trend)
    work = report.work
    if work.exponent < report.growth.trend.exponent - words.WIDE:
        whole += f", {words.grows(work)} without its collector"
    bends = report.growth.trend.superlinear or any(
        t.superlinear for t, _ in report.mix.coefficients
    )
    if report.excess is not None:
        whole += f", processor time as {words.power(report.excess.time)}"
    if outcome is Outcome.OVER or bends or report.excess is not None:
        return f"No function alone adds a power of n: the whole grows {whole}."
    surely = " surely" if report.doubted else ""
    if report.projection is None or not report.projection.origins:
        return f"Nobody{surely} adds a power of n: the whole grows {whole}."
    first, n = report.projection.origins[0], report.projection.growth.sizes[-1]
    return (
        f"Nobody{surely} adds a power of n yet: the whole grows {whole}. At n = {count(n)} "
        f"{words.who_is(first)} makes {words.percent(first.share)}: it grows "
        f"{words.grows(first.trend)}."
    )
