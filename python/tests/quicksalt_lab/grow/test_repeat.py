"""Programs with varying behaviour, and the notes on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from quicksalt_lab.grow import repeat, verdict, words
from quicksalt_lab.grow.experiment import Plan, Point
from quicksalt_lab.grow.report import analyse, detail
from quicksalt_lab.valgrind.counts import Symbol, mean

from .conftest import need
from .made import MAIN, WORK, Of, counted_at, put_together, working

SIZES = (100, 200, 400, 800)


def points(work: Of) -> list[Point]:
    return counted_at(SIZES, lambda n: working(1000 + 50 * n, work(n)))


def test_an_origin_in_only_one_run_is_not_accused() -> None:
    found = put_together(points(lambda n: 3 * n * n), points(lambda n: 60 * n))
    assert found.origins == ()
    assert found.repeat is not None
    assert found.repeat.doubtful == ("work",)
    assert found.repeat.exponents == pytest.approx((1.96, 1.0), abs=0.03)
    assert words.percent(found.repeat.difference) == "66.7 %"
    first, second = words.notes(found)
    assert all(words.power(exponent) in first for exponent in found.repeat.exponents)
    assert " work " in second
    assert detail(found)["repeat"]["doubtful"] == ("work",)


def test_a_limit_must_be_exceeded_in_both_runs() -> None:
    one = put_together(points(lambda n: 3 * n * n), points(lambda n: 60 * n))
    assert list(verdict.exceeds(one, 1.3)) == []
    both = put_together(points(lambda n: 3 * n * n), points(lambda n: 5 * n * n))
    assert words.power(both.growth.exponent).startswith("n^1.9")
    assert words.power(both.growth.exponent) in next(verdict.exceeds(both, 1.3))


def test_unattributed_growth_is_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The growth may be chance, because a program's startup cost varies."""
    first = points(lambda n: 3 * n * n)
    for point in first:
        del point.counts.own[WORK], point.counts.calls[MAIN, WORK]
        parts = {Symbol("./a", "a.c", f"part{i}"): 3 * point.n**2 / 25 for i in range(25)}
        point.counts.own.update(parts)
    asked = []

    def run(plan: Plan, *_: object, **__: object) -> list[Point]:
        asked.append(plan.sizes)
        return first[: len(plan.sizes)]

    monkeypatch.setattr(repeat.experiment, "run", run)
    plan = Plan(("./a", "{n}"), SIZES)
    found = repeat.judged(plan, tmp_path, first, lambda runs: analyse(runs, ("./a",)))
    assert found.origins == ()
    assert asked == [SIZES[:1]]


def test_an_origin_in_both_runs_is_reported_once_with_means() -> None:
    found = put_together(points(lambda n: 3 * n * n), points(lambda n: 5 * n * n))
    assert [origin.symbol for origin in found.origins] == [WORK]
    assert found.growth.own[WORK] == tuple(4.0 * n * n for n in SIZES)
    (said,) = words.notes(found)
    assert words.power(found.growth.exponent) not in said


def test_the_mean_of_two_runs() -> None:
    (first, *_), (second, *_) = points(lambda n: 10 * n), points(lambda n: 20 * n)
    found = mean(first.counts, second.counts)
    assert found.total == sum(found.own.values()) == 7500
    assert (found.calls[MAIN, WORK].count, found.calls[MAIN, WORK].cost) == (1, 1500)


RUNS = """
import sys
with open(sys.argv[2], "a+") as file:
    file.write(".")
    file.flush()
    file.seek(0)
    runs = len(file.read())
[i for i in range(int(sys.argv[1]) ** 2 * (1 + runs // 4))]
"""


@pytest.mark.slow
def test_a_program_that_differs_is_run_twice(tmp_path: Path) -> None:
    """The program does twice the work in every run after the third."""
    need("valgrind")
    import sys

    from quicksalt_lab.grow import experiment

    command = (sys.executable, "-I", "-S", "-c", RUNS, "{n}", str(tmp_path / "runs"))
    plan = Plan(command, (200, 400, 800))
    first = list(experiment.run(plan, tmp_path, timed=False))
    found = repeat.judged(plan, tmp_path, first, lambda runs: analyse(runs, command))
    assert found.repeat is not None
    assert len((tmp_path / "runs").read_text()) == 6
    assert found.growth.totals[-1] > first[-1].counts.total
