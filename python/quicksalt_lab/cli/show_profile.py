"""What `quicksalt profile` prints."""

from __future__ import annotations

from rich.console import Console

from quicksalt_lab.cli.tables import columns, new_table, sentence
from quicksalt_lab.profile import words
from quicksalt_lab.profile.baseline import Baseline, changes
from quicksalt_lab.profile.study import Study
from quicksalt_lab.ruler import units
from quicksalt_lab.valgrind.names import plain

FINDINGS = 6
HEAVIEST = 5
CHANGES = 10


def study(console: Console, found: Study, top: int) -> None:
    """Print everything."""
    console.print(units.command(found.command), soft_wrap=True)
    console.print(f"  native wall time  {words.native(found.native)}")
    console.print(f"  peak of memory    {words.memory(found.native.peak_kib)}, resident")
    processes = f", {found.counts.processes} processes" if found.counts.processes > 1 else ""
    console.print(f"  instructions      {units.count(found.counts.total)}{processes}")
    console.print(
        f"  memcheck          {words.errors(found.findings)}; {words.leaks(found.findings)}"
    )
    _findings(console, found)
    _functions(console, found, top)
    _callers(console, found)


def _findings(console: Console, found: Study) -> None:
    shown = [*found.findings.lost, *found.findings.errors]
    for finding in shown[:FINDINGS]:
        console.print(f"\n  {words.figure(finding)}: {finding.what}", soft_wrap=True)
        for line in words.stack(finding):
            console.print(f"      {line}", soft_wrap=True)
    if len(shown) > FINDINGS:
        console.print(f"\n  and {len(shown) - FINDINGS} findings more")


def _functions(console: Console, found: Study, top: int) -> None:
    total = found.counts.total
    grid = new_table("")
    columns(grid, [], ["inclusive", "own", "calls"], ["function"])
    for function in found.functions[:top]:
        grid.add_row(
            words.share(function.inclusive, total),
            words.share(function.own, total),
            units.count(function.calls),
            f"{function.symbol.plain} ({function.symbol.where})",
        )
    console.print(grid)


def _callers(console: Console, found: Study) -> None:
    console.print("who calls what executes most itself:")
    for function in found.heaviest(HEAVIEST):
        part = words.share(function.own, found.counts.total)
        line = f"{function.symbol.plain}: {words.callers(function)}"
        sentence(console, f"  {part:>7}  ", line)


def against(console: Console, found: Study, before: Baseline) -> None:
    """Print the difference from a baseline."""
    grid = new_table(f"Against the baseline of {before.date}")
    columns(grid, [""], ["before", "now", "change"], [])
    for row in words.against(found, before):
        grid.add_row(*row)
    console.print(grid)
    if before.command != found.command:
        console.print(f"note: the baseline's command was {units.command(before.command)}")
    changed = changes(found, before)[:CHANGES]
    if changed:
        grid = new_table("Own instructions that changed most")
        columns(grid, [], ["change", "before", "now"], ["function"])
        for change in changed:
            figures = f"{change.more:+,.0f}", units.count(change.before), units.count(change.now)
            grid.add_row(*figures, plain(change.name))
        console.print(grid)
