"""The findings as sentences."""

from __future__ import annotations

from quicksalt_lab.grow.fit import Fit
from quicksalt_lab.grow.lines import Spot
from quicksalt_lab.grow.origins import Calling, Origin
from quicksalt_lab.grow.report import Report
from quicksalt_lab.ruler.units import count
from quicksalt_lab.valgrind.counts import Symbol
from quicksalt_lab.valgrind.names import plain

PATH = " > "

LONGEST = 4
"""Frames of a chain that are printed."""


def power(exponent: float) -> str:
    """Print an exponent, such as `n^1.00`."""
    return f"n^{figure(exponent)}"


def figure(exponent: float) -> str:
    """Print an exponent's figure, such as `1.00`."""
    return f"{exponent:.2f}".replace("-0.00", "0.00")


def percent(share: float) -> str:
    """Print a part of the growth, such as `49.1 %`."""
    return f"{100 * min(share, 1.0):.1f} %".replace("-0.0 %", "0.0 %")


def origin(found: Origin) -> str:
    """Say what an origin does, without its share."""
    parts = [f"{name(found.symbol)}: {_called(found)}"]
    if found.callee is not None:
        callee = found.callee
        further = f", and so do those to {found.others} more" if found.others else ""
        parts.append(
            f"its calls to {callee.symbol.plain} grow as {power(callee.exponent)} "
            f"({count(callee.count)} at n = {count(found.n)}){further}"
        )
    if found.own is not None:
        parts.append(f"its own instructions grow as {power(found.own)}")
    return "; ".join(parts)


def name(symbol: Symbol) -> str:
    """Print a function without type parameters, and its file if there is one."""
    return f"{symbol.plain} ({symbol.where})" if symbol.where else symbol.plain


def _called(found: Origin) -> str:
    recursive = "" if not found.circle else "recursive, "
    if len(found.circle) > 1:
        others = [symbol.plain for symbol in found.circle if symbol != found.symbol]
        more = f" and {len(others) - 2} more" if len(others) > 2 else ""
        recursive = f"in a circle with {', '.join(others[:2])}{more}, "
    if not found.callers:
        return f"{recursive}called by nobody known"
    return f"{recursive}called {' and '.join(_caller(c, found.n) for c in found.callers)}"


def _caller(calling: Calling, n: float) -> str:
    times = "once" if round(calling.count) == 1 else f"{count(calling.count)} times"
    return f"{power(calling.exponent)} by {calling.symbol.plain} ({times} at n = {count(n)})"


def path(found: Origin) -> str:
    """Print the way from the outermost caller."""
    return PATH.join(symbol.plain for symbol in found.path)


def inlined(report: Report, found: Origin) -> str:
    """Say which inlined function the own instructions of an origin are of, if that is known."""
    inside = [one for one in report.places.inlined if one.into == found.symbol]
    if found.own is None or not inside:
        return ""
    most = inside[0]
    return f"inlined there: {plain(most.frame.name)}, mostly {most.frame.where}"


def chain(spot: Spot) -> str:
    """Print a place: the compiled function's line, and what is inlined there, without parameters.

    Of a long chain the user's end, which comes first, and the innermost frame are kept.
    """
    frames = [f"{plain(frame.name)} {frame.where}" for frame in spot.chain]
    if len(frames) > LONGEST:
        frames[LONGEST - 1 : -1] = ["..."]
    return PATH.join(frames)


def mix(fit: Fit) -> str:
    """Print a sum of terms, such as `126,700 + 15,610 n + 263 n^2`."""
    if not fit.coefficients:
        return "0"
    parts = [
        _digits(coefficient) + ("" if term.name == "1" else f" {term.name}")
        for term, coefficient in fit.coefficients
    ]
    return " + ".join(parts)


def _digits(value: float) -> str:
    """Print a coefficient to four digits."""
    rounded = float(f"{value:.4g}")
    return f"{rounded:,.0f}" if rounded >= 1000 else f"{rounded:.4g}"


def takes_over(fit: Fit) -> str:
    """Say where the superlinear part passes half, if it does."""
    size = fit.takes_over()
    terms = [term.name for term, _ in fit.coefficients if term.superlinear]
    if size is None or not terms:
        return "no part worse than n log n"
    return f"the {' and '.join(terms)} part passes half at n = {count(size)}"


def notes(report: Report) -> list[str]:
    """Say what valgrind hid and what that means."""
    if report.hidden is None or not report.hidden.features:
        return []
    lines = [
        f"note: this processor has {' '.join(report.hidden.features)}; valgrind hides them, so "
        "other code may have run here than runs natively: use grow for growth, the wall clock for "
        "speed",
    ]
    if report.hidden.candidates:
        barred = " ".join(report.hidden.candidates)
        lines.append(f"note: candidates that cannot run here: {barred}")
    return lines
