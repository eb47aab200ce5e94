"""How a row of counts grows over all sizes: an exponent, its spread, or why there is none.

The differences of neighbouring values grow with the same exponent as the values, and the constant
cost of starting a program cancels in them. Each three neighbouring sizes give a local exponent.
A sum of powers has local exponents that rise steadily, `n log n` such as fall steadily; a buffer
that doubles has leaps, which no exponent describes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from quicksalt_lab.grow.fit import CERTAIN, FALLS, FEWEST, SUPERLINEAR, flattens, local_exponents

FLAT = 0.002
"""Part of the greatest value that growth must exceed to be one."""

FEW = 8
"""Calls at the largest size below which their number has no exponent."""

MORE = 1.5
"""Times as many calls as at the size with the fewest, below which there are but a few more."""

LEAPS = 1.1
"""How much one may rise. In a sum of a linear and a cubic part it rises by 0.65 at most."""

NEARLY, WOBBLE = 0.9, 0.15
"""Exponent from which a cost is linear, and how much more it may have by chance one size on."""

SHRINKS = -0.25
"""Exponent below which differences shrink, so that growth comes to its end."""

ALIKE = 0.3
"""Spread of local exponents up to which one line through all differences is the best exponent."""

EXPONENTIAL = 6.0
"""Exponent that no program of polynomial time has on purpose, if there is one alone."""

STEEP = 3.5
"""Exponent from which growth is exponential if it rises in proportion to n."""

CUBIC, CHANCE = 4.5, 0.06
"""How much the excess over 1 may grow when n doubles: fourfold beside a cube, and some noise."""

SMALL, SURELY, BENDS = 0.2, 0.75, 1.4
"""The excess over 1 of a linear and a quadratic part: while it is small it grows with n itself, so
that it must grow as n^0.75 and so many times; beyond, so many. Noise and logarithms do less."""

ASTRAY = 1.82
"""How many times a power through the ends may miss what is between them, where costs leap. Texts
such as `key999` and `key1000` are compared only if they are of one length: of n^2 pairs 0.41 are
where n is a power of ten, and 0.225 at 1.8 times that, the fewest."""

RISES = 1.1
"""Exponent that a cost must have reached that is clearly rising."""


class Kind(StrEnum):
    """What there is to say about the growth of a row."""

    CONSTANT = "constant"
    POWER = "power"
    EXPONENTIAL = "exponential"
    UNSTEADY = "unsteady"
    """Steps, leaps, growth that ends or goes back: no exponent describes it."""


@dataclass(frozen=True)
class Trend:
    """How a row grows."""

    kind: Kind
    exponent: float
    """0 for what is constant. For what is unsteady that between the ends, for want of a better."""
    locals: tuple[float, ...] = ()
    """The exponent at each three neighbouring sizes; empty unless every difference is positive."""
    flattens: bool = False
    """Whether the local exponents fall from size to size, as those of n log n do."""
    base: float = 0.0
    """Of exponential growth: what one more in n multiplies the cost by."""
    quotient: float = 2.0
    """The largest size over the one before it."""
    leaps: bool = False
    """Whether it keeps near a power of n for all its leaps, so that its end alone says little."""

    @property
    def spread(self) -> float:
        """How far the local exponents are apart."""
        return max(self.locals) - min(self.locals) if self.locals else 0.0

    @property
    def last(self) -> float:
        """The exponent at the three largest sizes."""
        return self.locals[-1] if self.locals else 0.0

    @property
    def superlinear(self) -> bool:
        """Whether this is worse than n log n as measured, noise and leaps apart."""
        if self.kind is Kind.EXPONENTIAL or self.leaps:
            return True
        if self.kind is not Kind.POWER or min(self.exponent, self.last) <= SUPERLINEAR:
            return False
        return self.exponent > CERTAIN or not self.flattens

    @property
    def hasty(self) -> bool:
        """Whether this is of three sizes, and no more than one leap between them gives."""
        return len(self.locals) == 1 and self.exponent <= CERTAIN

    @property
    def bends_upwards(self) -> bool:
        """Whether the measured end is worse than n log n, or clearly on the way there."""
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
    """Find out how a row of values grows."""
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
    """Find out how a number of calls grows; a few calls, or a few more, have no exponent."""
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
    # The local exponent of c^n is in proportion to n. A leap rises more, a power less.
    quotient = sizes[-1] / sizes[-2]
    rise = found[-1] / found[-2] if found[-2] > 0 else math.inf
    return found[-1] > STEEP and 1 + 0.6 * (quotient - 1) < rise < 1.5 * quotient


def _unsteady(found: Sequence[float]) -> bool:
    if found[-1] < SHRINKS:
        return True
    return any(b < a - FALLS or b > a + LEAPS or _leaps(a, b) for a, b in pairwise(found))


def _keeps_near(sizes: Sequence[float], values: Sequence[float], power: float) -> bool:
    """Whether a cost that leaps keeps near a power that n log n does not have.

    The cost a unit of n must grow with every size: what begins late, as collectors do, or ends
    early misses the power through its ends by far.
    """
    if len(values) <= FEWEST or not CERTAIN < power < STEEP:
        return False
    missed = [value / n**power for n, value in zip(sizes, values, strict=True)]
    units = [value / n for n, value in zip(sizes, values, strict=True)]
    return max(missed) < ASTRAY * min(missed) and all(b > a for a, b in pairwise(units))


def _leaps(a: float, b: float) -> bool:
    """Whether what was linear is not any more from one size to the next.

    The excess over 1 of a linear part and a power of n grows with that power less one, so fourfold
    for a cube.
    """
    return NEARLY < a < SUPERLINEAR and b - 1 > CUBIC * max(a - 1, 0) + WOBBLE


def _exponent(found: Sequence[float]) -> float:
    """Take the mean of exponents that are alike or go up and down, the last of a steady course."""
    steady = all(b > a for a, b in pairwise(found)) or all(b < a for a, b in pairwise(found))
    if steady and max(found) - min(found) > ALIKE:
        return found[-1]
    # The larger sizes weigh more: what is small hides less there.
    weights = range(1, len(found) + 1)
    return sum(w * e for w, e in zip(weights, found, strict=True)) / sum(weights)
