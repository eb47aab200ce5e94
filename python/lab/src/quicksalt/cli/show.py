"""Tables of candidates on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from quicksalt.lab import race, table
from quicksalt.lab.survey import Candidate, Operation
from quicksalt_lab.cli.screen import BAR, bar, fold, narrow, verdict
from quicksalt_lab.cli.tables import columns, new_table
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.epochs import BUSY, by_topic, regrets, worst
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.stats import Interval, Verdict, median

T = TypeVar("T")

_FIGURES = 37
"""Width of the figures in the table of 2012."""

_SHORTEST = 4
"""Minimum width of a useful bar."""

_FIGURE = 12
"""Width of an interval such as 1.000..1.012."""


def rows(console: Console, groups: Sequence[Group]) -> None:
    """Print the 2012 table with a bar for each row's gain, and the A/A noise floor."""
    if not groups:
        return
    size = units.size(groups[0].topic.size, groups[0].topic.axis)
    fold(console, f"NaCl's functions from Python, {size} messages, time per call", style="bold")
    fold(console, "Gain: time with only portable candidates over time with the chosen ones.")
    found = [table.row(group) for group in groups]
    most = max(row.slowdown.middle for row in found)
    names = max(len(row.name) for row in found)
    room = min(console.width - names - _FIGURES, BAR)
    room = room if room >= _SHORTEST else 0
    words = [] if narrow(console) else ["candidates chosen"]
    grid = new_table(None)
    columns(grid, ["function"], ["portable", "chosen", "gain"], [""] * (room > 0) + words)
    for group, row in zip(groups, found, strict=True):
        gain = row.slowdown.middle
        cells = [row.name, units.time(row.portable_ns), units.time(row.chosen_ns)]
        cells += [_void(group) or f"{gain:.2f}x"]
        cells += [bar(console, gain / most, room)] * (room > 0)
        grid.add_row(*cells, *[row.candidates for _ in words])
    console.print(grid)


def gains(console: Console, groups: Sequence[Group]) -> None:
    """Print how many rows of the 2012 table are faster than portable code, and by how much."""
    found = [table.row(group) for group in groups if not group.void]
    if not found:
        return
    gaining = sum(group.verdict(table.PORTABLE) is Verdict.SLOWER for group in groups)
    most = max(found, key=lambda row: row.slowdown.middle)
    middle = median([row.slowdown.middle for row in found])
    verdict(
        console,
        gaining / len(groups),
        f"{gaining} of {len(groups)} functions faster than with only portable candidates: "
        f"median {middle:.1f}x, most {most.slowdown.middle:.1f}x ({most.name}).",
    )


def within(console: Console, groups: Iterable[Group], limit: float) -> None:
    """Print how many choices have a regret within a limit, and the worst choice."""
    cells = {epochs: worst(_regrets(epochs)) for epochs in by_topic(groups)}
    told = {epochs: regret.middle for epochs, regret in cells.items() if regret is not None}
    if not told:
        return
    few = sum(regret <= limit for regret in told.values())
    most = max(told, key=lambda epochs: told[epochs])
    verdict(
        console,
        few / len(cells),
        f"{few} of {len(cells)} choices with a regret of at most {limit} (their time over "
        f"the best candidate's, in the worst epoch); most {told[most]:.3f} ({_cell(most[0])}).",
    )


def cells(console: Console, groups: Iterable[Group]) -> None:
    """Print each operation's candidates by length, with the winner marked, and the regret.

    A benchmark group is one epoch of a cell. Times are medians over all epochs of one machine
    condition. The regret is the worst epoch's, with the range over all epochs printed below it.
    """
    for name, same in groupby(by_topic(groups), key=lambda epochs: epochs[0].topic.name):
        sizes = list(same)
        names = race.names(group for epochs in sizes for group in epochs)
        notes = (epochs[0][race.CHOICE].note for epochs in sizes)
        width = max(_FIGURE, *(len(note) for note in notes)) + 2
        room = console.width - max(len(name) for name in (*names, "candidate")) - 3
        for part in batched(sizes, max(room // width, 1)):
            _operation(console, name, part)


def refusals(console: Console, groups: Iterable[Group]) -> None:
    """Print the candidates that were refused because their output differs from portable's."""
    told = {
        f"REFUSED {refusal.name} in {_cell(group)}: {refusal.reason}": None
        for group in groups
        for refusal in group.refused
    }
    for text in told:
        fold(console, text, indent="  ")


def batched(items: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Split a sequence into batches of at most `most` items."""
    return (items[start : start + most] for start in range(0, len(items), most))


def _operation(console: Console, name: str, columns_of: Sequence[Sequence[Group]]) -> None:
    grid = new_table(name)
    topics = [epochs[0].topic for epochs in columns_of]
    sizes = [units.size(topic.size, topic.axis) or "per call" for topic in topics]
    columns(grid, ["candidate"], sizes, [])
    conditions = dict.fromkeys(group.condition for epochs in columns_of for group in epochs)
    for candidate in race.names(group for epochs in columns_of for group in epochs):
        for condition in conditions:
            under = [[g for g in epochs if g.condition == condition] for epochs in columns_of]
            head = f"  {condition}" if condition == BUSY else candidate
            grid.add_row(head, *(_figure(epochs, candidate) for epochs in under))
    grid.add_section()
    grid.add_row("choice", *(epochs[0][race.CHOICE].note for epochs in columns_of))
    found = [_regrets(epochs) for epochs in columns_of]
    worsts = [worst(column) for column in found]
    grid.add_row("regret", *("void" if w is None else f"{w.middle:.3f}" for w in worsts))
    grid.add_row("  95 %", *("" if w is None else f"{w.low:.3f}..{w.high:.3f}" for w in worsts))
    if any(len(epochs) > 1 for epochs in columns_of):
        grid.add_row("  epochs", *(_ends(column) for column in found))
    console.print(grid)


def _regrets(epochs: Iterable[Group]) -> list[Interval | None]:
    """Return the chosen candidate's regret in each epoch; None for a void epoch."""
    return [None if group.void else race.regret(group) for group in epochs]


def _ends(column: Iterable[Interval | None]) -> str:
    """Format the least and the greatest regret."""
    middles = [regret.middle for regret in column if regret is not None]
    return f"{min(middles):.3f}..{max(middles):.3f}" if middles else "void"


def spread(epochs: Sequence[Group], names: Iterable[str]) -> str:
    """Format candidates' regrets in each epoch, such as `avx2 quiet 1.012, busy 1.000`."""
    found = regrets(epochs, race.names(epochs))

    def told(name: str) -> str:
        column = zip(epochs, found.get(name, []), strict=False)
        figures = (f"{g.condition} {'-' if r is None else f'{r.middle:.3f}'}" for g, r in column)
        return f"{name} {', '.join(figures)}".strip()

    return "; ".join(told(name) for name in dict.fromkeys(names) if name in found)


def topic(group: Group) -> str:
    """Format a group's topic, such as `sha256.hash 64 B busy`."""
    return f"{_cell(group)} {group.condition}".strip()


def _cell(group: Group) -> str:
    size = units.size(group.topic.size, group.topic.axis)
    return f"{group.topic.name} {size}".strip()


def regret(group: Group) -> str:
    """Format the chosen candidate's regret with its interval."""
    return _void(group) or units.ratio(race.regret(group))


def _figure(epochs: Sequence[Group], candidate: str) -> Text:
    """Format a candidate's median time over one machine condition's epochs; mark the shortest."""
    if not any(candidate in group for group in epochs):
        return Text("-  ")
    times = {
        s.name: median([group[s.name].median for group in epochs if s.name in group])
        for group in epochs
        for s in race.candidates(group)
    }
    text = units.time(times[candidate])
    if candidate == min(times, key=lambda name: times[name]):
        return Text(f"{text} *", style="bold green")
    return Text(f"{text}  ")


def _void(group: Group) -> str:
    return "void" if group.void else ""


def unusable(console: Console, operations: Iterable[Operation]) -> list[str]:
    """Print the unusable candidates and why; return the names that failed the self-test."""
    found = {f"{o.primitive}/{c.name}": c for o in operations for c in o.candidates if not c.usable}
    for name, candidate in found.items():
        console.print(f"Not raced: {name} {state(candidate)}")
    return [name for name, candidate in found.items() if candidate.state == "failed"]


def state(candidate: Candidate) -> str:
    """Describe whether a candidate can be used, or why not, such as `lacks sha`."""
    if candidate.state == "proven" and candidate.barred:
        return "barred by the policy"
    return " ".join((candidate.state, *candidate.lacks))
