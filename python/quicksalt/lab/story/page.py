"""The experiment of 2008 as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quicksalt.lab.grow import words
from quicksalt.lab.page import chart, layout
from quicksalt.lab.story.telling import Told


def page(found: Sequence[Told]) -> str:
    """Write the page."""
    notes = [f"Counted by {found[0].report.creator}."]
    return layout.page("quicksalt lab repair", "The list of names, 2008", _sections(found), notes)


def _sections(found: Sequence[Told]) -> Iterator[str]:
    yield layout.tiles(
        (told.form.name, words.power(told.report.growth.exponent), words.mix(told.report.mix))
        for told in found
    )
    curves = [chart.Curve(told.form.name, told.report.growth.totals) for told in found]
    yield layout.section(
        "Growth",
        "Instructions by number of certificates.",
        layout.picture(chart.draw(found[0].report.growth.sizes, curves, "instructions")),
    )
    for told in found:
        origins = told.report.origins
        cards = [
            layout.card(words.percent(o.share), words.origin(o), f"by way of {words.path(o)}")
            for o in origins
        ]
        nobody = '<p class="good">Nobody adds a power of n.</p>'
        yield layout.section(f"Origins, {told.form.name}", "", *(cards or [nobody]))
