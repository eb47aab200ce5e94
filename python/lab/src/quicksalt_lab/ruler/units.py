"""Human-readable figures."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from quicksalt_lab.printable import printable
from quicksalt_lab.ruler.stats import Interval

PAIRED = "a ratio is the median of the ratios of the rounds, not the quotient of the times shown"
"""Remark for output with ratios next to times, because the times are separate medians."""

BARE = re.compile(r"[\w@%+=:,./{}-]+")
"""Words that need no quoting in a shell, including `{n}`."""


def time(nanoseconds: float) -> str:
    """Format a time with three digits, such as `1.23 us`."""
    for unit, scale in (("ns", 1.0), ("us", 1e3), ("ms", 1e6)):
        if nanoseconds < 999.5 * scale:
            return f"{three_digits(nanoseconds / scale)} {unit}"
    return f"{three_digits(nanoseconds / 1e9)} s"


def three_digits(value: float) -> str:
    """Format a number with three digits, or as an integer if larger."""
    if abs(value) >= 99.95:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 9.995 else f"{value:.2f}"


def size(count: int, axis: str) -> str:
    """Format the size of a call, such as `16 KiB`; empty for an axis without sizes."""
    if axis == "none":
        return ""
    if axis != "bytes":
        return f"{count} {axis}" if count != 1 else f"1 {axis.removesuffix('s')}"
    for unit, scale in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= scale and count % scale == 0:
            return f"{count // scale} {unit}"
    return f"{count} B"


def ratio(interval: Interval, digits: int = 3) -> str:
    """Format a ratio with its interval, such as `1.012 [1.004..1.020]`."""
    low, middle, high = (f"{x:.{digits}f}" for x in (interval.low, interval.middle, interval.high))
    return f"{middle} [{low}..{high}]"


def percent(share: float) -> str:
    """Format a share as a percentage, such as `0.43 %`."""
    return f"{100 * share:.2f} %"


def count(value: float) -> str:
    """Format a count with thousands separators, such as `160,400`."""
    return f"{value:,.0f}"


def number(value: int, noun: str) -> str:
    """Format a number of things, such as `1 error` or `2,000 errors`."""
    return f"{count(value)} {noun}" + ("" if value == 1 else "s")


def command(words: Iterable[str]) -> str:
    """Format a command as one line of shell."""
    quoted = (word if BARE.fullmatch(word) else shlex.quote(word) for word in words)
    return printable(" ".join(quoted))
