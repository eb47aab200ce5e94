"""The sentences of whole reports, compared with `report.txt`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from quicksalt_lab.grow import words
from quicksalt_lab.grow.report import Report
from quicksalt_lab.grow.verdict import judge
from quicksalt_lab.grow.where import Place
from quicksalt_lab.valgrind import symbols
from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Symbol
from quicksalt_lab.valgrind.hidden import Hidden
from tests import golden

from .made import (
    MAIN,
    WORK,
    Of,
    analysed,
    costing,
    counted,
    counted_at,
    put_together,
    series,
    taking,
    working,
)

LIBC = "/lib/libc.so.6"
SIZES = series(4)


def symbol(name: str) -> Symbol:
    return Symbol("./a", "a.c", name)


def flows(own: Mapping[str | Symbol, Of], calls: Mapping[str, Of]) -> Report:
    """Return a report of own costs and calls such as `main>work`, which include the callee's
    cost."""
    names = {str(s.name if isinstance(s, Symbol) else s): s for s in own}
    of = {name: s if isinstance(s, Symbol) else symbol(name) for name, s in names.items()}

    def run(n: int) -> Counts:
        costs = {of[name]: own[s](n) for name, s in names.items()}
        edges = {}
        for arrow, count in calls.items():
            caller, _, callee = arrow.partition(">")
            order = list(names)
            below = sum(costs[of[one]] for one in order[order.index(callee) :])
            edges[of[caller], of[callee]] = count(n), below
        return counted(costs, edges)

    return analysed(SIZES, run)


def linear(n: float) -> float:
    return 90 * n


def square(n: float) -> float:
    return n * n


def once(_: float) -> float:
    return 1


def origins() -> Iterator[tuple[str, Report, float | None]]:
    """Yield programs in which a function adds a power of n."""
    loop = {"main": linear, "load": linear, "rebuild": linear, "get": lambda n: 9 * n * n}
    ways = {"main>load": lambda n: n, "load>rebuild": lambda n: n, "rebuild>get": square}
    yield "calls", flows(loop, ways), None
    further = {**loop, "set": square}
    yield "calls of several", flows(further, {**ways, "rebuild>set": square}), None
    yield "own and calls", flows({**loop, "rebuild": lambda n: 8 * n * n}, ways), None
    two = {"main": linear, "one": square, "other": lambda n: 2 * n * n}
    yield "two", flows(two, {"main>one": once, "main>other": once}), 1.2
    own = {"main": linear, "walk": square}
    yield "recursive", flows(own, {"main>walk": once, "walk>walk": square}), None
    for names in ("even odd", "a b c d"):
        members = names.split()
        ring = {f"{a}>{b}": linear for a, b in pairwise([*members, members[0]])}
        inside = {"main": linear, **dict.fromkeys(members, square)}
        yield f"circle of {names}", flows(inside, {f"main>{members[0]}": once, **ring}), None
    copy = {"main": linear, "push": linear, Symbol(LIBC, "memmove.S", "memcpy"): square}
    yield "servant", flows(copy, {"main>push": lambda n: n, "push>memcpy": lambda n: n}), 1.2
    yield "called by nobody", flows({"main": linear, "work": square}, {}), None
    script = {"main": linear, Symbol("python", "a.py", "unique"): linear, "match": square}
    yield "script", flows(script, {"main>unique": once, "unique>match": once}), None
    for chain in ("parse 0x4d6e0", "parse 0x4f490 0x4d6e0", "0x4f490 0x4d6e0"):
        names = chain.split()
        own = {"main": linear} | {Symbol("/lib/xml.so.2", UNKNOWN, x): linear for x in names}
        own[Symbol("/lib/xml.so.2", UNKNOWN, names[-1])] = square
        yield chain, flows(own, {f"{a}>{b}": once for a, b in pairwise(["main", *names])}), 1.2
    found = analysed(SIZES, lambda n: working(90 * n, n * n))
    yield "inlined", replace(found, at={WORK: Place("/src/a.c", 7, "load::inner")}), None
    slow = taking(SIZES, lambda n: 0.001 + (n / 8000) ** 3)
    yield "origin and time", replace(found, timing=slow), 2.5


def innocent() -> Iterator[tuple[str, Report, float | None]]:
    """Yield programs in which no single function adds a power of n."""
    yield "nobody", costing(SIZES, [90 * n for n in SIZES]), 1.2
    yield "n log n", costing(SIZES, [90 * n * math.log2(n) for n in SIZES]), 1.3
    each = [symbol(f"f{i}") for i in range(25)]
    yield "everybody", analysed(SIZES, lambda n: counted(dict.fromkeys(each, 2 * n * n))), 1.2
    far = analysed(SIZES, lambda n: working(2000 * n, 0.001 * n * n), to=10_000_000)
    yield "far out", far, 1.2
    collector = Symbol("./a", "minor_gc.c", "caml_oldify_one")

    def collecting(n: int) -> Counts:
        return counted({MAIN: 100 * n * math.log2(n), collector: 2_360_000 * (n == SIZES[-1])})

    yield "collector", analysed(SIZES, collecting), 1.2
    for kernel, limit in ((0.9, 1.3), (0.1, 2.5)):
        slow = taking(SIZES, lambda n: 0.001 + (n / 8000) ** 2, kernel)
        yield f"time, {kernel}", costing(SIZES, [90 * n for n in SIZES], timed=slow), limit
    yield "time alone", costing(SIZES, [9000] * 4, timed=slow), None
    yield "no growth", costing(SIZES, [9000] * 4), None


def doubtful() -> Iterator[tuple[str, Report, float | None]]:
    """Yield programs with facts that cannot be determined."""
    yield "exponential", costing((10, 20, 40, 80), [1000 + 1.5**n for n in (10, 20, 40, 80)]), 1.2
    yield "steps", costing(series(5), [80, 80, 160, 160, 320]), None
    yield "ends", costing(SIZES, [100, 200, 400, 400]), None
    yield "falls", costing(SIZES, [151, 604, 2416, 1200]), 1.2
    late = [150_077, 165_082, 40_193_080, 160_251_087, 640_367_107]
    yield "small sizes", costing(series(5), late), None
    part = analysed(SIZES, lambda n: working(1e6 + 40 * n, 0.0005 * n * n))
    yield "a small part", part, None
    costs = dict(zip((2500, 5000, 10_000), (1_200_000, 2_131_500, 4_840_300), strict=True))
    leap = analysed(costs, lambda n: working(600 * n, costs[n]))
    yield "leap", leap, None
    yield "leap within a limit", leap, 1.9
    runs = [
        counted_at(SIZES, lambda n, of=of: working(1000 + 50 * n, of(n)))
        for of in (lambda n: 3 * n * n, lambda n: 60 * n, lambda n: 5 * n * n)
    ]
    yield "runs on two sides of a limit", put_together(runs[0], runs[1]), 1.3
    yield "two runs", put_together(runs[0], runs[2]), 1.3


def strange() -> Iterator[tuple[str, Report, float | None]]:
    """Yield programs that hide their work."""
    for object_, name in (
        ("/usr/bin/perl", "Perl_sv_catsv_flags"),
        ("/usr/bin/mawk", "0x000012"),
        ("/usr/lib/libpython3.11.so.1.0", "_PyEval_EvalFrameDefault"),
        ("/opt/python", "_PyEval_EvalFrameDefault"),
        ("/usr/bin/python3.13", "list_contains"),
        ("/usr/bin/gzip", "0x0000000000004f30"),
        ("/opt/other", "0x0000000000004f30"),
    ):
        one = Symbol(object_, UNKNOWN, name)
        yield object_, analysed(SIZES, lambda n, one=one: counted({one: 90 * n})), None
    loop = Symbol("/usr/bin/python3.13", "ceval.c", "_PyEval_EvalFrameDefault")
    unique = Symbol("python", "a.py", "unique")
    lost = analysed(SIZES, lambda n: counted({loop if n == 2000 else unique: n * n}))
    yield "a map is missing", lost, None
    found = costing(SIZES, [90 * n for n in SIZES])
    yield "hidden", replace(found, hidden=Hidden(("sha_ni", "avx512f"), ("sha256/shani",))), None


def told(found: Report, limit: float | None) -> Iterator[str]:
    """Yield the lines of a report outside its table, as the command and the page show them."""
    if found.grows:
        yield words.total(found)
        yield words.left_out(found)
    known = {origin.symbol for origin in found.origins}
    projected = found.projection.origins if found.projection else ()
    for origin in (*found.origins, *(one for one in projected if one.symbol not in known)):
        yield f"{words.percent(origin.share)} {words.origin(origin)}"
        yield words.path(origin)
        yield words.from_script(origin)
        yield words.inlined(found, origin)
    yield from words.warnings(found)
    yield from words.notes(found) if found.grows else words.stops(found)
    judged = judge(found, limit)
    yield from judged.over
    yield f"{judged.outcome}, {judged.who}: {judged.sentence}"
    yield judged.line


def test_sentences_of_whole_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbols, "package", {"/usr/bin/gzip": "gzip-dbgsym"}.get)
    text = ""
    for kind in (origins, innocent, doubtful, strange):
        for name, found, limit in kind():
            above = "" if limit is None else f", limit {limit}"
            lines = "\n    ".join(filter(None, told(found, limit)))
            text += f"{name}{above}\n    {lines}\n"
    golden.check(Path(__file__).with_name("report.txt"), text)
