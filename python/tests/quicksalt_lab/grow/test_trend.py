"""Exponents computed from all sizes, and growth without an exponent."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest

from quicksalt_lab.grow import report, words
from quicksalt_lab.grow.experiment import Point
from quicksalt_lab.grow.fit import believable
from quicksalt_lab.grow.trend import Kind, calls, trend
from quicksalt_lab.valgrind.counts import Counts

SIZES = (64, 128, 256, 512, 1024)


def of(function: Callable[[int], float], sizes: tuple[int, ...] = SIZES) -> list[float]:
    return [function(n) for n in sizes]


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([8, 8, 16, 16, 32], id="steps"),
        pytest.param([100, 900, 1000, 9000, 9100], id="leaps"),
        pytest.param([100, 500, 700, 750, 760], id="coming to its end"),
        pytest.param([900, 800, 700, 300, 100], id="going back"),
        pytest.param([0, 0, 0, 0, 90], id="nothing before the last size"),
        pytest.param([10, 20, 40, 80, 900], id="a leap at the last size"),
        pytest.param([100, 200, 400, 800, 1850], id="a leap that is less"),
    ],
)
def test_growth_without_an_exponent_is_unsteady(values: list[float]) -> None:
    found = trend(SIZES, values)
    assert found.kind is Kind.UNSTEADY
    assert not found.superlinear
    assert words.short(found) == "unsteady"
    assert words.grows(found) == "unsteadily"


def pairs_of_a_length(n: int) -> float:
    """Return how many of the n^2 pairs of numbers below n have equally many digits."""
    ends = [0, *(10**digits for digits in range(1, len(str(n - 1)))), n]
    return sum((b - a) ** 2 for a, b in pairwise(ends))


@pytest.mark.parametrize("first", [64, 100, 125, 250, 500, 777, 1000])
def test_a_square_with_leaps_at_digit_counts_is_recognized(first: int) -> None:
    sizes = tuple(first * 2**k for k in range(4))
    found = trend(sizes, of(lambda n: 5e3 + 20 * n + 30 * pairs_of_a_length(n), sizes))
    assert found.kind is Kind.POWER
    assert found.superlinear


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([100, 5000, 50000, 95000], id="what begins late"),
        pytest.param([100, 900, 1000, 9000], id="a unit of n that costs less once"),
        pytest.param([1000, 1900, 8000, 12000], id="hardly more than linear"),
        pytest.param([100, 200, 300, 5000], id="one leap"),
    ],
)
def test_other_leaps_have_no_exponent(values: list[float]) -> None:
    assert not trend((250, 500, 1000, 2000), values).superlinear


@pytest.mark.parametrize("base", [1.1, 1.618, 2, 3])
def test_two_to_the_n_is_exponential(base: float) -> None:
    sizes = (8, 12, 18, 27) if base > 1.2 else (64, 96, 144, 216)
    found = trend(sizes, of(lambda n: 1e6 + 7 * base**n, sizes))
    assert found.kind is Kind.EXPONENTIAL
    assert found.base == pytest.approx(base, rel=0.02)
    assert words.grows(found) == f"exponentially, as {found.base:.2f}^n"


@pytest.mark.parametrize("power", [0.5, 1, 1.5, 2, 3])
def test_all_sizes_agree_on_a_power(power: float) -> None:
    found = trend(SIZES, of(lambda n: 5e3 + 90 * n**power))
    assert (found.kind, found.exponent) == (Kind.POWER, pytest.approx(power, abs=0.01))
    assert found.spread < 0.01


def test_the_spread_of_exponents_is_reported() -> None:
    found = trend(SIZES, of(lambda n: 1e6 + 900 * n + 3 * n * n))
    assert 1.5 < found.last < 1.9
    assert words.grows(found).startswith(f"as n^{found.last:.2f} (1.")
    assert words.grows(found).endswith(f" to {found.last:.2f})")


def test_a_few_calls_have_no_exponent() -> None:
    assert calls(SIZES, [1, 2, 3, 4, 6]).kind is Kind.CONSTANT
    assert calls(SIZES, [1, 2, 4, 8, 16]).exponent == pytest.approx(1)
    assert calls(SIZES, [90, 91, 92, 94, 98]).kind is Kind.CONSTANT
    assert calls(SIZES, [5000, 5001, 5002, 5004, 5008]).kind is Kind.CONSTANT


@pytest.mark.parametrize("less", [0, 2, 4, 5])
def test_n_log_n_never_bends_upwards(less: float) -> None:
    """Sorting costs n log n - c n; its exponent is high at small sizes and falls."""
    values = of(lambda n: 1e5 + 40 * n * (math.log2(n) - less))
    found = trend(SIZES, values)
    assert found.flattens
    assert not found.superlinear
    assert not found.bends_upwards
    fit = believable(SIZES, values)
    assert fit.superlinear(1e6) == 0
    assert fit.at(16_384) == pytest.approx(1e5 + 40 * 16_384 * (14 - less), rel=0.01)
    if less:
        assert f"n log2 n - {40 * less} n" in words.mix(fit)


def test_a_power_between_two_whole_ones_is_a_term() -> None:
    fit = believable(SIZES, of(lambda n: 1e4 + 12 * n**1.5))
    assert [term.name for term, _ in fit.coefficients] == ["1", "n^1.50"]
    assert fit.at(1e5) == pytest.approx(12 * 1e5**1.5, rel=0.01)


@pytest.mark.parametrize(("square", "upwards"), [(0.1, False), (1, True), (10, True), (100, True)])
def test_a_square_that_begins_to_show_bends_upwards(square: float, upwards: bool) -> None:
    values = of(lambda n: 2e5 + 1000 * n + square * n * n)
    assert trend(SIZES, values).bends_upwards is upwards


@pytest.mark.parametrize("quotient", [2, 3, 4])
def test_a_square_begins_to_show_at_sizes_far_apart(quotient: float) -> None:
    sizes = tuple(1000 * quotient**i for i in range(4))
    square = 1000 * 0.2 / sizes[-1]
    values = [2e5 + 1000 * n + square * n * n for n in sizes]
    assert trend(sizes, values).bends_upwards


@pytest.mark.parametrize(
    "values",
    [
        pytest.param((2_177_231, 5_841_306, 12_619_409, 27_717_926), id="bzip2: 0.89, 1.16"),
        pytest.param((340_228, 593_179, 1_099_067, 2_213_244), id="base64: 1.00, 1.14"),
        pytest.param((255_099, 554_415, 1_162_739, 2_612_366), id="xz: 1.02, 1.25"),
        pytest.param((1_014_580, 1_982_407, 4_007_408, 8_358_292), id="jq's jv_free: 1.07, 1.10"),
    ],
)
def test_a_rise_that_no_sum_of_powers_fits_is_not_quadratic(
    values: tuple[int, ...],
) -> None:
    """Sound programs on real files, in which lines become longer with n."""
    assert not trend((1000, 2000, 4000, 8000), values).bends_upwards


@pytest.mark.parametrize(
    ("totals", "left_out"),
    [
        # A different algorithm for small sizes, and quadratic growth at larger sizes.
        ((150_077, 165_082, 40_193_080, 160_251_087, 640_367_107), (1000,)),
        ((1000, 2000, 4000, 8000, 16000), ()),
        # The last three sizes do not grow steadily.
        ((1000, 9000, 2000, 9000, 3000), ()),
        # Growth that has stopped cannot be compared with a limit.
        ((1000, 9000, 90_000, 90_000, 90_000), ()),
    ],
)
def test_the_longest_steady_tail_of_sizes_decides(
    totals: tuple[int, ...], left_out: tuple[int, ...]
) -> None:
    points = [Point(1000 << at, Counts(total=total)) for at, total in enumerate(totals)]
    assert report._left_out(points) == left_out


def test_an_unsteady_growth_says_which_sizes_to_add() -> None:
    assert words.further_sizes((1000, 2000, 4000)).endswith("such as 8,000, 16,000")
