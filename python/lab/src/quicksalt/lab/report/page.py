"""The page: all stories, missing views, and the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from quicksalt.lab.peers import match
from quicksalt.lab.report import sections
from quicksalt.lab.report.builds import Build
from quicksalt.lab.report.builds import section as builds_section
from quicksalt.lab.report.picture import drawn
from quicksalt.lab.report.views import VIEWS, Outcome
from quicksalt_lab.html import layout
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.card import Card, sentence
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import median

Section = Callable[[Report], Iterator[str]]

STORIES: tuple[tuple[str, Section], ...] = (
    ("race", sections.python_2012),
    ("lab workers", sections.workers_2023),
    ("lab targets", sections.wasm_2019),
    ("lab emacs", sections.emacs_2013),
    ("lab growth", sections.growth_2008),
    ("lab peers", sections.peers),
    ("race", sections.candidates),
)


def page(outcomes: Sequence[Outcome], builds: Sequence[Build] = ()) -> str:
    """Return the page for the outcomes of the views; at least one must have a report."""
    reports = {one.kind: one.report for one in outcomes if one.report is not None}
    body = [*_first(reports)]
    for kind, section in STORIES:
        if kind in reports:
            body += section(reports[kind])
    body += builds_section(builds)
    body += _missing(outcomes)
    card = next(iter(reports.values())).card
    body.append(_machine(card))
    notes = [
        f"{kind}: {len(report.groups)} groups, {report.card.condition.date}, clock "
        f"{report.card.clock}." + (" Interrupted: only part of its rows." if report.partial else "")
        for kind, report in reports.items()
    ]
    notes.append(f"Times are medians; {units.PAIRED}.")
    return layout.page("quicksalt lab report", "Then and now", body, notes, code=False)


def _first(reports: Mapping[str, Report]) -> Iterator[str]:
    """Write the top of the page: the main results as tiles, and README's picture."""
    if made := list(_tiles(reports)):
        yield layout.tiles(made)
    if svg := drawn(list(reports.values())):
        yield layout.picture(svg, small=True)


def _tiles(reports: Mapping[str, Report]) -> Iterator[tuple[str, str, str]]:
    if found := reports.get("lab peers"):
        ratios = [
            group.ratio(match.OURS, best).middle
            for group in found.groups
            if not group.void and match.OURS in group and (best := match.best_peer(group))
        ]
        if ratios:
            faster = sum(ratio < 1 for ratio in ratios)
            remark = f"median of {len(ratios)} rows; {faster} faster"
            yield "time relative to the best peer", f"{median(ratios):.2f}", remark
    if found := reports.get("lab targets"):
        standings = found.detail.get("standings", {})
        for name in ("wide, wasmtime", "base, Node"):
            if name in standings:
                value = f"{standings[name]['mean']:.2f}"
                yield f"{name}: time over native", value, f"worst {standings[name]['worst']:.2f}"
    if (found := reports.get("lab growth")) and found.groups:
        group = max(found.groups, key=lambda group: group.topic.size)
        size = f"{group.topic.size:,} certificates loaded"
        yield size, units.time(group.base.median), "in 2008: 206 in 40 s"


def _missing(outcomes: Sequence[Outcome]) -> Iterator[str]:
    missing = [(one.kind, one.reason) for one in outcomes if one.reason]
    told = {one.kind for one in outcomes}
    missing += [
        (view.kind, f"not measured: quicksalt {view.kind}")
        for view in VIEWS
        if view.kind not in told
    ]
    for one in outcomes:
        if one.report is not None:
            absent: Mapping[str, str] = one.report.detail.get("absent", {})
            missing += [(f"{one.kind}: {name}", why) for name, why in absent.items()]
    if missing:
        yield layout.section(
            "Missing measurements", "With the packages to install.", _facts(missing)
        )


def _facts(entries: Iterable[tuple[str, str]]) -> str:
    """Return a definition list of names and texts of any length."""
    rows = (f"<dt>{layout.text(name)}</dt><dd>{layout.text(value)}</dd>" for name, value in entries)
    return f'<dl class="facts">{"".join(rows)}</dl>'


def _machine(card: Card) -> str:
    condition, processor = card.condition, card.processor
    facts = {
        "processor": sentence(card),
        "features": " ".join(processor.features),
        "caches": ", ".join(processor.caches) or "unknown",
        "governor, turbo": f"{condition.governor}, {condition.turbo}",
        "hypervisor": condition.hypervisor,
        "load": "unknown" if condition.load is None else f"{condition.load:.2f}",
        "build": f"{card.software.quicksalt}, {card.software.build}",
    }
    return layout.section("The machine", "", _facts(facts.items()))
