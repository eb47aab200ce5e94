"""The output of `quicksalt grow`."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from quicksalt_lab.cli import screen
from quicksalt_lab.cli.screen import fold
from quicksalt_lab.cli.tables import Heads, listing, sentence
from quicksalt_lab.grow import words
from quicksalt_lab.grow.first_look import Look
from quicksalt_lab.grow.growth import Growth
from quicksalt_lab.grow.origins import Origin
from quicksalt_lab.grow.report import Report
from quicksalt_lab.grow.verdict import Verdict
from quicksalt_lab.ruler import units
from quicksalt_lab.valgrind.counts import Symbol
from quicksalt_lab.valgrind.names import plain

PLACES = 15
"""Maximum number of source lines printed."""

LOOKED = 6
"""Number of sizes printed from the first look: the largest sizes."""

PROJECTED = 8
"""Maximum number of functions printed for the projection."""


def show(console: Console, found: Report, top: int) -> None:
    """Print the whole report."""
    totals(console, found)
    if not found.grows:
        for line in (*words.warnings(found), *words.stops(found)):
            sentence(console, "", line)
        return
    functions(console, found, top)
    origins(console, found, "origins (where a power of n enters):", found.origins)
    projection(console, found)
    places(console, found)
    for line in (*words.warnings(found), *words.notes(found)):
        sentence(console, "", line)


def summary(console: Console, found: Report) -> None:
    """Print the growth of a program and its origins, without tables of functions."""
    totals(console, found)
    origins(console, found, "origins (where a power of n enters):", found.origins)


def first_look(console: Console, found: Look) -> None:
    """Print the native times from which the sizes were chosen."""
    timed = found.timing
    heads = Heads(["n"], [f"{n:,.0f}" for n in timed.sizes[-LOOKED:]], ["exponent"])
    grows = "" if timed.exponent is None else words.power(timed.exponent)
    times = [units.time(1e9 * seconds) for seconds in timed.cpu_s[-LOOKED:]]
    listing(console, "native first look", heads, [("processor time", *times, grows)])
    if found.ended:
        fold(console, f"no larger sizes: {found.ended}")


def totals(console: Console, found: Report) -> None:
    """Print instructions and native times by size."""
    growth = found.growth
    heads = Heads(["n"], [f"{n:,.0f}" for n in growth.sizes], ["exponent"])
    grows = words.column(growth.trend) if found.grows else "none"
    rows = [("instructions", *map(units.count, growth.totals), grows)]
    if found.wall_s is not None:
        times = [units.time(1e9 * seconds) for seconds in found.wall_s]
        rows.append(("native wall time", *times, ""))
    if any(count > 1 for count in found.processes):
        rows.append(("processes (summed)", *map(str, found.processes), ""))
    listing(console, units.command(found.command) or "callgrind's files", heads, rows)
    if found.grows:
        fold(console, words.total(found), indent="  ")
        if left_out := words.left_out(found):
            fold(console, left_out, indent="  ")


def functions(console: Console, found: Report, top: int) -> None:
    """Print the functions with the largest share of the growth."""
    growth = found.growth
    heads = Heads([], ["growth", "own", "n^incl", "n^own", "n^calls", "calls"], ["function"])
    guilty = {origin.symbol for origin in found.origins}
    rows = [
        (*_row(growth, symbol), name + (" [origin]" if symbol in guilty else ""))
        for symbol in growth.notable()[:top]
        for name in [words.name(symbol, growth.path(symbol))]
    ]
    listing(console, "", heads, rows)


def _row(growth: Growth, symbol: Symbol) -> list[str]:
    whole, own, calls = growth.figures(symbol).values()
    exponents = [words.short(one.trend) for one in (whole, own, calls)]
    shares = [words.percent(growth.share(one.values)) for one in (whole, own)]
    return [*shares, *exponents, units.count(calls.values[-1])]


def origins(console: Console, report: Report, title: str, found: Sequence[Origin]) -> None:
    """Print each origin as a sentence with its call path."""
    if not found:
        console.print(title.partition(" (")[0].rstrip(":") + ": none")
        return
    console.print(title)
    for origin in found:
        head = f"  {words.percent(origin.share):>7}  "
        sentence(console, head, words.origin(origin))
        if len(origin.path) > 1:
            sentence(console, " " * len(head), f"via {words.path(origin)}", style="dim")
        if script := words.from_script(origin):
            sentence(console, " " * len(head), script, style="dim")
        if inside := words.inlined(report, origin):
            sentence(console, " " * len(head), inside, style="dim")


def projection(console: Console, found: Report) -> None:
    """Print the predicted cost at a larger size."""
    if found.projection is None:
        return
    far = found.projection.growth
    n = far.sizes[-1]
    now = found.growth
    times = far.totals[-1] / now.totals[-1]
    fold(
        console,
        f"\nprojected to n = {n:,.0f}: {units.count(far.totals[-1])} instructions, "
        f"{times:,.0f} times the count at n = {now.sizes[-1]:,.0f}",
        indent="  ",
    )
    rows = []
    for symbol in sorted(far.own, key=lambda s: -far.own[s][-1])[:PROJECTED]:
        shares = far.own[symbol][-1] / far.totals[-1], now.own_of(symbol)[-1] / now.totals[-1]
        rows.append((*map(words.percent, shares), words.name(symbol, now.path(symbol))))
    listing(console, "", Heads([], ["own then", "own now"], ["function"]), rows)
    origins(console, found, f"origins at n = {n:,.0f}:", found.projection.origins)


def places(console: Console, found: Report) -> None:
    """Print the source lines and the inlined functions."""
    if found.places.inlined:
        heads = Heads([], ["growth", "n^"], ["function", "mostly at", "into"])
        rows = []
        for one in found.places.inlined[:PLACES]:
            figures = words.percent(one.share), words.figure(one.exponent)
            rows.append((*figures, plain(one.frame.name), one.frame.where, one.into.plain))
        listing(console, "Inlined functions, including functions inlined into them", heads, rows)
    if found.places.spots:
        lines = [
            (words.percent(spot.share), words.figure(spot.exponent), words.chain(spot))
            for spot in found.places.spots[:PLACES]
        ]
        listing(console, "Source lines", Heads([], ["growth", "n^"], ["line"]), lines)


def verdict(console: Console, found: Report, judged: Verdict) -> None:
    """Print the verdict after a bar that shows the first origin's share of the growth."""
    for line in judged.over:
        sentence(console, "", line)
    if found.grows:
        share = found.origins[0].share if found.origins else 0
        screen.verdict(console, share, judged.sentence)
    else:
        fold(console, judged.sentence)
    if judged.line:
        console.print(judged.line, soft_wrap=True)
