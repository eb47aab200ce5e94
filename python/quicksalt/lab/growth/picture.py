"""The findings as data and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quicksalt.lab import units
from quicksalt.lab.growth.experiment import Plan, Row
from quicksalt.lab.growth.loaders import Absent
from quicksalt.lab.page import chart, layout
from quicksalt.lab.page.layout import Cell


def detail(plan: Plan, rows: Sequence[Row], absent: Sequence[Absent]) -> dict[str, Any]:
    """Return all that was found, times in nanoseconds."""
    return {
        "sizes": list(plan.sizes),
        "rounds": plan.rounds,
        "loaders": [
            {
                "name": row.loader.name,
                "version": row.loader.version,
                "times_ns": [row.times.get(size) for size in plan.sizes],
                "exponent": row.exponent(plan.sizes),
            }
            for row in rows
        ],
        "absent": {one.name: one.reason for one in absent},
    }


def page(plan: Plan, rows: Sequence[Row], absent: Sequence[Absent]) -> str:
    """Write the page."""
    curves = [
        # What is not above 0 is left out.
        chart.Curve(_label(row, plan), [row.times.get(size, 0.0) for size in plan.sizes])
        for row in rows
    ]
    drawn = layout.section(
        "Growth",
        "Processor time by the number of certificates, on logarithmic scales.",
        layout.picture(chart.draw(plan.sizes, curves, "ns")),
    )
    head = ["loader", *(f"{size:,}" for size in plan.sizes), "exponent", "version"]
    listed = layout.section("Times", "Medians.", layout.table(head, _rows(plan, rows)))
    notes = [f"Not there: {one.name}: {one.reason}" for one in absent]
    return layout.page("quicksalt lab growth", "Loading certificates", [drawn, listed], notes)


def _label(row: Row, plan: Plan) -> str:
    exponent = row.exponent(plan.sizes)
    return row.loader.name if exponent is None else f"{row.loader.name}, n^{exponent:.2f}"


def _rows(plan: Plan, rows: Sequence[Row]) -> list[layout.Row]:
    made = []
    for row in rows:
        exponent = row.exponent(plan.sizes)
        times = [units.time(row.times[n]) if n in row.times else "-" for n in plan.sizes]
        figures = [*times, "-" if exponent is None else f"{exponent:.2f}"]
        name, version = Cell(row.loader.name, kind="left"), Cell(row.loader.version, kind="left")
        made.append(layout.Row((name, *map(Cell, figures), version), row is rows[0]))
    return made
