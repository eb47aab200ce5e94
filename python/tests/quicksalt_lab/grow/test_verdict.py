"""Sentence, warnings, last line, JSON and exit code agree for any counts."""

from __future__ import annotations

import io
import json
import math
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from quicksalt_lab.cli import grow as command
from quicksalt_lab.cli import show_grow
from quicksalt_lab.grow import words
from quicksalt_lab.grow.experiment import Point
from quicksalt_lab.grow.report import Repeat, Report, analyse, detail
from quicksalt_lab.grow.timing import Timing
from quicksalt_lab.grow.trend import Kind
from quicksalt_lab.grow.verdict import Outcome, Who, judge
from quicksalt_lab.valgrind.counts import Counts, Symbol

from .made import MAIN, WORK, Of, analysed, costing, counted, series, taking, working

COLLECTOR = Symbol("./a", "gc.c", "GC_mark")
CODES = {Outcome.OK: 0, Outcome.OVER: 1, Outcome.CANNOT_TELL: 5}


@st.composite
def costs(draw: st.DrawFn, count: int) -> list[float]:
    """Draw a cost by size: a power with a constant part, steps, a leap, or arbitrary values."""
    sizes = series(count)
    start = draw(st.sampled_from([0, 100, 150_000, 50_000_000]))
    factor = draw(st.sampled_from([0.0, 0.001, 1.0, 40.0]))
    power = draw(st.sampled_from([0.5, 1.0, 1.2, 1.54, 2.0, 3.0]))
    late = draw(st.sampled_from([0, 0, 3000, 9000]))
    shape = draw(st.sampled_from(["power", "log", "steps", "late", "ends", "any"]))
    if shape == "any":
        return draw(st.lists(st.integers(0, 10**6).map(float), min_size=count, max_size=count))
    values = {
        "power": lambda n: n**power,
        "log": lambda n: n * math.log2(n),
        "steps": lambda n: 2.0 ** math.ceil(math.log2(n) * power),
        "late": lambda n: n**power if n > late else 0.0,
        "ends": lambda n: min(n, 4000.0) ** power,
    }
    return [start + round(factor * values[shape](n)) for n in sizes]


@st.composite
def reports(draw: st.DrawFn) -> Report:
    count = draw(st.integers(3, 6))
    sizes = series(count)
    rows = [draw(costs(count)) for _ in range(3)]
    rows[2] = draw(st.sampled_from([rows[2], [0.0] * count]))
    points = []
    for n, *own in zip(sizes, *rows, strict=True):
        costs_of = dict(zip((MAIN, WORK, COLLECTOR), own, strict=True))
        points.append(Point(n, counted(costs_of, {(MAIN, WORK): (1, own[1])})))
    power = draw(st.sampled_from([0.5, 1.0, 1.5, 2.0]))
    seconds = [0.001 + draw(st.sampled_from([0.0, 0.5])) * (n / sizes[-1]) ** power for n in sizes]
    timed = Timing(tuple(map(float, sizes)), tuple(seconds), (0.0,) * count)
    found = analyse(points, ("./a",), to=draw(st.sampled_from([None, 10**6])), timed=timed)
    if not draw(st.booleans()):
        return found
    low = draw(st.sampled_from([1.0, found.growth.exponent]))
    names = tuple(draw(st.sampled_from([(), ("work",)])))
    return replace(found, repeat=Repeat(0.1, (low, found.growth.exponent), names))


LIMITS = st.sampled_from([None, 0.9, 1.2, 1.5, 2.5])


@given(reports(), LIMITS)
def test_all_outputs_of_a_report_agree(found: Report, limit: float | None) -> None:
    judged = judge(found, limit)
    trend, said = found.growth.trend, judged.sentence
    named = bool(found.origins)
    assert bool(judged.over) == (judged.outcome is Outcome.OVER)
    assert bool(judged.line) == (named and judged.outcome is not Outcome.CANNOT_TELL)
    assert named == (judged.who is Who.NAMED)
    untold = judged.outcome is Outcome.CANNOT_TELL
    assert untold == (judged.who in (Who.UNKNOWN, Who.NO_GROWTH)) or named
    ended = judged.who is Who.NO_GROWTH and found.excess is None
    assert ("cannot" in said.lower()) == (untold and not ended)
    if judged.who is Who.NO_GROWTH:
        assert (named, found.doubted, found.grows) == (False, (), False)
    if judged.who in (Who.NOBODY, Who.NOBODY_YET):
        assert (found.excess, trend.superlinear) == (None, False)
        far = found.projection is not None and bool(found.projection.origins)
        assert far == (judged.who is Who.NOBODY_YET)
        assert trend.kind in (Kind.POWER, Kind.EXPONENTIAL)
        assert bool(found.doubted) == ("certainly" in said)
    if named or trend.kind is Kind.UNSTEADY:
        assert words.NO_PART not in words.total(found)
    if found.stop is not None:
        assert judged.outcome is not Outcome.OK or named
        assert "larger" not in said


@given(reports(), st.sampled_from([0.9, 1.2, 1.5, 2.5]))
def test_passing_reports_are_within_the_limit(found: Report, limit: float) -> None:
    judged = judge(found, limit)
    if judged.outcome is not Outcome.OK:
        return
    assert found.growth.trend.kind in (Kind.POWER, Kind.EXPONENTIAL)
    assert all(origin.exponent <= limit for origin in (*found.origins, *found.doubted))
    assert found.excess is None or found.excess.time <= limit
    least = min(found.growth.exponent, found.work.exponent)
    assert least <= limit
    if found.growth.exponent > limit + words.WIDE:
        assert words.grows(found.work) in judged.sentence


def profile(n: int, main: float, work: float) -> str:
    return (
        f"version: 1\ncreator: hand\ncmd: ./a {n}\npositions: line\nevents: Ir\n"
        f"ob=/bin/a\nfl=a.c\nfn=main\n37 {main:.0f}\ncfn=work\ncalls=1 5\n2 {work:.0f}\n"
        f"fn=work\n5 {work:.0f}\ntotals: {main + work:.0f}\n"
    )


def run(folder: Path, rows: Sequence[tuple[float, float]], limit: float | None) -> tuple[int, str]:
    paths = []
    for n, row in zip(series(len(rows)), rows, strict=True):
        paths.append(folder / f"callgrind.out.{n}")
        paths[-1].write_text(profile(n, *row))
    limits = [] if limit is None else ["--max-exponent", str(limit)]
    arguments = ["--from", "--json", str(folder / "json"), *limits, *map(str, paths)]
    result = CliRunner().invoke(command.grow, arguments)
    return result.exit_code, result.output


def kept(folder: Path) -> dict[str, Any]:
    """Return the JSON that the command wrote."""
    found: dict[str, Any] = json.loads((folder / "json").read_text())["detail"]
    return found


@given(st.integers(3, 5).flatmap(lambda n: st.tuples(costs(n), costs(n))), LIMITS)
def test_exit_code_matches_the_verdict(
    rows: tuple[list[float], list[float]], limit: float | None
) -> None:
    pairs = list(zip(*rows, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        code, output = run(Path(folder), pairs, limit)
        found = kept(Path(folder))
    last = output.strip().splitlines()[-1]
    names = [origin["name"] for origin in found["origins"]]
    assert code == CODES[Outcome(found["verdict"]["outcome"])]
    assert (found["exponent"] is None) == (found["trend"]["kind"] == "unsteady")
    assert last.startswith("a.c:") == (bool(names) and code != 5)
    assert bool(names) == (found["verdict"]["who"] == Who.NAMED)
    assert (Outcome.OVER in output) == (code == 1)
    assert " ".join(found["verdict"]["sentence"].split()) in " ".join(output.split())


@pytest.mark.parametrize("instructions", [lambda n: 9e4 + 17 * n, lambda _: 9e4])
def test_time_missing_in_counts_prevents_a_pass(instructions: Of) -> None:
    slow = taking(series(5), lambda n: 0.001 + 0.5 * (n / 16_000) ** 2)
    found = costing(series(5), [instructions(n) for n in series(5)], timed=slow)
    for limit in (None, 1.3):
        judged = judge(found, limit)
        assert (judged.outcome, judged.line) == (Outcome.CANNOT_TELL, "")
        assert judged.who is (Who.UNKNOWN if found.grows else Who.NO_GROWTH)
        assert found.excess is not None
        assert words.power(found.excess.time) == "n^2.00"
        assert "n^2.00" in judged.sentence
    grows = instructions(2) > instructions(1)
    assert judge(found, 2.5).outcome is (Outcome.OK if grows else Outcome.CANNOT_TELL)


def test_work_that_hardly_grows_names_no_function(tmp_path: Path) -> None:
    """`work` grows as n^3, but to only 0.03 % of the total."""
    rows = [(151_321.0, 10.0), (151_321.0, 14.0), (151_321.0, 54.0)]
    assert run(tmp_path, rows, None)[0] == 5
    assert kept(tmp_path)["verdict"]["who"] == Who.NO_GROWTH


def test_an_undecided_growth_over_three_sizes_passes_no_limit(tmp_path: Path) -> None:
    rows = [(50 * n, 9 * (n / 9) ** 1.5) for n in series(3)]
    assert run(tmp_path, rows, 1.2)[0] == 5
    assert kept(tmp_path)["verdict"]["who"] == Who.UNKNOWN
    assert [origin["name"] for origin in kept(tmp_path)["doubted"]] == ["work"]
    assert run(tmp_path, rows, 1.9)[0] == 0


def test_growth_spread_over_all_functions_names_no_single_one() -> None:
    each = [Symbol("./a", "a.c", f"f{i}") for i in range(25)]
    found = analysed(series(4), lambda n: counted(dict.fromkeys(each, 2 * n * n)))
    assert found.origins == ()
    assert words.grows(found.growth.trend) == "as n^2.00"
    judged = [judge(found, limit) for limit in (None, 1.2, 2.5)]
    assert [one.who for one in judged] == [Who.NOBODY_ALONE] * 3
    assert len({one.sentence for one in judged}) == 1


def test_a_projected_origin_is_named_last() -> None:
    found = analysed(series(4), lambda n: working(2000 * n, 0.001 * n * n), to=10_000_000)
    judged = judge(found, 1.2)
    assert (judged.outcome, judged.who, judged.line) == (Outcome.OK, Who.NOBODY_YET, "")
    assert found.growth.exponent == pytest.approx(1, abs=0.05)
    assert found.projection is not None
    assert found.projection.growth.sizes[-1] == 10_000_000
    assert [origin.symbol for origin in found.projection.origins] == [WORK]


@pytest.mark.parametrize(
    ("chain", "export"),
    [
        (["parse", "0x4d6e0"], "parse"),
        (["parse", "0x4f490", "0x4d6e0"], "parse"),
        (["0x4f490", "0x4d6e0"], ""),
    ],
)
def test_an_unexported_function_is_named_by_its_exported_caller(
    chain: list[str], export: str
) -> None:
    """Its cost appears under no other name in the table, sentence, JSON or last line."""
    first, *inside = (Symbol("/lib/xml.so.2", "???", name) for name in chain)

    def run(n: int) -> Counts:
        own = {MAIN: 90 * n, first: 10 * n, **dict.fromkeys(inside, 5 * n), inside[-1]: n * n}
        below = sum(own.values()) - 90 * n
        return counted(own, dict.fromkeys(pairwise((MAIN, first, *inside)), (1, below)))

    found = analysed(series(4), run)
    (origin,) = found.origins
    judged = judge(found, 1.2)
    name = words.name(origin.symbol, origin.path)
    assert name.startswith("xml.so.2+0x4d6e0 (")
    assert name.endswith(f"{export or 'xml.so.2'})")
    assert words.origin(origin).startswith(name)
    assert [calling.exponent for calling in origin.callers] == [pytest.approx(0)]
    if export:
        assert judged.sentence.startswith(name)
        assert judged.line.startswith(f"xml.so.2: {name} ")
        assert name in judged.over[1]
        assert f"{name} [origin]" in printed(found)
    assert origin.share > 0.9
    assert words.power(origin.exponent) == "n^2.00"
    assert detail(found)["origins"][0]["name"] == "xml.so.2+0x4d6e0"
    assert found.growth.own[MAIN] == tuple(90.0 * n for n in series(4))
    if not chain[0].startswith("0x"):
        assert found.growth.own[first] == tuple(10.0 * n for n in series(4))


def printed(found: Report) -> str:
    text = io.StringIO()
    show_grow.show(Console(file=text, width=200, markup=False), found, 12)
    return text.getvalue()
