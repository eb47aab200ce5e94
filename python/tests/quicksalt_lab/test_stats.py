"""The statistics, against known results."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt_lab.ruler import stats
from quicksalt_lab.ruler.stats import Control, Interval, Verdict

VALUES = st.lists(st.floats(min_value=0.1, max_value=10), min_size=1, max_size=99)
ODD = VALUES.filter(lambda values: len(values) % 2 == 1)


def test_quantiles_interpolate() -> None:
    assert stats.median([3, 1, 2]) == 2
    assert stats.median([4, 1, 3, 2]) == 2.5
    assert stats.quantile([1, 2, 3, 4, 5], 0.25) == 2
    assert stats.quantile([10, 20], 0.25) == 12.5
    assert stats.median([7]) == 7
    with pytest.raises(ValueError, match="no values"):
        stats.median([])


@pytest.mark.parametrize("count", [7, 31, 63])
def test_the_interval_matches_many_resamples(count: int) -> None:
    rng = random.Random(count)
    values = sorted(rng.gauss(1, 0.1) for _ in range(count))
    medians = sorted(stats.median(rng.choices(values, k=count)) for _ in range(20_000))
    found = stats.bootstrap_interval(values)
    assert found.middle == stats.median(values)
    # At most one order statistic away: the share of resamples below an end is itself a sample.
    for end, share in ((found.low, 0.025), (found.high, 0.975)):
        sampled = medians[round(share * len(medians))]
        assert abs(values.index(end) - values.index(sampled)) <= 1


def test_the_interval_has_its_stated_coverage() -> None:
    rng = random.Random(5)
    runs = [[rng.gauss(1, 0.01) for _ in range(31)] for _ in range(2000)]
    covered = sum(stats.bootstrap_interval(run).contains(1) for run in runs)
    assert 0.92 <= covered / len(runs) <= 0.98


@given(ODD, st.floats(min_value=0.5, max_value=2))
def test_the_interval_is_ordered_and_scales(values: list[float], factor: float) -> None:
    found = stats.bootstrap_interval(values)
    assert min(values) <= found.low <= found.middle <= found.high <= max(values)
    scaled = stats.bootstrap_interval([factor * value for value in values])
    assert scaled.low == pytest.approx(factor * found.low)
    assert scaled.high == pytest.approx(factor * found.high)


def test_an_even_number_of_values_is_refused() -> None:
    with pytest.raises(ValueError, match="odd, not 4"):
        stats.bootstrap_interval([1, 2, 3, 4])


def test_ratios_pair_the_rounds_that_both_have() -> None:
    assert stats.paired([2, 6, 9], [1, 2]) == [2, 3]


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (1.021, 1.030, Verdict.SLOWER),
        (1.019, 1.030, Verdict.CANNOT_TELL),
        (0.970, 0.979, Verdict.FASTER),
        (0.970, 0.981, Verdict.CANNOT_TELL),
        (0.980, 1.020, Verdict.SAME),
        (0.970, 1.030, Verdict.CANNOT_TELL),
    ],
)
def test_verdicts_at_their_edges(low: float, high: float, verdict: Verdict) -> None:
    assert stats.judge(Interval(low, (low + high) / 2, high), 0.02) is verdict


@pytest.mark.parametrize("floor", [0.021, 0.1, 1.63])
def test_noise_makes_no_rows_equal(floor: float) -> None:
    """A ratio of 0.77 once counted as equal to 1, under an A/A noise floor of 163 %."""
    for middle in (0.772, 0.911, 0.97, 1.0, 1.15):
        wide = Interval(middle - 0.025, middle, middle + 0.025)
        assert stats.judge(wide, floor) is not Verdict.SAME
        assert stats.judge(Interval(0.99, 1, 1.01), floor) is Verdict.SAME


def test_a_margin_decides_equality() -> None:
    ratio = Interval(1.03, 1.04, 1.05)
    assert stats.judge(ratio, 0.02) is Verdict.SLOWER
    assert stats.judge(ratio, 0.02, margin=0.06) is Verdict.SAME


@pytest.mark.parametrize(
    ("low", "high", "state"),
    [
        (0.999, 1.001, Control.CLEAN),
        (1.0, 1.2, Control.CLEAN),
        (1.001, 1.009, Control.MISS),
        (1.009, 1.2, Control.MISS),
        (1.011, 1.012, Control.VOID),
        (0.991, 0.999, Control.MISS),
        (0.950, 0.989, Control.VOID),
    ],
)
def test_the_control_row(low: float, high: float, state: Control) -> None:
    assert stats.control(Interval(low, (low + high) / 2, high)) is state


def test_a_noisy_control_raises_the_threshold() -> None:
    assert stats.threshold(Interval(0.999, 1, 1.001)) == 0.02
    noisy = Interval(0.95, 1, 1.01)
    assert stats.floor(noisy) == pytest.approx(0.05)
    assert stats.threshold(noisy) == pytest.approx(0.05)
