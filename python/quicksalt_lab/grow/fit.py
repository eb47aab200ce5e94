"""How a count grows with n: one exponent, or a sum of terms.

One exponent comes from differences, in which the constant cost of starting a program cancels. A sum
of terms comes from least squares with non-negative coefficients; it tells a linear part from a
quadratic one and may be evaluated at sizes that were not run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from quicksalt_lab.ruler.measure import LabError

FEWEST = 3
"""Sizes that differences need."""

STEEPEST = 30.0
"""Exponent beyond which none is told apart."""

UNEVEN = 0.02
"""How far a quotient of neighbouring sizes may be from the others, for sizes are whole numbers."""


class SizesError(LabError):
    """Sizes from which no exponent can be had."""


@dataclass(frozen=True)
class Term:
    """One way to grow."""

    name: str
    of: Callable[[float], float]
    superlinear: bool
    """Worse than n log n: what a program should not do."""
    logarithm: bool = False
    """Whether it is more than a power of n."""


TERMS: tuple[Term, ...] = (
    Term("1", lambda _: 1.0, False),
    Term("n", lambda n: n, False),
    Term("n log2 n", lambda n: n * math.log2(n), False, logarithm=True),
    Term("n^2", lambda n: n**2, True),
    Term("n^2 log2 n", lambda n: n**2 * math.log2(n), True, logarithm=True),
    Term("n^3", lambda n: n**3, True),
)

HALF = 0.5
"""Part of the error of powers alone that is left with logarithms, to believe these."""

TERM_PENALTY = 0.0005
"""Relative error that a further term must save to be believed.

Without a penalty the sum with the most terms would always win, since it fits at least as well.
Counts have little noise, so that a small one suffices; a larger one would hide terms that are small
but real.
"""

SHOWN = 0.05
"""Part of the value at the largest size below which a superlinear term is taken for a wobble."""

CUBE = TERMS[-1]
CUBE_SHOWN = 0.5
CUBE_RMS = 0.02

FAR = 1e9
"""Beyond this size nothing is said to take over."""


def check_sizes(sizes: Sequence[int]) -> float:
    """Return the quotient of neighbouring sizes. Raises SizesError."""
    advice = "expected a geometric series such as 64,128,256,512"
    if len(sizes) < FEWEST:
        raise SizesError(f"{len(sizes)} sizes: {advice}, at least {FEWEST} of them")
    if sizes[0] < 1:
        raise SizesError(f"a size of {sizes[0]}: {advice}")
    if any(b <= a for a, b in pairwise(sizes)):
        raise SizesError(f"sizes {_list(sizes)} do not increase: {advice}")
    quotient = float((sizes[-1] / sizes[0]) ** (1 / (len(sizes) - 1)))
    if quotient < 1.2:
        raise SizesError(f"sizes {_list(sizes)} are too close to each other: {advice}")
    for at, size in enumerate(sizes):
        meant = sizes[0] * quotient**at
        if abs(size - meant) > max(UNEVEN * meant, 0.5):
            raise SizesError(f"sizes {_list(sizes)} are not geometric: {advice}")
    return quotient


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """Compute the exponent of growth out of the last three values, the constant part cancelled.

    Where the differences do not grow, it is that of the last two values as they are; 0 if nothing
    grows.
    """
    first, second, third = values[-3:]
    if second > first and third > second:
        return _power(sizes[-3:], (third - second) / (second - first))
    if second > 0 and third > 0:
        return math.log(third / second) / math.log(sizes[-1] / sizes[-2])
    # What is not there until the last size has no exponent to be seen.
    return 0.0


def _power(sizes: Sequence[float], ratio: float) -> float:
    """Find the e for which (c^e - b^e) / (b^e - a^e) is the ratio of the differences.

    That is log(ratio) / log(q) where c / b and b / a are the same q. Sizes are whole numbers, so
    that they may differ a little, which tells in the differences of small ones.
    """
    a, b, c = sizes
    lower, upper = math.log(b / a), math.log(c / b)

    def differences(e: float) -> float:
        return math.expm1(e * upper) / -math.expm1(-e * lower) if e else upper / lower

    low, high = -STEEPEST, STEEPEST
    while high - low > 1e-9:
        middle = (low + high) / 2
        if differences(middle) < ratio:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True)
class Fit:
    """A sum of terms."""

    coefficients: tuple[tuple[Term, float], ...]
    rms: float
    """Root mean square of the relative errors."""

    def at(self, n: float) -> float:
        """Evaluate."""
        return sum(c * term.of(n) for term, c in self.coefficients)

    def superlinear(self, n: float) -> float:
        """Evaluate the superlinear part."""
        return sum(c * term.of(n) for term, c in self.coefficients if term.superlinear)

    def takes_over(self) -> float | None:
        """Compute the size at which the superlinear part is half of the whole, if it ever is."""
        low, high = 1.0, FAR
        if 2 * self.superlinear(high) < self.at(high) or not self.superlinear(high):
            return None
        while high - low > 1e-4 * high:
            middle = (low + high) / 2
            if 2 * self.superlinear(middle) < self.at(middle):
                low = middle
            else:
                high = middle
        return high


def believable(sizes: Sequence[float], values: Sequence[float]) -> Fit:
    """Fit a sum of terms, without superlinear ones that the values do not bear out.

    Such are small at the largest size; and a cube, which carries far, must make most of the value
    and fit well.
    """
    terms = TERMS
    while True:
        found = fit(sizes, values, terms)
        doubtful = {term.name for term, c in found.coefficients if _doubtful(found, term, c, sizes)}
        if not doubtful:
            return found
        terms = tuple(term for term in terms if term.name not in doubtful)


def _doubtful(found: Fit, term: Term, coefficient: float, sizes: Sequence[float]) -> bool:
    if not term.superlinear:
        return False
    part = coefficient * term.of(sizes[-1]) / found.at(sizes[-1])
    if term is CUBE and (part < CUBE_SHOWN or found.rms > CUBE_RMS):
        return True
    return part < SHOWN


def fit(sizes: Sequence[float], values: Sequence[float], terms: Sequence[Term] = TERMS) -> Fit:
    """Fit a sum of terms, none of them negative, with fewer terms than sizes.

    All subsets of the terms are tried; the one of least relative error wins, a further term
    having to gain something. Logarithms bend a sum so little that they fit any noise: they must
    halve the error that powers alone leave.
    """
    powers, least = _best(sizes, values, [term for term in terms if not term.logarithm])
    found, error = _best(sizes, values, terms)
    return found if error < HALF * least else powers


def _best(
    sizes: Sequence[float], values: Sequence[float], terms: Sequence[Term]
) -> tuple[Fit, float]:
    """Find the best fit of some terms, and its error with the penalty for each term."""
    greatest = max(values)
    if greatest <= 0:
        return Fit((), 0.0), 0.0
    # Errors are relative, but a value near 0 must not outweigh all others.
    weights = [greatest / max(value, 1e-3 * greatest) for value in values]
    # Each term is scaled to 1 at the largest size, which keeps the equations well conditioned.
    scales = [term.of(sizes[-1]) or 1.0 for term in terms]
    columns = [
        [w * t.of(n) / scale for n, w in zip(sizes, weights, strict=True)]
        for t, scale in zip(terms, scales, strict=True)
    ]
    wanted = [w * value / greatest for w, value in zip(weights, values, strict=True)]
    best, least = Fit((), math.inf), math.inf
    for count in range(1, min(len(terms), len(sizes) - 1) + 1):
        for chosen in combinations(range(len(terms)), count):
            solution = _least_squares([columns[i] for i in chosen], wanted)
            if solution is None or min(solution) < 0:
                continue
            rms = _rms([columns[i] for i in chosen], solution, wanted)
            if rms + TERM_PENALTY * count < least:
                least = rms + TERM_PENALTY * count
                pairs = zip(chosen, solution, strict=True)
                best = Fit(tuple((terms[i], greatest * c / scales[i]) for i, c in pairs), rms)
    return best, least


def _least_squares(
    columns: Sequence[Sequence[float]], wanted: Sequence[float]
) -> list[float] | None:
    """Solve the normal equations by elimination with pivots; None if they are singular."""
    rows = [[_dot(a, b) for b in columns] + [_dot(a, wanted)] for a in columns]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda i: abs(rows[i][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        if abs(rows[at][at]) < 1e-14:
            return None
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            for column in range(at, size + 1):
                rows[below][column] -= factor * rows[at][column]
    solution = [0.0] * size
    for at in reversed(range(size)):
        rest = sum(rows[at][i] * solution[i] for i in range(at + 1, size))
        solution[at] = (rows[at][size] - rest) / rows[at][at]
    return solution


def _rms(
    columns: Sequence[Sequence[float]], solution: Sequence[float], wanted: Sequence[float]
) -> float:
    errors = [
        sum(c * column[i] for c, column in zip(solution, columns, strict=True)) - value
        for i, value in enumerate(wanted)
    ]
    return math.sqrt(_dot(errors, errors) / len(errors))


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def _list(sizes: Sequence[int]) -> str:
    return ",".join(map(str, sizes))
