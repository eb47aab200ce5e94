"""Functions that must not be accused, in particular not by a projection."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from quicksalt_lab.grow import verdict, words
from quicksalt_lab.grow.report import Report
from quicksalt_lab.grow.verdict import Outcome, judge
from quicksalt_lab.valgrind.counts import Counts, Symbol

from .made import MAIN, WORK, Of, analysed, costing, counted, series, working

SIZES = (250, 500, 1000, 2000)


def report(own: Callable[[int], float], *, linear: float = 300) -> Report:
    """Return a report in which `main`, linear itself, calls `work` once."""
    return analysed(SIZES, lambda n: working(linear * n, own(n)), to=16 * SIZES[-1])


def far(found: Report) -> list[Symbol]:
    """List the origins in the projection."""
    assert found.projection is not None
    return [origin.symbol for origin in found.projection.origins]


@pytest.mark.parametrize(
    "own",
    [
        pytest.param(lambda n: 60 * n * (math.log2(n) - 4), id="introsort"),
        pytest.param(lambda n: 60 * n * (math.log2(n) - 6.5), id="merging runs"),
        pytest.param(lambda n: 9 * 2 ** math.ceil(math.log2(n) + 0.3), id="a table that doubles"),
        pytest.param(lambda n: 1000 * n + 40 * n * math.sin(n), id="noise"),
        pytest.param(lambda n: 800 * n + 60 * n * math.log2(n), id="linear and n log n"),
    ],
)
def test_linear_functions_are_not_accused(own: Callable[[int], float]) -> None:
    found = report(own)
    assert found.origins == ()
    assert far(found) == []
    assert list(verdict.exceeds(found, 1.3)) == []


def test_a_projection_does_not_exceed_a_limit() -> None:
    found = report(lambda n: 0.02 * n * n, linear=2000)
    assert far(found) == [WORK]
    assert found.origins == ()
    assert list(verdict.exceeds(found, 1.3)) == []


def test_a_collector_that_starts_at_the_largest_size_exceeds_no_limit() -> None:
    collector = Symbol("./a", "minor_gc.c", "caml_oldify_one")

    def collecting(n: int) -> Counts:
        collected = 590_000 * (n == SIZES[-1])
        return counted({MAIN: 100 * n * math.log2(n), collector: collected})

    found = analysed(SIZES, collecting)
    assert found.growth.trend.superlinear
    assert list(verdict.exceeds(found, 1.2)) == []


def test_n_to_the_1_5_per_call_is_reported() -> None:
    """`work` is called n times and costs n^1.42 in total: less than half a power above n."""
    found = analysed(SIZES, lambda n: working(30 * n, 8 * n**1.42, times=n))
    assert [origin.symbol for origin in found.origins] == [WORK]


def test_three_sizes_are_said_to_be_too_few() -> None:
    found = costing(SIZES[:3], (5_100_000, 5_000_000 + 331_000, 6_250_000))
    assert found.growth.trend.superlinear
    assert words.NO_PART not in words.total(found)


def over(sizes: tuple[int, ...], own: tuple[int, ...], *, to: float | None = None) -> Report:
    """Return a report in which `main` calls `work` once, with these costs by size."""
    costs = dict(zip(sizes, own, strict=True))
    return analysed(sizes, lambda n: working(50 * n, costs[n]), to=to)


def test_a_tree_that_is_a_level_deeper_at_the_end_is_not_on_the_way_to_a_square() -> None:
    """A BTreeMap of Rust with 1000 to 8000 words; its exponents are 1.04 and 1.19."""
    costs = (804_827, 1_757_202, 3_716_297, 8_191_216)
    assert far(over(series(4), costs, to=128_000)) == []
    square = tuple(250 * n + n * n // 200 for n in series(4))
    assert far(over(series(4), square, to=128_000)) == [WORK]


def test_a_leap_between_three_sizes_is_reported_without_an_accusation() -> None:
    """The line comparison in `diff`: n^1.54 at 2500, 5000 and 10000 lines, and n^1 beyond."""
    sizes = (2500, 5000, 10_000)
    costs = (1_200_000, 2_131_500, 4_840_300)
    found = over(sizes, costs, to=160_000)
    assert found.origins == ()
    assert far(found) == []
    assert [(o.symbol, round(o.exponent, 2)) for o in found.doubted] == [(WORK, 1.54)]
    assert len(words.notes(found)) == 1


def test_a_square_is_seen_over_three_sizes() -> None:
    found = over((250, 500, 1000), (62_500, 250_000, 1_000_000))
    assert [origin.symbol for origin in found.origins] == [WORK]
    assert found.doubted == ()


def test_a_filling_table_is_not_accused_for_a_small_projected_share() -> None:
    """Lookups in GCC's preprocessor take longer until their table is doubled."""
    costs = {
        1000: (21_908_855 - 826_531, 826_531),
        2000: (28_233_865 - 1_065_035, 1_065_035),
        4000: (40_879_435 - 1_561_692, 1_561_692),
        8000: (66_454_915 - 2_642_936, 2_642_936),
    }
    found = analysed(costs, lambda n: working(*costs[n], times=n), to=128_000)
    assert far(found) == []


def test_calls_that_move_between_callers_accuse_no_function() -> None:
    """Intermediate code that is charged to its callers divides its calls among them by cost."""
    other, loop = Symbol("./a", "a.c", "other"), Symbol("./a", "a.c", "loop")
    shares = dict(zip(SIZES, (13, 53, 246, 1040), strict=True))

    def going_over(n: int) -> Counts:
        share = shares[n]
        flows = {(MAIN, loop): (share, 5 * n * share)}
        flows[MAIN, other] = 1, 30 * n + 5 * n * (n - share)
        flows[other, loop] = n - share, 5 * n * (n - share)
        return counted({MAIN: 10 * n, other: 30 * n, loop: 5 * n * n}, flows)

    assert [origin.symbol for origin in analysed(SIZES, going_over).origins] == [loop]


LINEAR, LOGARITHMIC = (lambda n: n), (lambda n: n * math.log2(n))
WAYS = ("own", "calls", "circle")


def parted(way: str, sizes: tuple[int, ...], whole: Of, part: Of) -> Report:
    """Charge a part of the cost to `work`: as own cost, in its calls, or in a cycle."""
    leaf, other = Symbol("./a", "a.c", "leaf"), Symbol("./a", "a.c", "other")

    def run(n: int) -> Counts:
        flows = {(MAIN, WORK): (1, part(n))}
        if way == "calls":
            flows[WORK, leaf] = part(n) / 9, part(n)
        if way == "circle":
            flows[WORK, other] = flows[other, WORK] = n, part(n)
        doer = leaf if way == "calls" else WORK
        return counted({MAIN: whole(n) - part(n), doer: part(n)}, flows)

    return analysed(sizes, run)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("power", [1.36, 1.54, 2.0])
@pytest.mark.parametrize("share", [0.06, 0.16, 0.4])
@pytest.mark.parametrize(
    ("count", "innocent"), [(3, LINEAR), (4, LINEAR), (5, LINEAR), (5, LOGARITHMIC)]
)
def test_a_part_must_bend_the_total(
    way: str, power: float, share: float, count: int, innocent: Of
) -> None:
    """Cost that moves from one function of an allocator to another adds no power of n."""
    sizes = series(count)
    last = sizes[-1]

    def part(n: float) -> float:
        return share * 13_000 * last * (n / last) ** power

    def rest(n: float) -> float:
        return 194_700 + (1 - share) * 13_000 * last * innocent(n) / innocent(last)

    noise = parted(way, sizes, lambda n: 194_700 + 13_000 * innocent(n), part)
    assert (noise.origins, noise.doubted, judge(noise, 1.3).outcome) == ((), (), Outcome.OK)
    fault = parted(way, sizes, lambda n: rest(n) + part(n), part)
    assert [o.symbol for o in (*fault.origins, *fault.doubted)] == [WORK]
