"""The results as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quicksalt_lab.grow.fit import Fit
from quicksalt_lab.grow.lines import Spot
from quicksalt_lab.grow.origins import Calling, Origin
from quicksalt_lab.grow.report import Report, Stop
from quicksalt_lab.grow.timing import MOSTLY
from quicksalt_lab.grow.trend import Kind, Trend
from quicksalt_lab.grow.where import interpreted_caller
from quicksalt_lab.ruler.units import count
from quicksalt_lab.valgrind import machines, perf_map, symbols
from quicksalt_lab.valgrind.counts import Symbol
from quicksalt_lab.valgrind.names import plain
from quicksalt_lab.valgrind.perf_map import definition

PATH = " > "

LONGEST = 4
"""Maximum number of printed frames of a chain."""

CIRCLE = 30
"""Maximum number of functions of a reported recursion; a larger cycle is an interpreter's
structure."""

WIDE = 0.25
"""Minimum spread of local exponents to report."""

NO_PART = "no part worse than n log n"


def power(exponent: float) -> str:
    """Format an exponent, such as `n^1.00`."""
    return f"n^{figure(exponent)}"


def figure(exponent: float) -> str:
    """Format an exponent's figure, such as `1.00`."""
    return f"{exponent:.2f}".replace("-0.00", "0.00")


def grows(found: Trend) -> str:
    """Describe how a cost or a number of calls grows, for use after a verb: `as n^1.00`."""
    if found.kind is Kind.EXPONENTIAL:
        return f"exponentially, as {found.base:.2f}^n"
    if found.kind is Kind.UNSTEADY:
        return "unsteadily"
    return f"as {power(found.exponent)}{spread(found)}"


def spread(found: Trend) -> str:
    """Format the range of the local exponents, if it is wide enough."""
    if found.kind is not Kind.POWER or found.spread < WIDE:
        return ""
    return f" ({figure(min(found.locals))} to {figure(max(found.locals))})"


def short(found: Trend) -> str:
    """Format a trend for a column of exponents."""
    if found.kind is Kind.EXPONENTIAL:
        return f"{found.base:.2f}^n"
    return "unsteady" if found.kind is Kind.UNSTEADY else figure(found.exponent)


def column(found: Trend) -> str:
    """Format a trend with its spread."""
    return power(found.exponent) + spread(found) if found.kind is Kind.POWER else short(found)


def percent(share: float) -> str:
    """Format a share of the growth, such as `49.1 %`."""
    return f"{100 * min(share, 1.0):.1f} %".replace("-0.0 %", "0.0 %")


def origin(found: Origin) -> str:
    """Describe an origin, without its share."""
    parts = [f"{name(found.symbol, found.path)}: {_called(found)}"]
    if found.callee is not None:
        callee = found.callee
        further = f", and so do its calls to {found.others} more" if found.others else ""
        parts.append(
            f"its calls to {callee.symbol.plain} grow {grows(callee.trend)} "
            f"({count(callee.count)} at n = {count(found.n)}){further}"
        )
    if found.servant is not None:
        parts.append(f"its calls of {found.servant.symbol.plain} grow {grows(found.servant.trend)}")
    elif found.own_trend is not None:
        parts.append(f"its own instructions grow {grows(found.own_trend)}")
    return "; ".join(parts)


def from_script(found: Origin) -> str:
    """Name the interpreted function that calls an origin written in C."""
    caller = interpreted_caller(found)
    if caller is None or caller == found.symbol:
        return ""
    line = definition(caller)
    where = f"{caller.where}:{line}" if line else caller.where
    return f"called from {caller.plain} ({where})"


def jump(report: Report) -> str:
    """Describe the first origin on a line that editors jump to; empty without an origin."""
    if not report.origins:
        return ""
    first = report.origins[0]
    caller = interpreted_caller(first)
    inside = f" ({first.symbol.plain})" if caller not in (None, first.symbol) else ""
    who = caller.plain if caller is not None else who_is(first)
    at = report.at.get(first.symbol)
    if at is not None and at.function:
        who, inside = plain(at.function), f" (inlined into {who})"
    return f"{at or first.symbol.where}: {who} grows {grows(first.trend)}{inside}"


def who_is(found: Origin) -> str:
    """Name an origin; for an unexported function, add the export on the path to it."""
    below = _below(found.symbol, found.path)
    return f"{found.symbol.plain} ({below})" if below else found.symbol.plain


def name(symbol: Symbol, path: Sequence[Symbol] = ()) -> str:
    """Format a function without type parameters, and its file if known.

    For a function named by its address, add the export on the path to it instead of the file.
    """
    where = _below(symbol, path) or symbol.where
    return f"{symbol.plain} ({where})" if where else symbol.plain


def _below(symbol: Symbol, path: Sequence[Symbol]) -> str:
    outside = [s for s in path if s.object == symbol.object and s != symbol]
    if not symbol.placed or all(s.placed for s in outside):
        return ""
    nearest = next(s for s in reversed(outside) if not s.placed)
    return f"{'called by' if nearest == path[-2] else 'below'} {nearest.plain}"


def _called(found: Origin) -> str:
    recursive = "recursive, " if 0 < len(found.circle) <= CIRCLE else ""
    if 1 < len(found.circle) <= CIRCLE:
        others = [symbol.plain for symbol in found.circle if symbol != found.symbol]
        more = f" and {len(others) - 2} more" if len(others) > 2 else ""
        recursive = f"in a circle with {', '.join(others[:2])}{more}, "
    if not found.callers:
        return f"{recursive}caller unknown"
    return f"{recursive}called {' and '.join(_caller(c, found.n) for c in found.callers)}"


def _caller(calling: Calling, n: float) -> str:
    times = "once" if round(calling.count) == 1 else f"{count(calling.count)} times"
    grown = calling.trend
    if grown.kind is Kind.CONSTANT:
        return f"by {calling.symbol.plain} ({times})"
    how = power(grown.exponent) if grown.kind is Kind.POWER else grows(grown)
    return f"{how} by {calling.symbol.plain} ({times} at n = {count(n)})"


def path(found: Origin) -> str:
    """Format the path from the outermost caller."""
    return PATH.join(symbol.plain for symbol in found.path)


def inlined(report: Report, found: Origin) -> str:
    """Name the inlined function that does an origin's work, if known."""
    at = report.at.get(found.symbol)
    if at is None or not at.function:
        return ""
    return f"inlined: {plain(at.function)}, mostly {at.file.rpartition('/')[2]}:{at.line}"


def chain(spot: Spot) -> str:
    """Format a place: the compiled function's line and the inlined functions, without parameters.

    A long chain is shortened to the user's frames, which come first, and the innermost frame.
    """
    frames = [f"{plain(frame.name)} {frame.where}" for frame in spot.chain]
    if len(frames) > LONGEST:
        frames[LONGEST - 1 : -1] = ["..."]
    return PATH.join(frames)


def mix(fit: Fit) -> str:
    """Format a sum of terms, such as `126,700 + 15,610 n + 263 n^2`."""
    if not fit.coefficients:
        return "0"
    parts = [
        _digits(abs(coefficient)) + ("" if term.name == "1" else f" {term.name}")
        for term, coefficient in sorted(fit.coefficients, key=lambda pair: pair[1] < 0)
    ]
    signs = ["" if at == 0 else " + " for at in range(len(parts))]
    if any(coefficient < 0 for _, coefficient in fit.coefficients):
        signs[-1] = " - "
    return "".join(sign + part for sign, part in zip(signs, parts, strict=True))


def _digits(value: float) -> str:
    """Format a coefficient with four digits."""
    rounded = float(f"{value:.4g}")
    return f"{rounded:,.0f}" if rounded >= 1000 else f"{rounded:.4g}"


def further_sizes(sizes: Sequence[float]) -> str:
    """Suggest sizes to add if an exponent cannot be computed."""
    quotient = sizes[-1] / sizes[-2]
    more = ", ".join(f"{round(sizes[-1] * quotient**k):,}" for k in (1, 2))
    return f"add larger sizes, such as {more}"


def left_out(report: Report) -> str:
    """Name the small sizes that the verdict ignores."""
    if not report.left_out:
        return ""
    few = ", ".join(f"{n:,}" for n in report.left_out)
    return f"n = {few} ignored: the program grows differently at larger sizes"


def total(report: Report) -> str:
    """Describe the program's growth, as a sum of terms if possible."""
    found = report.growth.trend
    if found.kind is Kind.EXPONENTIAL:
        return f"instructions grow {grows(found)}"
    if found.kind is Kind.UNSTEADY:
        return f"instructions grow unsteadily: sums of powers miss by {percent(report.mix.rms)}"
    return f"instructions = {mix(report.mix)}: {takes_over(report)}"


def takes_over(report: Report) -> str:
    """Describe the size above which the superlinear part exceeds half of the cost, if it does."""
    fit, found, sizes = report.mix, report.growth.trend, report.growth.sizes
    size = fit.takes_over()
    terms = [term.name for term, _ in fit.coefficients if term.superlinear]
    if not terms and found.superlinear:
        return f"{len(sizes)} sizes are too few to separate the terms of {power(found.exponent)}"
    if not terms and report.origins:
        return "terms worse than n log n make less than 5 % so far"
    if size is None or not terms:
        return NO_PART
    return f"the {' and '.join(terms)} part exceeds half at n = {count(size)}"


def warnings(report: Report) -> list[str]:
    """Return warnings about costs that instruction counts do not show."""
    found = report.excess
    if found is None:
        return []
    share = percent(max(found.kernel, 0.0))
    whose = (
        f"the kernel, which takes {share} of it"
        if found.kernel > MOSTLY
        else f"caches or memory, since the kernel takes only {share} of it"
    )
    return [
        f"warning: up to n = {count(found.n)} processor time grows as {power(found.time)}, "
        f"instructions as {power(found.instructions)}: {whose}"
    ]


def notes(report: Report) -> list[str]:
    """Return notes on low-confidence results and on processor features hidden by valgrind."""
    doubts = [
        f"note: {who_is(origin)} grows {grows(origin.trend)}, which three sizes cannot "
        "distinguish from a single jump of a buffer: not reported; add a fourth size"
        for origin in report.doubted
    ]
    return [*doubts, *_repeated(report), *stops(report), *_machines(report), *_strange(report)]


def _repeated(report: Report) -> list[str]:
    found = report.repeat
    if found is None:
        return []
    low, high = sorted(found.exponents)
    changes = (
        f"the exponent changes from {power(low)} to {power(high)}" if high - low > WIDE else ""
    )
    lines = [
        f"note: the program differs between runs, by {percent(found.difference)} of its "
        f"instructions at n = {count(report.growth.sizes[0])}: every size was run twice, and "
        f"means are shown{'; ' if changes else ''}{changes}"
    ]
    lines += [
        f"note: {name} is an origin in only one of two runs: not reported"
        for name in found.doubtful
    ]
    return lines


def stops(report: Report) -> list[str]:
    """Return a note if growth stops or reverses before the largest size."""
    sizes = report.growth.sizes
    if report.stop is None:
        return []
    what = "the work decreases" if report.stop is Stop.FALLS else "growth stops"
    return [
        f"note: {what} from n = {count(sizes[-2])} to {count(sizes[-1])}: the program may have a "
        "limit; try smaller sizes"
    ]


def _machines(report: Report) -> list[str]:
    if report.unmapped:
        missing = ", ".join(map(count, report.unmapped))
        return [
            f"note: the interpreter left no map of its functions at n = {missing}, so "
            "they are not separated at any size: does something remove /tmp/perf-*.map?"
        ]
    growth = report.growth
    shares = {symbol: growth.share(values) for symbol, values in growth.own.items()}
    lines = []
    for language, symbol in machines.interpreters(shares):
        if language == "Python":
            lines.append(_python(machines.version(symbol)))
        else:
            program = symbol.object.rpartition("/")[2]
            lines.append(
                f"note: {program} interprets {language}: counts are for functions of the "
                "interpreter, not for lines of the program"
            )
    return lines


def _python(version: tuple[int, int] | None) -> str:
    """Explain why Python functions have no names."""
    what = f"Python {version[0]}.{version[1]}" if version else "this Python"
    if version is not None and version >= perf_map.SINCE:
        return (
            f"note: {what} left no map, so its functions have no names: does something "
            "remove /tmp/perf-*.map, or was it built without perf trampolines?"
        )
    return (
        f"note: {what} does not report its running functions; 3.12 and later do, with -X perf, "
        "and functions of Python are then named with their file and line"
    )


def _strange(report: Report) -> list[str]:
    """Return notes on stripped objects and on processor features hidden by valgrind."""
    lines = []
    for path in report.unnamed:
        package = symbols.package(path) or "a package of its distribution"
        lines.append(
            f"note: {path.rpartition('/')[2]} is stripped: functions that it does not export are "
            f"named by their addresses. Symbols are in {package}, or are "
            "downloaded if DEBUGINFOD_URLS is set and debuginfod-find is installed"
        )
    if report.hidden is not None and report.hidden.candidates:
        features, barred = map(" ".join, (report.hidden.features, report.hidden.candidates))
        lines.append(f"note: valgrind hides {features}, which these candidates need: {barred}")
    return lines
