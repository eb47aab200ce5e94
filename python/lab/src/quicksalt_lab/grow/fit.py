"""How a count grows with n: one exponent, or a sum of terms.

The exponent is computed from differences, in which a program's constant startup cost cancels. The
sum of terms is a least-squares fit with non-negative coefficients; it separates a linear from a
quadratic part and can be evaluated at other sizes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from quicksalt_lab.ruler.measure import LabError

FEWEST = 3
"""Minimum number of sizes for differences."""

STEEPEST = 30.0
"""Upper bound of the computed exponents."""

UNEVEN = 0.02
"""Relative tolerance for quotients of neighbouring sizes, because sizes are integers."""


class SizesError(LabError):
    """Sizes that do not allow computing an exponent."""


@dataclass(frozen=True)
class Term:
    """One term of growth, such as n log n."""

    name: str
    of: Callable[[float], float]
    superlinear: bool
    """Whether the term grows faster than n log n."""
    bent: bool = False
    """Whether the term is not an integer power of n, so that it also fits noise."""


TERMS: tuple[Term, ...] = (
    Term("1", lambda _: 1.0, False),
    Term("n", lambda n: n, False),
    Term("n log2 n", lambda n: n * math.log2(n), False, bent=True),
    Term("n^2", lambda n: n**2, True),
    Term("n^2 log2 n", lambda n: n**2 * math.log2(n), True, bent=True),
    Term("n^3", lambda n: n**3, True),
)

LINEAR, LOGARITHMIC = TERMS[1], TERMS[2]

HALF = 0.5
"""Bent terms are accepted if their error is below this fraction of the integer powers' error."""

PURE = 0.15
"""Maximum spread of local exponents of a single power of n."""

WHOLE = 0.08
"""An exponent this near to an integer is rounded to it."""

TERM_PENALTY = 0.0005
"""Relative error that an additional term must save to be accepted.

Without a penalty the sum with the most terms would always win, because it fits at least as well.
Counts have little noise, so a small penalty suffices; a larger one would hide small real terms.
"""

SUPERLINEAR = 1.3
"""Minimum exponent of a cost worse than n log n at small sizes."""

CERTAIN = 1.6
"""An exponent that n log n does not reach at any size."""

FALLS = 0.75
"""Maximum drop of a local exponent from one size to the next in steady growth."""

STRAIGHTENS = 0.25
"""When n doubles, the local exponent of n log n falls by at least this factor times the square of
its excess over 1. The excess is 1 / (ln n - c), so it falls by ln 2 times its square. The local
exponent of a power does not fall.
"""

BORNE_OUT = 2 / 3
"""Superlinear terms that are more than noise reduce the error of all other terms at least to this
fraction. A tree one level deeper at the largest size leaves 4/5; a cubic plus a linear part, of
which only a quadratic term is accepted, leaves 1/2."""

STRAIGHT = 0.5
"""A program counts as linear if its deviation is below this fraction of the deviation of one of its
costs."""

SHOWN = 0.05
"""A superlinear term below this share of the value at the largest size is treated as noise."""

CUBE = TERMS[-1]
CUBE_SHOWN = 0.5
CUBE_RMS = 0.02

FAR = 1e9
"""Maximum size reported for the superlinear part to take over."""


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


def local_exponents(sizes: Sequence[float], values: Sequence[float]) -> list[float]:
    """Compute the exponent at each three neighbouring sizes, for strictly increasing values."""
    return [
        _power(
            sizes[at : at + 3], (values[at + 2] - values[at + 1]) / (values[at + 1] - values[at])
        )
        for at in range(len(values) - 2)
    ]


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """Compute the exponent of growth from the last three values, without the constant part.

    If the differences do not grow, use the last two values directly; return 0 if nothing grows.
    """
    first, second, third = values[-3:]
    if second > first and third > second:
        return _power(sizes[-3:], (third - second) / (second - first))
    if second > 0 and third > 0:
        return math.log(third / second) / math.log(sizes[-1] / sizes[-2])
    # A cost that appears only at the last size does not have a measurable exponent.
    return 0.0


def _power(sizes: Sequence[float], ratio: float) -> float:
    """Find the e for which (c^e - b^e) / (b^e - a^e) is the ratio of the differences.

    If c / b and b / a equal the same q, e is log(ratio) / log(q). Because sizes are integers, the
    two quotients may differ slightly, which matters for differences of small sizes.
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
        """Evaluate the sum at n."""
        return sum(c * term.of(n) for term, c in self.coefficients)

    def superlinear(self, n: float) -> float:
        """Evaluate the superlinear part at n."""
        return sum(c * term.of(n) for term, c in self.coefficients if term.superlinear)

    def takes_over(self) -> float | None:
        """Compute the size at which the superlinear part reaches half of the total, if it does."""
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


def believable(sizes: Sequence[float], values: Sequence[float], *, shown: float = SHOWN) -> Fit:
    """Fit a sum of terms, without superlinear terms that the values do not support.

    An unsupported term contributes less than `shown` of the value at the largest size. A cubic term
    extrapolates far, so it must also make up most of the value and fit well. Values that flatten
    like n log n get no superlinear term.
    """
    terms = tuple(t for t in (*TERMS, *_power_of(sizes, values)) if not t.superlinear)
    if not flattens(sizes, values):
        terms = (*TERMS, *_power_of(sizes, values))
    while True:
        found = fit(sizes, values, terms)
        doubtful = {
            term.name for term, c in found.coefficients if _doubtful(found, (term, c), sizes, shown)
        }
        if not doubtful:
            return found
        terms = tuple(term for term in terms if term.name not in doubtful)


def bears_out(sizes: Sequence[float], values: Sequence[float]) -> bool:
    """Whether the values clearly have superlinear terms, rather than `n log n` with noise."""
    others = fit(sizes, values, tuple(term for term in TERMS if not term.superlinear))
    return believable(sizes, values).rms <= BORNE_OUT * others.rms


def agrees(sizes: Sequence[float], part: Sequence[float], whole: Sequence[float]) -> bool:
    """Whether the total deviates from every sum of non-superlinear terms, if a part of it does.

    The rest of a program is unlikely to deviate by the same amount in the other direction. If it
    does, cost only moves from one function to another, as in an allocator, and no power of n is
    added.
    """
    innocent = (TERMS[0], LINEAR, LOGARITHMIC)
    # With n log n at least two residuals must be left: a single one may be small by chance.
    counts = (2, 3) if len(whole) > FEWEST + 1 else (2,)
    return all(
        _off(sizes, whole, innocent[:count]) >= STRAIGHT * _off(sizes, part, innocent[:count])
        for count in counts
    )


def _off(sizes: Sequence[float], values: Sequence[float], terms: Sequence[Term]) -> float:
    """Compute the deviation of values from their best sum of terms, with any coefficients."""
    columns = [[term.of(n) / term.of(sizes[-1]) for n in sizes] for term in terms]
    rows = [[*(_dot(a, b) for b in columns), _dot(a, values)] for a in columns]
    solution = _eliminate(rows)
    return 0.0 if solution is None else _rms(columns, solution, values)


def flattens(sizes: Sequence[float], values: Sequence[float]) -> bool:
    """Whether the local exponents fall from size to size, like the exponents of `n log n - c n`."""
    if len(values) <= FEWEST or any(b <= a for a, b in pairwise(values)):
        return False
    found = local_exponents(sizes, values)
    doublings = math.log2(sizes[-1] / sizes[-2])
    return 1 <= found[-1] <= CERTAIN and all(
        STRAIGHTENS * doublings * (b - 1) ** 2 < a - b < FALLS for a, b in pairwise(found)
    )


def _power_of(sizes: Sequence[float], values: Sequence[float]) -> tuple[Term, ...]:
    """Return the term of a non-integer power, if the values look like a single power."""
    if any(b <= a for a, b in pairwise(values)):
        return ()
    found = local_exponents(sizes, values)
    power = sum(found) / len(found)
    if max(found) - min(found) > PURE or abs(power - round(power)) < WHOLE or power < SUPERLINEAR:
        return ()
    return (Term(f"n^{power:.2f}", lambda n: n**power, True, bent=True),)


def _doubtful(found: Fit, part: tuple[Term, float], sizes: Sequence[float], shown: float) -> bool:
    term, coefficient = part
    if not term.superlinear:
        return False
    share = coefficient * term.of(sizes[-1]) / found.at(sizes[-1])
    if term is CUBE and (share < CUBE_SHOWN or found.rms > CUBE_RMS):
        return True
    return share < shown


def fit(sizes: Sequence[float], values: Sequence[float], terms: Sequence[Term] = TERMS) -> Fit:
    """Fit a sum of non-negative terms, with fewer terms than sizes.

    All subsets of the terms are tried; the subset with the least relative error plus a penalty per
    term wins. Bent terms (not integer powers) also fit noise, so they must halve the error of the
    integer powers. In a sum with n log n the linear part may be negative, as it is for sorting.
    """
    if max(values) <= 0:
        return Fit((), 0.0)
    equations = _Equations(sizes, values, terms)
    powers, least = equations.best([i for i, term in enumerate(terms) if not term.bent], math.inf)
    found, _ = equations.best(range(len(terms)), HALF * least)
    return found or powers or Fit((), math.inf)


class _Equations:
    """The least-squares equations of all terms; each subset of terms uses its part of them."""

    def __init__(
        self, sizes: Sequence[float], values: Sequence[float], terms: Sequence[Term]
    ) -> None:
        self.sizes, self.terms = sizes, terms
        self.greatest = greatest = max(values)
        # Errors are relative, but a value near 0 must not outweigh all others.
        weights = [greatest / max(value, 1e-3 * greatest) for value in values]
        # Scaling each term to 1 at the largest size makes the equations well conditioned.
        self.scales = [term.of(sizes[-1]) or 1.0 for term in terms]
        self.columns = [
            [w * t.of(n) / scale for n, w in zip(sizes, weights, strict=True)]
            for t, scale in zip(terms, self.scales, strict=True)
        ]
        self.wanted = [w * value / greatest for w, value in zip(weights, values, strict=True)]
        self.products = [[_dot(a, b) for b in self.columns] for a in self.columns]
        self.sides = [_dot(column, self.wanted) for column in self.columns]

    def best(self, among: Sequence[int], below: float) -> tuple[Fit | None, float]:
        """Find the best fit and its error plus penalties; None if no error is less than `below`.

        Skip a subset if its penalty already exceeds the best error.
        """
        best: Fit | None = None
        least = below
        for count in range(1, min(len(among), len(self.sizes) - 1) + 1):
            if TERM_PENALTY * count >= least:
                break
            for chosen in combinations(among, count):
                solution = self._solve(chosen)
                if solution is None:
                    continue
                rms = _rms([self.columns[i] for i in chosen], solution, self.wanted)
                if rms + TERM_PENALTY * count < least:
                    least = rms + TERM_PENALTY * count
                    parts = zip(chosen, solution, strict=True)
                    scaled = ((i, self.greatest * c / self.scales[i]) for i, c in parts)
                    best = Fit(tuple((self.terms[i], c) for i, c in scaled), rms)
        return best, least

    def _solve(self, chosen: Sequence[int]) -> list[float] | None:
        rows = [[*(self.products[i][j] for j in chosen), self.sides[i]] for i in chosen]
        solution = _eliminate(rows)
        if solution is None or min(solution) >= 0:
            return solution
        sensible = _sensible([self.terms[i] for i in chosen], solution, self.sizes)
        return solution if sensible else None


def _sensible(terms: Sequence[Term], solution: Sequence[float], sizes: Sequence[float]) -> bool:
    """Whether all coefficients are non-negative, except n's in a positive `n log n - c n`.

    Coefficients are relative to the value at the largest size.
    """
    parts = dict(zip(terms, solution, strict=True))
    negative = [term for term in terms if parts[term] < 0]
    if not negative:
        return True
    if negative != [LINEAR] or LOGARITHMIC not in parts or any(t.superlinear for t in terms):
        return False
    first, last = sizes[0], sizes[-1]
    logarithmic = parts[LOGARITHMIC] * LOGARITHMIC.of(first) / LOGARITHMIC.of(last)
    return logarithmic + parts[LINEAR] * first / last > 0


def _eliminate(rows: list[list[float]]) -> list[float] | None:
    """Solve linear equations by Gaussian elimination with pivoting; None if singular."""
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
