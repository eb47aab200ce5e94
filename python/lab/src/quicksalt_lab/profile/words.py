"""The results of a study as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quicksalt_lab.profile.baseline import Baseline, Change
from quicksalt_lab.profile.study import Function, Study
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.units import count
from quicksalt_lab.valgrind.memcheck import Finding, Findings, Frame
from quicksalt_lab.valgrind.names import plain
from quicksalt_lab.valgrind.tool import Native

STACK = 8
"""Maximum number of frames shown of a stack."""


def share(part: float, whole: float) -> str:
    """Format a share as a percentage."""
    return f"{100 * part / whole if whole else 0:.1f} %"


def native(found: Native) -> str:
    """Format the native time."""
    return f"{units.time(1e9 * found.median_s)} ({spread(found)})"


def spread(found: Native) -> str:
    """Describe the number and the range of the native runs."""
    if len(found.wall_s) == 1:
        return "one run"
    low, high = (units.time(1e9 * f(found.wall_s)) for f in (min, max))
    return f"median of {len(found.wall_s)}; {low} to {high}"


def memory(peak_kib: int) -> str:
    """Format a peak of resident memory."""
    return f"{peak_kib / 1024:.1f} MiB"


def leaks(found: Findings) -> str:
    """Describe the lost memory."""
    if not found.lost:
        return "nothing definitely lost"
    blocks = units.number(found.lost_blocks, "block")
    through = found.indirectly_lost_bytes
    apart = f", and {units.number(through, 'byte')} reachable only from them" if through else ""
    direct = units.number(found.lost_bytes - through, "byte")
    return f"{direct} in {blocks} definitely lost{apart}"


def errors(found: Findings) -> str:
    """Describe the number of errors."""
    places = len(found.errors)
    times = sum(error.count for error in found.errors)
    hidden = f", {count(found.suppressed)} suppressed" if found.suppressed else ""
    if not places:
        return f"no errors{hidden}"
    return f"{units.number(times, 'error')} in {units.number(places, 'place')}{hidden}"


def figure(finding: Finding) -> str:
    """Format the bytes of a leak or the count of an error."""
    if finding.leak:
        return f"{count(finding.leaked_bytes)} B"
    return f"{count(finding.count)}x"


def stack(finding: Finding) -> list[str]:
    """Format the stacks, innermost frame first."""
    lines = _frames(finding.stack)
    for section in finding.also:
        lines += [section.what, *(f"  {line}" for line in _frames(section.stack))]
    return lines


def _frames(frames: Sequence[Frame]) -> list[str]:
    lines = [f"{frame.function} ({frame.where})" for frame in frames[:STACK]]
    more = len(frames) - STACK
    return [*lines, f"and {more} more"] if more > 0 else lines


def callers(function: Function) -> str:
    """Describe the callers of a function."""
    if not function.callers:
        return "caller unknown"
    # After folding unnamed code, a caller may have less than half a call.
    callers = (c for c in function.callers if round(c.calls.count))
    named = ", ".join(f"{count(c.calls.count)} by {c.symbol.plain}" for c in callers)
    times = f"called {units.number(round(function.calls), 'time')}"
    return f"{times}: {named}" if named else times


def against(study: Study, before: Baseline) -> list[tuple[str, str, str, str]]:
    """Return rows of the comparison: name, before, now, change."""
    wall, peak = study.native.median_s, study.native.peak_kib
    lost = study.findings.lost_bytes
    return [
        _compared("instructions", before.instructions, study.counts.total, count),
        _compared("native wall time", before.wall_s, wall, lambda s: units.time(1e9 * s)),
        _compared("peak of memory", before.peak_kib, peak, lambda kib: memory(int(kib))),
        _compared("bytes lost", before.lost_bytes, lost, count),
    ]


def changed(found: Change) -> tuple[str, str, str, str]:
    """Return the row of a function's own instructions: change, before, now, name."""
    return f"{found.more:+,.0f}", count(found.before), count(found.now), plain(found.name)


def _compared(
    name: str, before: float, now: float, form: Callable[[float], str]
) -> tuple[str, str, str, str]:
    return name, form(before), form(now), change(before, now)


def change(before: float, now: float) -> str:
    """Format a change, such as `+2.5 %`."""
    if before == now:
        return "same"
    if not before:
        return "new"
    ratio = now / before
    return f"{ratio:,.1f} times" if ratio >= 10 else f"{100 * (ratio - 1):+.2f} %"
