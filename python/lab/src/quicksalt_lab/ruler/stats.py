"""Order statistics, paired ratios and verdicts: pure functions without I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import comb

CONFIDENCE = 0.95
"""The share of the bootstrap distribution that an interval covers."""

MARGIN = 0.02
"""A ratio is `same` only if its whole interval is within this of 1, even on a noisy machine; a
smaller difference is never reported, even on a quiet machine."""

VOID_BEYOND = 0.01
"""A group is void if its whole A/A interval is farther than this from 1."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95 % interval."""

    low: float
    middle: float
    high: float

    def contains(self, value: float) -> bool:
        """Return whether the value is in the closed interval."""
        return self.low <= value <= self.high


class Verdict(StrEnum):
    """The verdict on a competitor's ratio to the base."""

    SLOWER = "slower"
    FASTER = "faster"
    SAME = "same"
    CANNOT_TELL = "cannot tell"


class Control(StrEnum):
    """The verdict on the A/A row of a group."""

    CLEAN = "clean"
    MISS = "miss"
    VOID = "void"


def quantile(values: Sequence[float], fraction: float) -> float:
    """Interpolate the quantile linearly between order statistics (Hyndman and Fan, type 7)."""
    if not values:
        raise ValueError("a quantile of no values")
    ordered = sorted(values)
    position = fraction * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])


def median(values: Sequence[float]) -> float:
    """Return the middle value, or the mean of the two middle ones."""
    return quantile(values, 0.5)


def bootstrap_interval(values: Sequence[float]) -> Interval:
    """Return the median with its bootstrap percentile interval, for an odd number of values.

    For an odd number n of values the bootstrap distribution of the median is known in closed form
    (Efron 1979, section 3; Maritz and Jarrett 1978), so it is not sampled: the interval is the
    limit of infinitely many resamples, and does not depend on a seed.
    """
    low, high = _bootstrap_ranks(len(values))
    ordered = sorted(values)
    return Interval(ordered[low], ordered[len(ordered) // 2], ordered[high])


@cache
def _bootstrap_ranks(count: int) -> tuple[int, int]:
    """Return the indices of the order statistics that bound the interval of the median.

    The median of a resample is at most the k-th order statistic exactly if more than half of its
    `count` draws fall among the first k, each with probability k / count.
    """
    if count % 2 == 0:
        raise ValueError(f"the number of values must be odd, not {count}")
    tail = (1 - CONFIDENCE) / 2
    rank = next(k for k in range(1, count + 1) if _more_than_half(count, k / count) >= tail)
    return rank - 1, count - rank


def _more_than_half(count: int, chance: float) -> float:
    """Return the probability of more than `count` / 2 successes in `count` independent draws."""
    successes = range(count // 2 + 1, count + 1)
    return sum(comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in successes)


def paired(over: Sequence[float], under: Sequence[float]) -> list[float]:
    """Return the ratio of two series in each round that both have completed."""
    return [a / b for a, b in zip(over, under, strict=False)]


def floor(control: Interval) -> float:
    """Return the noise floor: how far from 1 the A/A interval reaches."""
    return max(1 - control.low, control.high - 1)


def threshold(control: Interval) -> float:
    """Return the smallest difference that allows a verdict, given the A/A interval."""
    return max(MARGIN, floor(control))


def judge(ratio: Interval, least: float, margin: float = MARGIN) -> Verdict:
    """Judge a ratio to the base: a difference must exceed `least` and the margin.

    The verdict `same` does not depend on `least`: more noise must not make more rows equal.
    """
    least = max(least, margin)
    if ratio.low > 1 + least:
        return Verdict.SLOWER
    if ratio.high < 1 - least:
        return Verdict.FASTER
    if 1 - margin <= ratio.low and ratio.high <= 1 + margin:
        return Verdict.SAME
    return Verdict.CANNOT_TELL


def control(interval: Interval) -> Control:
    """Judge the A/A interval of one run; two misses in a row are treated as void."""
    if interval.contains(1):
        return Control.CLEAN
    if interval.low > 1 + VOID_BEYOND or interval.high < 1 - VOID_BEYOND:
        return Control.VOID
    return Control.MISS
