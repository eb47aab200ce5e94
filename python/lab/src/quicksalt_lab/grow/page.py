"""The results of `quicksalt grow` as an HTML page."""

from __future__ import annotations

from collections.abc import Iterator

from quicksalt_lab.grow import words
from quicksalt_lab.grow.origins import Origin
from quicksalt_lab.grow.report import Projection, Report
from quicksalt_lab.grow.verdict import Outcome, Verdict, judge
from quicksalt_lab.html import chart, layout
from quicksalt_lab.html.layout import Cells, Row, Share
from quicksalt_lab.ruler import units
from quicksalt_lab.valgrind.names import plain

CURVES = 5
"""Maximum number of functions drawn in addition to the program."""

ROWS = 40
PROJECTED = 15


def page(report: Report, judged: Verdict | None = None) -> str:
    """Return the page, with the verdict on the report."""
    judged = judged or judge(report)
    title = units.command(report.command) or "callgrind's files"
    notes = [*words.warnings(report), *words.notes(report), f"Counted by {report.creator}."]
    return layout.page("quicksalt grow", title, _sections(report, judged), notes)


def _sections(report: Report, judged: Verdict) -> Iterator[str]:
    yield _tiles(report)
    if not report.grows:
        yield layout.section("No growth", judged.sentence)
        return
    yield layout.section(
        "Origins",
        "Functions that add a power of n; callees that are only called more often are not listed.",
        *_origins(report, report.origins),
        _sentence(judged),
    )
    yield layout.section(
        "Growth",
        "Instructions by size, on logarithmic scales: the whole program, and what its functions "
        "execute themselves.",
        layout.picture(_chart(report)),
    )
    yield layout.section(
        "Functions",
        "Parts of the growth from the smallest to the largest size, with what is called (growth) "
        "and without (own), and the exponents of n.",
        _functions(report),
    )
    if report.projection is not None:
        yield _projection(report, report.projection)
    if report.places.inlined:
        yield layout.section(
            "Inlined functions", "Functions that the compiler inlined.", _inlined(report)
        )
    if report.places.spots:
        yield layout.section("Source lines", "Outermost function first.", _spots(report))


def _tiles(report: Report) -> str:
    growth = report.growth
    n = f"at n = {growth.sizes[-1]:,.0f}"
    exponent = words.column(growth.trend) if report.grows else "none"
    size = report.mix.takes_over()
    entries = [
        ("The program grows as", exponent, words.mix(report.mix)),
        ("Instructions", units.count(growth.totals[-1]), n),
        (
            "The superlinear part exceeds half at",
            "never" if size is None else f"n = {units.count(size)}",
            words.takes_over(report).partition(" passes")[0],
        ),
    ]
    if report.wall_s is not None:
        entries.append(("Native time", units.time(1e9 * report.wall_s[-1]), n))
    return layout.tiles(entries)


def _origins(report: Report, found: tuple[Origin, ...]) -> Iterator[str]:
    for origin in found:
        way = f"via {words.path(origin)}" if len(origin.path) > 1 else ""
        script = words.from_script(origin)
        way = f"{script}; {way}" if script else way
        yield layout.card(
            words.percent(origin.share), words.origin(origin), way, words.inlined(report, origin)
        )
    if not found:
        yield "<p>None.</p>"


def _sentence(judged: Verdict) -> str:
    good = judged.outcome is Outcome.OK and not judged.line
    kind = ' class="good"' if good else ""
    return "".join(f"<p{kind}>{layout.text(line)}</p>" for line in (*judged.over, judged.sentence))


def _chart(report: Report) -> str:
    growth = report.growth
    heaviest = sorted(growth.own, key=lambda s: -growth.share(growth.own[s]))[:CURVES]
    curves = [chart.Curve("the program", growth.totals, words.column(growth.trend))]
    curves += [
        chart.Curve(s.plain, growth.own[s], words.column(growth.trend_of(growth.own[s])))
        for s in heaviest
        if growth.share(growth.own[s]) > 0
    ]
    return chart.draw(growth.sizes, curves, chart.Axes("n", "instructions"))


def _functions(report: Report) -> str:
    growth = report.growth
    guilty = {origin.symbol for origin in report.origins}
    rows = []
    for symbol in growth.notable()[:ROWS]:
        whole, own, calls = growth.figures(symbol).values()
        figures = [words.short(one.trend) for one in (whole, own, calls)]
        shares = map(growth.share, (whole.values, own.values))
        cells: Cells = (*map(_share, shares), *figures, units.count(calls.values[-1]))
        rows.append(Row((*cells, words.name(symbol, growth.path(symbol))), symbol in guilty))
    head = ["growth", "own", "n^incl", "n^own", "n^calls", "calls", "function"]
    return layout.table(head, rows, "      n")


def _share(part: float) -> Share:
    return Share(words.percent(part), part)


def _projection(report: Report, projection: Projection) -> str:
    far, now = projection.growth, report.growth
    n = far.sizes[-1]
    rows = []
    for symbol in sorted(far.own, key=lambda s: -far.own[s][-1])[:PROJECTED]:
        then = far.own[symbol][-1] / far.totals[-1]
        today = now.own_of(symbol)[-1] / now.totals[-1]
        rows.append((_share(then), _share(today), words.name(symbol, now.path(symbol))))
    return layout.section(
        f"Projected to n = {n:,.0f}",
        f"{units.count(far.totals[-1])} instructions, {far.totals[-1] / now.totals[-1]:,.0f} times "
        "the count at the largest measured size; each function extrapolated by its own sum of "
        "terms.",
        *_origins(report, projection.origins),
        layout.table(["own then", "own now", "function"], rows, "  n"),
    )


def _inlined(report: Report) -> str:
    rows = (
        (
            _share(one.share),
            words.figure(one.exponent),
            plain(one.frame.name),
            one.frame.where,
            one.into.plain,
        )
        for one in report.places.inlined[:ROWS]
    )
    return layout.table(["growth", "exponent", "function", "mostly at", "into"], rows, "  nln")


def _spots(report: Report) -> str:
    rows = (
        (_share(spot.share), words.figure(spot.exponent), words.chain(spot))
        for spot in report.places.spots[:ROWS]
    )
    return layout.table(["growth", "exponent", "line"], rows, "  n")
