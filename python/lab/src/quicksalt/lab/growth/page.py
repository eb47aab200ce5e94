"""The 2008 experiment as JSON values and as an HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quicksalt.lab.growth import words
from quicksalt.lab.growth.experiment import Loaded, Row
from quicksalt.lab.growth.program import Grown
from quicksalt_lab.grow import report
from quicksalt_lab.grow.words import mix, origin, path, percent, power
from quicksalt_lab.html import chart, layout
from quicksalt_lab.ruler.card import Card


def detail(loaded: Loaded | None, grown: Sequence[Grown]) -> dict[str, Any]:
    """Return all results as JSON values, times in nanoseconds."""
    program = [
        {"form": one.form.name, "as_it_should": one.as_it_should, **report.detail(one.report)}
        for one in grown
    ]
    return {**(_loaded(loaded) if loaded else {}), "program": program}


def _loaded(loaded: Loaded) -> dict[str, Any]:
    sizes = loaded.plan.sizes
    return {
        "sizes": list(sizes),
        "rounds": loaded.plan.rounds,
        "loaders": [
            {
                "name": row.loader.name,
                "version": row.loader.version,
                "times_ns": [row.times.get(size) for size in sizes],
                "exponent": row.exponent(sizes),
            }
            for row in loaded.rows
        ],
        "absent": {one.name: one.reason for one in loaded.absent},
    }


def page(loaded: Loaded | None, grown: Sequence[Grown], card: Card) -> str:
    """Return the page."""
    sections = [*(_libraries(loaded) if loaded else ()), *(_program(grown) if grown else ())]
    return layout.page(
        "quicksalt lab growth",
        "The experiment of 2008",
        sections,
        list(_notes(loaded, grown, card)),
        code=False,
    )


def _notes(loaded: Loaded | None, grown: Sequence[Grown], card: Card) -> Iterator[str]:
    if loaded is not None:
        yield from (f"Missing: {one.name}: {one.reason}." for one in loaded.absent)
    if grown:
        yield f"Instructions counted by {grown[0].report.creator}."
    software = card.software
    yield (
        f"{card.processor.model_name}, {software.kernel}, {software.python}, "
        f"quicksalt {software.quicksalt}; {card.condition.date}."
    )


def _libraries(loaded: Loaded) -> Iterator[str]:
    sizes = loaded.plan.sizes
    curves = [
        # Values not above 0 are omitted.
        chart.Curve(row.loader.name, [row.times.get(n, 0.0) for n in sizes], _power(row, sizes))
        for row in loaded.rows
    ]
    axes = chart.Axes("certificates", "processor time", chart.nanoseconds)
    yield layout.section(
        "Libraries",
        "Certificates loaded from one file, on logarithmic scales: with an exponent of 2, "
        "ten times as many take a hundred times as long.",
        layout.picture(chart.draw(sizes, curves, axes)),
    )
    heads = words.heads(sizes)
    kinds = "l".ljust(len(heads) - 1) + "l"
    rows = [layout.Row(words.cells(row, loaded), row is loaded.rows[0]) for row in loaded.rows]
    yield layout.section(
        "Times",
        f"Processor times; medians of {loaded.plan.rounds} interleaved rounds.",
        layout.table(heads, rows, kinds),
    )


def _power(row: Row, sizes: Sequence[int]) -> str:
    exponent = row.exponent(sizes)
    return "" if exponent is None else power(exponent)


def _program(grown: Sequence[Grown]) -> Iterator[str]:
    forms = {one.form.name: one.report.growth for one in grown}
    curves = [chart.Curve(name, form.totals, power(form.exponent)) for name, form in forms.items()]
    axes = chart.Axes("certificates", "instructions")
    yield layout.section(
        "The program",
        "The fault in a small C program, which rebuilds its list of names after every "
        "certificate, and the repaired form, which appends.",
        layout.picture(chart.draw(grown[0].report.growth.sizes, curves, axes)),
    )
    for one in grown:
        cards = [
            layout.card(percent(found.share), origin(found), f"via {path(found)}")
            for found in one.report.origins
        ]
        nobody = '<p class="good">No function adds a power of n.</p>'
        lead = f"Instructions = {mix(one.report.mix)}."
        yield layout.section(f"Origins, {one.form.name}", lead, *(cards or [nobody]))
