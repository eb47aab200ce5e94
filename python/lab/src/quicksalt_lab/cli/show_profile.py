"""The output of `quicksalt profile`."""

from __future__ import annotations

from rich.console import Console

from quicksalt_lab.cli import screen
from quicksalt_lab.cli.screen import fold
from quicksalt_lab.cli.tables import Heads, listing, sentence
from quicksalt_lab.profile import words
from quicksalt_lab.profile.baseline import Baseline, changes
from quicksalt_lab.profile.study import Study
from quicksalt_lab.ruler import units

FINDINGS = 6
HEAVIEST = 5
CHANGES = 10


def study(console: Console, found: Study, top: int) -> None:
    """Print the whole study."""
    fold(console, units.command(found.command), indent="  ")
    sentence(console, "  native wall time  ", words.native(found.native))
    sentence(console, "  peak of memory    ", f"{words.memory(found.native.peak_kib)}, resident")
    processes = f", {found.counts.processes} processes" if found.counts.processes > 1 else ""
    sentence(console, "  instructions      ", f"{units.count(found.counts.total)}{processes}")
    told = f"{words.errors(found.findings)}; {words.leaks(found.findings)}"
    sentence(console, "  memcheck          ", told)
    _findings(console, found)
    _functions(console, found, top)
    _callers(console, found)


def _findings(console: Console, found: Study) -> None:
    shown = [*found.findings.lost, *found.findings.errors]
    for finding in shown[:FINDINGS]:
        fold(console, f"\n  {words.figure(finding)}: {finding.what}", indent="    ")
        for line in words.stack(finding):
            fold(console, f"      {line}", indent="    ")
    if len(shown) > FINDINGS:
        console.print(f"\n  and {units.number(len(shown) - FINDINGS, 'finding')} more")


def _functions(console: Console, found: Study, top: int) -> None:
    total = found.counts.total
    rows = [
        (
            words.share(function.inclusive, total),
            words.share(function.own, total),
            units.count(function.calls),
            f"{function.symbol.plain} ({function.symbol.where})",
        )
        for function in found.functions[:top]
    ]
    listing(console, "", Heads([], ["inclusive", "own", "calls"], ["function"]), rows)


def _callers(console: Console, found: Study) -> None:
    console.print("callers of the functions with the most own instructions:")
    for function in found.heaviest(HEAVIEST):
        part = words.share(function.own, found.counts.total)
        line = f"{function.symbol.plain}: {words.callers(function)}"
        sentence(console, f"  {part:>7}  ", line)


def against(console: Console, found: Study, before: Baseline) -> None:
    """Print the difference from a baseline."""
    heads = Heads([""], ["before", "now", "change"], [])
    listing(console, f"Against the baseline of {before.date}", heads, words.against(found, before))
    if before.command != found.command:
        fold(console, f"note: the baseline's command was {units.command(before.command)}")
    changed = changes(found, before)[:CHANGES]
    if changed:
        heads = Heads([], ["change", "before", "now"], ["function"])
        title = "Own instructions that changed most"
        listing(console, title, heads, map(words.changed, changed))


def verdict(console: Console, found: Study) -> None:
    """Print the summary after a bar that shows the heaviest function's share."""
    native = found.native
    told = (
        f"{units.time(1e9 * native.median_s)}, {words.memory(native.peak_kib)} at most; "
        f"{words.errors(found.findings)}; {words.leaks(found.findings)}."
    )
    heaviest = found.heaviest(1)
    part = heaviest[0].own / found.counts.total if heaviest and found.counts.total else 0.0
    if heaviest:
        name = heaviest[0].symbol.plain
        told = f"{name} executes {100 * part:.1f} % of the instructions itself. {told}"
    screen.verdict(console, part, told)
