"""Time that instruction counts do not show, and the search for sizes by time."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from quicksalt_lab.grow import first_look, verdict, words
from quicksalt_lab.grow.experiment import Plan
from quicksalt_lab.grow.fit import check_sizes
from quicksalt_lab.grow.report import Report, analyse, detail
from quicksalt_lab.grow.timing import MOSTLY, Timing, timing
from quicksalt_lab.valgrind import tool
from quicksalt_lab.valgrind.tool import CommandError, Native

from ..conftest import Fails, Said
from .conftest import Compile, need
from .made import Of, costing

SIZES = tuple(64 << at for at in range(9))


def native(cpu: float, kernel: float = 0.0) -> Native:
    """Return native times; the fastest of several runs counts."""
    return Native((cpu, 2 * cpu), (cpu + 0.003, cpu), (kernel + 0.003, kernel), 1000)


def report(seconds: Of, *, instructions: Of = lambda n: 1e5 + 300 * n, kernel: float = 0) -> Report:
    timed = [(float(n), native(seconds(n), kernel * seconds(n))) for n in SIZES]
    counts = [instructions(n) for n in SIZES[:4]]
    return costing(SIZES[:4], counts, timed=timing(timed))


def last(seconds: float, power: float) -> Of:
    """Return a time that grows to `seconds` at the largest size."""
    return lambda n: 0.002 + seconds * (n / SIZES[-1]) ** power


@pytest.mark.parametrize("power", [1.7, 2, 3])
def test_faster_growing_time_is_attributed(power: float) -> None:
    found = report(last(0.5, power), kernel=0.9)
    assert found.excess is not None
    assert found.excess.time == pytest.approx(power, abs=0.01)
    assert found.excess.instructions == pytest.approx(1, abs=0.01)
    assert (found.excess.n, found.excess.kernel) == (16_384, pytest.approx(0.9))
    assert detail(found)["processor_time"]["exponent"] == found.excess.time
    (said,) = words.warnings(found)
    for figure in (words.power(found.excess.time), words.power(found.excess.instructions)):
        assert figure in said
    less = report(last(0.5, power), kernel=0.1)
    assert less.excess is not None
    assert less.excess.kernel == pytest.approx(0.1)
    (other,) = words.warnings(less)
    assert "memory" in other
    assert "memory" not in said


@pytest.mark.parametrize(
    ("seconds", "instructions"),
    [
        pytest.param(last(0.5, 1.1), lambda n: 300 * n, id="nearly as the instructions"),
        pytest.param(last(0.5, 2), lambda n: 3 * n * n, id="as the instructions"),
        pytest.param(last(0.02, 2), lambda n: 300 * n, id="too short to tell"),
        pytest.param(lambda n: 0.2 + 0.001 * math.sin(n), lambda n: 300 * n, id="noise"),
        pytest.param(last(0.5, 4), lambda n: 2.0 ** (n / 20), id="exponential"),
    ],
)
def test_time_is_not_blamed_without_need(seconds: Of, instructions: Of) -> None:
    assert words.warnings(report(seconds, instructions=instructions)) == []


@pytest.mark.parametrize("power", [0.3, 1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("count", [3, 4, 5, 9])
def test_the_warning_has_the_exponent_that_the_table_has(power: float, count: int) -> None:
    """Sizes near the smallest do not distort the exponent: their cost is not only startup."""
    sizes = tuple(map(float, SIZES[:count]))
    found = Timing(sizes, tuple(3 + n**power for n in sizes), (0.0,) * count)
    assert found.exponent == pytest.approx(power, abs=0.01)
    assert found.exponent_of(lambda n: 1e6 + 7 * n**power) == pytest.approx(power, abs=0.01)


def test_time_does_not_exceed_a_limit() -> None:
    found = report(last(0.5, 3))
    assert found.excess is not None
    assert found.origins == ()
    assert list(verdict.exceeds(found, 1.2)) == []


@pytest.mark.parametrize(
    ("seconds", "sizes"),
    [
        ([0.001] * 6 + [0.01, 0.05, 0.2, 0.5], (128, 256, 512, 1024, 2048)),
        ([0.001, 0.002, 0.01, 0.08, 0.64], (16, 32, 64, 128)),
        ([0.001, 0.01, 1.0], (16, 20, 25, 32)),
        ([0.001, 1.0], (2, 4, 8, 16)),
    ],
)
def test_sizes_that_are_quick_enough_are_counted(
    seconds: list[float], sizes: tuple[int, ...]
) -> None:
    found = first_look.counted([(16 << at, native(s)) for at, s in enumerate(seconds)])
    assert found == sizes
    check_sizes(found)


def plan(script: str) -> Plan:
    return Plan(("sh", "-c", script), (1, 2, 4))


def test_doubling_ends_where_the_program_does(monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    monkeypatch.setattr(first_look, "LARGEST", 1024)
    found = first_look.look(plan("test {n} -le 200"))
    assert found.timing.sizes == (16, 32, 64, 128)
    assert found.sizes == (16, 32, 64, 128)
    said(found.ended, "fails")
    found = first_look.look(plan("test {n} -ge 200"))
    assert found.timing.sizes == (256, 512, 1024)
    said(found.ended, "is quick")


def test_a_program_that_never_works_is_an_error(fails: Fails) -> None:
    with fails(CommandError):
        first_look.look(plan("exit 3; {n}"))


def test_a_run_that_would_not_end_is_ended(fails: Fails) -> None:
    with fails(CommandError):
        tool.native(["sh", "-c", "while :; do :; done"], repeats=1, most_s=1)


@pytest.mark.slow
def test_work_of_the_kernel_is_seen(compiled: Compile, tmp_path: Path) -> None:
    """The program reads n^2 bytes from `/dev/zero`, but in only n steps."""
    need("valgrind")
    from quicksalt_lab.grow import experiment

    timed = Plan((str(compiled("kernel.c")), "{n}"), (1, 2, 4))
    found = first_look.look(timed)
    counted = Plan(timed.command, found.sizes)
    points = list(experiment.run(counted, tmp_path, timed=False))
    grown = analyse(points, timed.command, timed=found.timing)
    assert grown.growth.exponent == pytest.approx(1, abs=0.05)
    assert grown.excess is not None
    assert grown.excess.kernel > MOSTLY
    assert grown.origins == ()
