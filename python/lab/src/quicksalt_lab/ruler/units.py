"""Figures as people read them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from quicksalt_lab.printable import printable
from quicksalt_lab.ruler.stats import Interval

PAIRED = "a ratio is the median of the ratios of the rounds, not the quotient of the times shown"
"""Stands wherever a ratio of the ruler is printed beside times, which are medians of their own."""

BARE = re.compile(r"[\w@%+=:,./{}-]+")
"""Words that a shell takes as they are, `{n}` among them."""


def time(nanoseconds: float) -> str:
    """Print a time to three digits, such as `1.23 us`."""
    for unit, scale in (("ns", 1.0), ("us", 1e3), ("ms", 1e6)):
        if nanoseconds < 999.5 * scale:
            return f"{three_digits(nanoseconds / scale)} {unit}"
    return f"{three_digits(nanoseconds / 1e9)} s"


def three_digits(value: float) -> str:
    """Print a number to three digits, whole if it has more."""
    if abs(value) >= 99.95:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 9.995 else f"{value:.2f}"


def size(count: int, axis: str) -> str:
    """Print how much one call does, such as `16 KiB`; empty for an axis that has no sizes."""
    if axis == "none":
        return ""
    if axis != "bytes":
        return f"{count} {axis}" if count != 1 else f"1 {axis.removesuffix('s')}"
    for unit, scale in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= scale and count % scale == 0:
            return f"{count // scale} {unit}"
    return f"{count} B"


def ratio(interval: Interval, digits: int = 3) -> str:
    """Print a ratio with its interval, such as `1.012 [1.004..1.020]`."""
    low, middle, high = (f"{x:.{digits}f}" for x in (interval.low, interval.middle, interval.high))
    return f"{middle} [{low}..{high}]"


def percent(share: float) -> str:
    """Print a share as a percentage, such as `0.43 %`."""
    return f"{100 * share:.2f} %"


def count(value: float) -> str:
    """Print a count with its thousands parted, such as `160,400`."""
    return f"{value:,.0f}"


def number(value: int, noun: str) -> str:
    """Print a number of things, such as `1 error` or `2,000 errors`."""
    return f"{count(value)} {noun}" + ("" if value == 1 else "s")


def command(words: Iterable[str]) -> str:
    """Print a command as a shell takes it, on one line."""
    quoted = (word if BARE.fullmatch(word) else shlex.quote(word) for word in words)
    return printable(" ".join(quoted))
