"""Exponents and sums of terms, tested on known functions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt_lab.grow.fit import SizesError, believable, check_sizes, exponent, fit

from ..conftest import Fails

SIZES = (64, 128, 256, 512)


@given(
    st.floats(0, 1e9),
    st.floats(1, 1e4),
    st.floats(0.2, 3),
    st.sampled_from([SIZES, (10, 30, 90), (100, 1000, 10_000)]),
)
def test_the_constant_part_cancels(start: float, c: float, power: float, sizes: list[int]) -> None:
    values = [round(start + c * n**power) for n in sizes]
    differences = values[-1] - values[-2], values[-2] - values[-3]
    if min(differences) > 1000 and differences[0] > differences[1]:
        assert exponent(sizes, values) == pytest.approx(power, abs=0.05)


@pytest.mark.parametrize("sizes", [(1, 2, 3), (10, 14, 20), (3, 5, 8), (50, 71, 100)])
@pytest.mark.parametrize("power", [-0.5, 0.5, 1, 1.5, 2, 3])
def test_rounded_sizes_do_not_change_the_exponent(sizes: tuple[int, ...], power: float) -> None:
    values = [100 + 7 * math.copysign(n**power, power) for n in sizes]
    assert exponent(sizes, values) == pytest.approx(power, abs=1e-6)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((7, 7, 7), 0),
        ((0, 0, 0), 0),
        ((0, 0, 9), 0),
        ((5, 9, 18), math.log2(9 / 4)),
        # The differences do not grow: use the last two values unchanged.
        ((5, 5, 10), 1),
        ((9, 8, 4), -1),
    ],
)
def test_exponents_of_constant_differences(values: tuple[int, ...], expected: float) -> None:
    assert exponent((1, 2, 4), values) == pytest.approx(expected)


@pytest.mark.parametrize(
    "sizes",
    [
        (),
        (64, 128),
        (0, 1, 2),
        (64, 32, 128),
        (64, 64, 128),
        (100, 200, 300),
        (100, 200, 400, 900),
        (100, 101, 102),
    ],
    ids=str,
)
def test_sizes_that_do_not_form_a_series_are_rejected(sizes: tuple[int, ...], fails: Fails) -> None:
    with fails(SizesError):
        check_sizes(sizes)


@pytest.mark.parametrize("sizes", [(64, 128, 256), (1, 2, 4, 8), (10, 32, 100, 316), (3, 9, 27)])
def test_sizes_that_form_a_series_are_accepted(sizes: tuple[int, ...]) -> None:
    assert check_sizes(sizes) == pytest.approx(sizes[-1] / sizes[-2], rel=0.03)


@given(
    *[st.sampled_from([0.0, 1.0])] * 2, st.floats(10, 1e6), st.floats(10, 1e6), st.floats(1, 1e4)
)
def test_a_sum_of_terms_is_recovered(
    with_start: float, with_linear: float, start: float, linear: float, square: float
) -> None:
    """A fitted sum predicts its original far beyond the data."""

    def of(n: float) -> float:
        return with_start * start * 1000 + with_linear * linear * n + square * n * n

    found = fit(SIZES, [of(n) for n in SIZES])
    assert all(coefficient >= 0 for _, coefficient in found.coefficients)
    assert found.at(512) == pytest.approx(of(512), rel=0.01)


def test_the_mix_of_the_2008_program() -> None:
    # Counts that callgrind reported for such a program, and their terms.
    found = fit((50, 100, 200, 400), (1_564_818, 4_318_300, 13_773_745, 48_466_404))
    terms = {term.name: coefficient for term, coefficient in found.coefficients}
    assert terms == {
        "1": pytest.approx(126_700, rel=0.001),
        "n": pytest.approx(15_606, rel=0.001),
        "n^2": pytest.approx(263.1, rel=0.001),
    }
    assert found.takes_over() == pytest.approx(67, abs=1)
    assert found.rms < 1e-4


def test_n_log_n_is_no_fault() -> None:
    found = believable(SIZES, [5e4 + 30 * n * math.log2(n) for n in SIZES])
    assert [term.name for term, _ in found.coefficients] == ["1", "n log2 n"]
    assert found.takes_over() is None
    assert found.superlinear(1e6) == 0


def test_a_wobble_adds_no_term() -> None:
    values = [1e5 * n + 4 * n**2 for n in SIZES]
    assert any(term.superlinear for term, _ in fit(SIZES, values).coefficients)
    assert not any(term.superlinear for term, _ in believable(SIZES, values).coefficients)


def test_a_cubic_term_must_dominate() -> None:
    mostly = [100 * n + n**3 for n in SIZES]
    assert [t.name for t, _ in believable(SIZES, mostly).coefficients][-1] == "n^3"
    hardly = [1e5 * n + 0.05 * n**3 for n in SIZES]
    assert "n^3" not in [t.name for t, _ in believable(SIZES, hardly).coefficients]


def test_zero_costs_have_no_terms() -> None:
    found = fit(SIZES, (0, 0, 0, 0))
    assert (found.at(1e6), found.takes_over()) == (0, None)


def test_noise_is_not_fitted_by_logarithms() -> None:
    # GnuTLS 3.7 on 64 to 512 certificates and on 4000: hash table chains, some of them longer.
    values, far = (22_756_253, 50_993_627, 128_713_501, 273_622_270), 9_828_132_702
    found = believable(SIZES, values)
    assert not any(term.bent for term, _ in found.coefficients)
    assert found.at(4000) == pytest.approx(far, rel=0.2)
    # A curve that only a logarithm bends is still recognized.
    for of in (lambda n: n * math.log2(n), lambda n: n * n * math.log2(n)):
        ((term, _),) = believable(SIZES, [of(n) for n in SIZES]).coefficients
        assert term.bent
