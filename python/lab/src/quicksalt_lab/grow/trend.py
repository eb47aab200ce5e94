"""How a row of counts grows over all sizes: an exponent with its spread, or why it lacks one.

The differences of neighbouring values grow with the same exponent as the values, and a program's
constant startup cost cancels in them. Each three neighbouring sizes give a local exponent. The
local exponents of a sum of powers rise steadily, the local exponents of `n log n` fall steadily; a
doubling buffer causes jumps, which no exponent describes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from quicksalt_lab.grow.fit import CERTAIN, FALLS, FEWEST, SUPERLINEAR, flattens, local_exponents

FLAT = 0.002
"""Minimum growth, as a fraction of the greatest value."""

FEW = 8
"""Fewer calls than this have no exponent."""

MORE = 1.5
"""Minimum ratio of the most to the fewest calls for an exponent."""

LEAPS = 1.1
"""Maximum rise of a local exponent. In a sum of linear and cubic terms it rises by at most 0.65."""

NEARLY, WOBBLE = 0.9, 0.15
"""Minimum exponent of a linear cost, and its maximum random increase at the next size."""

SHRINKS = -0.25
"""Exponent below which differences shrink, so that growth stops."""

ALIKE = 0.3
"""Maximum spread of the local exponents for which their mean is used."""

EXPONENTIAL = 6.0
"""Minimum single local exponent of exponential growth: no sensible polynomial program has it."""

STEEP = 3.5
"""Minimum last local exponent of exponential growth, if exponents rise in proportion to n."""

CUBIC, CHANCE = 4.5, 0.06
"""Maximum factor of the exponent's excess over 1 when n doubles (4 for a cubic term), and noise."""

SMALL, SURELY, BENDS = 0.2, 0.75, 1.4
"""The exponent's excess over 1 of a sum of linear and quadratic terms. While the excess is below
`SMALL` it grows in proportion to n, so it must grow at least as n^`SURELY` and by the factor
`BENDS`; above `SMALL`, by the factor `BENDS`. Noise and logarithms grow less."""

ASTRAY = 1.82
"""Maximum ratio of the deviations from a power through both ends, for costs with jumps. Strings
such as `key999` and `key1000` are compared only if their lengths are equal: for 0.41 of the n^2
pairs if n is a power of ten, and for at least 0.225, at 1.8 times that n."""

RISES = 1.1
"""Minimum exponent of a cost that is clearly rising."""


class Kind(StrEnum):
    """The kind of a row's growth."""

    CONSTANT = "constant"
    POWER = "power"
    EXPONENTIAL = "exponential"
    UNSTEADY = "unsteady"
    """Steps, jumps, or growth that stops or reverses: no exponent describes it."""


@dataclass(frozen=True)
class Trend:
    """The growth of a row."""

    kind: Kind
    exponent: float
    """0 for constant rows. For unsteady rows, the exponent between the two ends."""
    locals: tuple[float, ...] = ()
    """The exponents at each three neighbouring sizes; empty unless every difference is positive."""
    flattens: bool = False
    """Whether the local exponents fall from size to size, as for n log n."""
    base: float = 0.0
    """For exponential growth: the factor of the cost when n increases by 1."""
    quotient: float = 2.0
    """The largest size divided by the second largest size."""
    leaps: bool = False
    """Whether the row stays near a power of n despite jumps, so that its last values say little."""

    @property
    def spread(self) -> float:
        """The difference between the largest and the smallest local exponent."""
        return max(self.locals) - min(self.locals) if self.locals else 0.0

    @property
    def last(self) -> float:
        """The exponent at the three largest sizes."""
        return self.locals[-1] if self.locals else 0.0

    @property
    def superlinear(self) -> bool:
        """Whether the measured growth is worse than n log n, apart from noise and jumps."""
        if self.kind is Kind.EXPONENTIAL or self.leaps:
            return True
        if self.kind is not Kind.POWER or min(self.exponent, self.last) <= SUPERLINEAR:
            return False
        return self.exponent > CERTAIN or not self.flattens

    @property
    def hasty(self) -> bool:
        """Whether there are only three sizes, so that a single jump could explain the growth."""
        return len(self.locals) == 1 and self.exponent <= CERTAIN

    @property
    def bends_upwards(self) -> bool:
        """Whether growth at the largest sizes is worse than n log n, or clearly approaches that."""
        if self.superlinear:
            return True
        if self.kind is not Kind.POWER or self.last < RISES or len(self.locals) < 2:
            return False
        excess = [exponent - 1 for exponent in self.locals]
        small = max(BENDS, self.quotient**SURELY)
        return all(
            max(a + 0.03, (small if b < SMALL else BENDS) * a) < b < CUBIC * max(a, 0) + CHANCE
            for a, b in pairwise(excess)
        )


def trend(sizes: Sequence[float], values: Sequence[float]) -> Trend:
    """Determine how a row of values grows."""
    top, low = max(values), min(values)
    if top - low <= FLAT * top:
        return Trend(Kind.CONSTANT, 0.0)
    differences = [b - a for a, b in pairwise(values)]
    overall = _overall(sizes, values)
    if min(differences) <= 0:
        return Trend(Kind.UNSTEADY, overall)
    found = tuple(local_exponents(sizes, values))
    if _exponential(sizes, found):
        base = (differences[-1] / differences[-2]) ** (1 / (sizes[-1] - sizes[-2]))
        return Trend(Kind.EXPONENTIAL, found[-1], found, base=base)
    if _unsteady(found):
        if _keeps_near(sizes, values, overall):
            return Trend(Kind.POWER, overall, found, leaps=True)
        return Trend(Kind.UNSTEADY, overall, found)
    quotient = sizes[-1] / sizes[-2]
    return Trend(Kind.POWER, _exponent(found), found, flattens(sizes, values), quotient=quotient)


def calls(sizes: Sequence[float], counts: Sequence[float]) -> Trend:
    """Determine how a number of calls grows; few calls, or a small increase, have no exponent."""
    if max(counts) < FEW or max(counts) < MORE * min(counts):
        return Trend(Kind.CONSTANT, 0.0)
    return trend(sizes, counts)


def _overall(sizes: Sequence[float], values: Sequence[float]) -> float:
    if values[0] > 0 and values[-1] > 0:
        return math.log(values[-1] / values[0]) / math.log(sizes[-1] / sizes[0])
    return 0.0


def _exponential(sizes: Sequence[float], found: Sequence[float]) -> bool:
    if len(found) < 2:
        return found[-1] > EXPONENTIAL
    # The local exponent of c^n is proportional to n. At a jump it rises more; for a power of n it
    # rises less.
    quotient = sizes[-1] / sizes[-2]
    rise = found[-1] / found[-2] if found[-2] > 0 else math.inf
    return found[-1] > STEEP and 1 + 0.6 * (quotient - 1) < rise < 1.5 * quotient


def _unsteady(found: Sequence[float]) -> bool:
    if found[-1] < SHRINKS:
        return True
    return any(b < a - FALLS or b > a + LEAPS or _leaps(a, b) for a, b in pairwise(found))


def _keeps_near(sizes: Sequence[float], values: Sequence[float], power: float) -> bool:
    """Whether a cost with jumps stays near a power that n log n does not reach.

    The cost per unit of n must increase at every size. A cost that begins late, such as a garbage
    collector's, or that ends early deviates far from the power through its two ends.
    """
    if len(values) <= FEWEST or not CERTAIN < power < STEEP:
        return False
    missed = [value / n**power for n, value in zip(sizes, values, strict=True)]
    units = [value / n for n, value in zip(sizes, values, strict=True)]
    return max(missed) < ASTRAY * min(missed) and all(b > a for a, b in pairwise(units))


def _leaps(a: float, b: float) -> bool:
    """Whether a linear cost stops being linear from one size to the next.

    For a linear term plus n^k, the exponent's excess over 1 grows as n^(k-1), so fourfold for a
    cube when n doubles.
    """
    return NEARLY < a < SUPERLINEAR and b - 1 > CUBIC * max(a - 1, 0) + WOBBLE


def _exponent(found: Sequence[float]) -> float:
    """Return the mean of similar or alternating exponents, or a steady sequence's last exponent."""
    steady = all(b > a for a, b in pairwise(found)) or all(b < a for a, b in pairwise(found))
    if steady and max(found) - min(found) > ALIKE:
        return found[-1]
    # Larger sizes have more weight: small costs disturb them less.
    weights = range(1, len(found) + 1)
    return sum(w * e for w, e in zip(weights, found, strict=True)) / sum(weights)
