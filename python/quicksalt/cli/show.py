"""Tables of candidates on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from quicksalt.lab import race, table
from quicksalt.lab.survey import Candidate, Operation
from quicksalt_lab.cli.tables import columns, floors, new_table
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.result import Group


def rows(console: Console, groups: Sequence[Group]) -> None:
    """Print the table of 2012, under it the A/A floor."""
    if not groups:
        return
    size = units.size(groups[0].topic.size, groups[0].topic.axis)
    grid = new_table(f"NaCl's functions from Python, {size} messages, time a call")
    columns(grid, ["function"], ["portable", "chosen", "portable / chosen"], ["candidates chosen"])
    for group in groups:
        row = table.row(group)
        grid.add_row(
            row.name,
            units.time(row.portable_ns),
            units.time(row.chosen_ns),
            _void(group) or f"{row.slowdown.middle:.2f}x",
            row.candidates,
        )
    console.print(grid)
    floors(console, groups)


def cells(console: Console, groups: Iterable[Group]) -> None:
    """Print each operation's candidates by length, the winner marked, and the regret."""
    for name, same in groupby(groups, key=lambda group: group.topic.name):
        _operation(console, name, list(same))


def _operation(console: Console, name: str, groups: Sequence[Group]) -> None:
    grid = new_table(name)
    sizes = [units.size(group.topic.size, group.topic.axis) or "a call" for group in groups]
    columns(grid, ["candidate"], sizes, [])
    winners = [race.winner(group).name for group in groups]
    names = dict.fromkeys(s.name for group in groups for s in race.candidates(group))
    for candidate in names:
        figures = [
            _figure(group, candidate, winner == candidate)
            for group, winner in zip(groups, winners, strict=True)
        ]
        grid.add_row(candidate, *figures)
    grid.add_section()
    grid.add_row("choice", *(group[race.CHOICE].note for group in groups))
    regrets = [race.regret(group) for group in groups]
    grid.add_row(
        "regret", *(_void(g) or f"{r.middle:.3f}" for g, r in zip(groups, regrets, strict=True))
    )
    grid.add_row("  95 %", *(f"{r.low:.3f}..{r.high:.3f}" for r in regrets))
    console.print(grid)
    for group, size in zip(groups, sizes, strict=True):
        for refusal in group.refused:
            console.print(f"  REFUSED {refusal.name} at {size}: {refusal.reason}")


def topic(group: Group) -> str:
    """Print what a group does, such as `sha256.hash 64 B`."""
    return f"{group.topic.name} {units.size(group.topic.size, group.topic.axis)}".strip()


def regret(group: Group) -> str:
    """Print the regret of the standing choice with its interval."""
    return _void(group) or units.ratio(race.regret(group))


def _figure(group: Group, candidate: str, won: bool) -> Text:
    if candidate not in group:
        return Text("-  ")
    text = units.time(group[candidate].median)
    return Text(f"{text} *", style="bold green") if won else Text(f"{text}  ")


def _void(group: Group) -> str:
    return "void" if group.void else ""


def unusable(console: Console, operations: Iterable[Operation]) -> list[str]:
    """Print which candidates cannot be used, and why; returns those that failed their test."""
    found = {f"{o.primitive}/{c.name}": c for o in operations for c in o.candidates if not c.usable}
    for name, candidate in found.items():
        console.print(f"Not raced: {name} {state(candidate)}")
    return [name for name, candidate in found.items() if candidate.state == "failed"]


def state(candidate: Candidate) -> str:
    """Say whether a candidate can be used, or why not, such as `lacks sha`."""
    if candidate.state == "proven" and candidate.barred:
        return "barred by the policy"
    return " ".join((candidate.state, *candidate.lacks))
