"""Sentence, warnings, last line, JSON and exit code, which say the same whatever the counts are."""

from __future__ import annotations

import io
import json
import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

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
from quicksalt_lab.grow.verdict import Outcome, judge
from quicksalt_lab.valgrind.counts import Counts, Symbol

from .made import MAIN, WORK, counted, counted_at, working

COLLECTOR = Symbol("./a", "gc.c", "GC_mark")
CODES = {Outcome.OK: 0, Outcome.OVER: 1, Outcome.CANNOT_TELL: 5}

Of = Callable[[float], float]


def series(count: int) -> list[int]:
    return [1000 << at for at in range(count)]


@st.composite
def costs(draw: st.DrawFn, count: int) -> list[float]:
    """A cost by size: a power with a constant part, steps, a leap, or anything at all."""
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
def test_nothing_that_is_said_contradicts_the_rest(found: Report, limit: float | None) -> None:
    judged = judge(found, limit)
    trend, said = found.growth.trend, judged.sentence
    named = bool(found.origins)
    assert bool(judged.over) == (judged.outcome is Outcome.OVER)
    assert bool(judged.line) == (named and judged.outcome is not Outcome.CANNOT_TELL)
    assert named == ("% of the growth: it grows" in said)
    assert not (named and ("Nobody" in said or "No function" in said or "does not grow" in said))
    if judged.outcome is Outcome.CANNOT_TELL:
        assert "cannot" in said or "does not grow" in said
    else:
        assert "cannot" not in said
    if "does not grow" in said:
        assert (named, found.doubted, found.excess, found.grows) == (False, (), None, False)
    if "Nobody" in said:
        assert (found.excess, trend.superlinear) == (None, False)
    if "Nobody adds" in said:
        assert found.doubted == ()
        assert found.projection is None or bool(found.projection.origins) == (" yet:" in said)
        assert trend.kind in (Kind.POWER, Kind.EXPONENTIAL)
    if named or trend.kind is Kind.UNSTEADY:
        assert "no part worse" not in words.total(found)
    if words.stops(found):
        assert judged.outcome is not Outcome.OK or named
        assert "larger" not in said


@given(reports(), st.sampled_from([0.9, 1.2, 1.5, 2.5]))
def test_what_passes_a_limit_is_within_it(found: Report, limit: float) -> None:
    judged = judge(found, limit)
    if judged.outcome is not Outcome.OK:
        return
    assert found.growth.trend.kind in (Kind.POWER, Kind.EXPONENTIAL)
    assert all(origin.exponent <= limit for origin in (*found.origins, *found.doubted))
    assert found.excess is None or found.excess.time <= limit
    least = min(found.growth.exponent, found.work.exponent)
    assert least <= limit
    if found.growth.exponent > limit + words.WIDE:
        assert "without its collector" in judged.sentence


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


@given(st.integers(3, 5).flatmap(lambda n: st.tuples(costs(n), costs(n))), LIMITS)
def test_the_command_ends_as_it_is_judged(
    rows: tuple[list[float], list[float]], limit: float | None
) -> None:
    pairs = list(zip(*rows, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        code, output = run(Path(folder), pairs, limit)
        kept = json.loads((Path(folder) / "json").read_text())["detail"]
    last = output.strip().splitlines()[-1]
    names = [origin["name"] for origin in kept["origins"]]
    assert code == CODES[Outcome(kept["verdict"]["outcome"])]
    assert (kept["exponent"] is None) == (kept["trend"]["kind"] == "unsteady")
    assert last.startswith("a.c:") == (bool(names) and code != 5)
    if "The work does not grow" in output or "Nobody adds" in output:
        assert names == []
    assert ("over the limit" in output) == (code == 1)
    assert " ".join(kept["verdict"]["sentence"].split()) in " ".join(output.split())


def timed(instructions: Of, seconds: Of, *, sizes: int = 5) -> Report:
    points = counted_at(series(sizes), lambda n: counted({MAIN: instructions(n)}))
    ns = tuple(map(float, series(sizes)))
    return analyse(points, (), timed=Timing(ns, tuple(map(seconds, ns)), (0.0,) * sizes))


@pytest.mark.parametrize("instructions", [lambda n: 9e4 + 17 * n, lambda _: 9e4])
def test_time_that_no_count_shows_acquits_nobody(instructions: Of) -> None:
    found = timed(instructions, lambda n: 0.001 + 0.5 * (n / 16_000) ** 2)
    for limit in (None, 1.3):
        judged = judge(found, limit)
        assert (judged.outcome, judged.line) == (Outcome.CANNOT_TELL, "")
        assert judged.sentence.startswith("Instructions cannot tell")
        assert "processor time grows as n^2.00" in judged.sentence
    grows = instructions(2) > instructions(1)
    assert judge(found, 2.5).outcome is (Outcome.OK if grows else Outcome.CANNOT_TELL)


def test_work_that_hardly_grows_names_nobody(tmp_path: Path) -> None:
    """`work` grows by a third of a per mille of the whole, and that as n^3."""
    rows = [(151_321.0, 10.0), (151_321.0, 14.0), (151_321.0, 54.0)]
    code, output = run(tmp_path, rows, None)
    assert code == 5
    assert output.strip().endswith("The work does not grow with n: there is no exponent to tell.")


def test_what_three_sizes_cannot_tell_passes_no_limit(tmp_path: Path) -> None:
    rows = [(50 * n, 9 * (n / 9) ** 1.5) for n in series(3)]
    code, output = run(tmp_path, rows, 1.2)
    assert (code, "add a fourth" in output, "Nobody" in output) == (5, True, False)
    assert run(tmp_path, rows, 1.9)[0] == 0


def test_the_part_of_everybody_and_nobody_is_told_as_such() -> None:
    each = [Symbol("./a", "a.c", f"f{i}") for i in range(25)]
    points = counted_at(series(4), lambda n: counted(dict.fromkeys(each, 2 * n * n)))
    found = analyse(points, ())
    assert found.origins == ()
    said = "No function alone adds a power of n: the whole grows as n^2.00."
    assert [judge(found, limit).sentence for limit in (None, 1.2, 2.5)] == [said] * 3


def test_who_is_at_fault_only_far_out_is_told_in_the_end() -> None:
    points = counted_at(series(4), lambda n: working(2000 * n, 0.001 * n * n))
    found = analyse(points, (), to=10_000_000)
    judged = judge(found, 1.2)
    assert (judged.outcome, judged.line) == (Outcome.OK, "")
    assert judged.sentence.startswith("Nobody adds a power of n yet: the whole grows as n^1.0")
    assert "At n = 10,000,000 work makes" in judged.sentence


@pytest.mark.parametrize(
    ("chain", "who"),
    [
        (["parse", "0x4d6e0"], "called by parse"),
        (["parse", "0x4f490", "0x4d6e0"], "below parse"),
        (["0x4f490", "0x4d6e0"], "xml.so.2"),
    ],
)
def test_who_is_not_exported_is_named_by_the_export_that_leads_there(
    chain: list[str], who: str
) -> None:
    """And its cost is nobody else's: not in the table, the sentence, the JSON or the last line."""
    first, *inside = (Symbol("/lib/xml.so.2", "???", name) for name in chain)

    def run(n: int) -> Counts:
        own = {MAIN: 90 * n, first: 10 * n, **dict.fromkeys(inside, 5 * n), inside[-1]: n * n}
        below = sum(own.values()) - 90 * n
        return counted(own, dict.fromkeys(pairwise((MAIN, first, *inside)), (1, below)))

    found = analyse(counted_at(series(4), run), ())
    (origin,) = found.origins
    judged = judge(found, 1.2)
    name = f"xml.so.2+0x4d6e0 ({who})"
    assert words.origin(origin).startswith(f"{name}: called n^0.00 by ")
    if who != "xml.so.2":
        assert judged.sentence.startswith(f"{name} makes 9")
        assert judged.line == f"xml.so.2: {name} grows as n^2.00"
        assert judged.over[1].endswith(f"{name} is an origin of n^2.00")
        assert f"{name} [origin]" in printed(found)
    assert detail(found)["origins"][0]["name"] == "xml.so.2+0x4d6e0"
    assert found.growth.own[MAIN] == tuple(90.0 * n for n in series(4))
    if not chain[0].startswith("0x"):
        assert found.growth.own[first] == tuple(10.0 * n for n in series(4))


def printed(found: Report) -> str:
    text = io.StringIO()
    show_grow.show(Console(file=text, width=200, markup=False), found, 12)
    return text.getvalue()
