"""A study as an HTML page."""

from __future__ import annotations

from collections.abc import Iterator

from quicksalt_lab.html import flame, layout
from quicksalt_lab.html.layout import Share
from quicksalt_lab.profile import words
from quicksalt_lab.profile.baseline import Baseline, changes
from quicksalt_lab.profile.stacks import stacks
from quicksalt_lab.profile.study import Study
from quicksalt_lab.ruler import units

ROWS = 40
CARDS = 12
CHANGES = 20
HEAVIEST = 8


def page(study: Study, before: Baseline | None = None) -> str:
    """Return the page."""
    notes = [
        f"Counted by {study.counts.creator}; processes (summed): {study.counts.processes}.",
        "The flame graph splits a function's cost among its callers in proportion to the cost of "
        "their calls, because callgrind counts calls, not stacks.",
    ]
    title = units.command(study.command)
    return layout.page("quicksalt profile", title, _sections(study, before), notes)


def _sections(study: Study, before: Baseline | None) -> Iterator[str]:
    found = study.findings
    lost = f"{units.count(found.lost_bytes)} B" if found.lost else "none"
    yield layout.tiles(
        [
            ("Native time", units.time(1e9 * study.native.median_s), words.spread(study.native)),
            ("Instructions", units.count(study.counts.total), "counted by callgrind"),
            ("Peak of memory", words.memory(study.native.peak_kib), "resident"),
            ("Leaks", lost, words.errors(found)),
        ]
    )
    if before is not None:
        yield _against(study, before)
    shown = [*found.lost, *found.errors]
    if shown:
        cards = (
            layout.card(words.figure(f), f.what, "", "\n".join(words.stack(f)))
            for f in shown[:CARDS]
        )
        yield layout.section(
            "Leaks and errors", "Errors and leaks found by memcheck, with stacks.", *cards
        )
    yield layout.section(
        "Calls",
        "Callers above, callees below; the width is the inclusive cost. A function's cost is "
        "split among its callers by the cost of their calls.",
        layout.picture(flame.draw(stacks(study.counts), "instructions")),
    )
    yield layout.section(
        "Functions",
        "Inclusive: the function and its callees. Own: the function without callees.",
        _functions(study),
    )
    yield layout.section(
        "Callers of the heaviest functions",
        "The functions with the most own instructions.",
        _callers(study),
    )


def _functions(study: Study) -> str:
    total = study.counts.total
    rows = (
        (
            Share(words.share(f.inclusive, total), f.inclusive / total),
            Share(words.share(f.own, total), f.own / total),
            units.count(f.calls),
            f"{f.symbol.plain} ({f.symbol.where})",
        )
        for f in study.functions[:ROWS]
    )
    return layout.table(["inclusive", "own", "calls", "function"], rows, "   n")


def _callers(study: Study) -> str:
    total = study.counts.total
    rows = (
        (
            Share(words.share(f.own, total), f.own / total),
            f"{f.symbol.plain} ({f.symbol.where})",
            words.callers(f),
        )
        for f in study.heaviest(HEAVIEST)
    )
    return layout.table(["own", "function", "called"], rows, " nn")


def _against(study: Study, before: Baseline) -> str:
    rows = [words.changed(c) for c in changes(study, before)[:CHANGES]]
    return layout.section(
        "Against the baseline",
        f"Of {before.date}.",
        layout.table(["", "before", "now", "change"], words.against(study, before), "l"),
        "<br>",
        layout.table(["own, change", "before", "now", "function"], rows, "   n"),
    )
