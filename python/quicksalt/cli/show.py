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
from quicksalt_lab.ruler.epochs import BUSY, by_topic, regrets, worst
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.stats import Interval, median


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
    """Print each operation's candidates by length, the winners marked, and the regret.

    A group is one epoch of a cell. Times are medians over the epochs of a condition; the regret is
    that of the worst epoch, and under it are those of the best and of the worst.
    """
    for name, same in groupby(by_topic(groups), key=lambda epochs: epochs[0].topic.name):
        _operation(console, name, list(same))


def _operation(console: Console, name: str, columns_of: Sequence[Sequence[Group]]) -> None:
    grid = new_table(name)
    topics = [epochs[0].topic for epochs in columns_of]
    sizes = [units.size(topic.size, topic.axis) or "a call" for topic in topics]
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
    for epochs, size in zip(columns_of, sizes, strict=True):
        for refusal in dict.fromkeys(refusal for group in epochs for refusal in group.refused):
            console.print(f"  REFUSED {refusal.name} at {size}: {refusal.reason}")


def _regrets(epochs: Iterable[Group]) -> list[Interval | None]:
    """Return the regret of the chosen candidate in each epoch; None for a void one."""
    return [None if group.void else race.regret(group) for group in epochs]


def _ends(column: Iterable[Interval | None]) -> str:
    """Print the least and the greatest regret."""
    middles = [regret.middle for regret in column if regret is not None]
    return f"{min(middles):.3f}..{max(middles):.3f}" if middles else "void"


def spread(epochs: Sequence[Group], names: Iterable[str]) -> str:
    """Print candidates' regrets in each epoch, such as `avx2 quiet 1.012, busy 1.000`."""
    found = regrets(epochs, race.names(epochs))

    def told(name: str) -> str:
        column = zip(epochs, found.get(name, []), strict=False)
        figures = (f"{g.condition} {'-' if r is None else f'{r.middle:.3f}'}" for g, r in column)
        return f"{name} {', '.join(figures)}".strip()

    return "; ".join(told(name) for name in dict.fromkeys(names) if name in found)


def topic(group: Group) -> str:
    """Print what a group does, such as `sha256.hash 64 B busy`."""
    words = (group.topic.name, units.size(group.topic.size, group.topic.axis), group.condition)
    return " ".join(word for word in words if word)


def regret(group: Group) -> str:
    """Print the regret of the chosen candidate with its interval."""
    return _void(group) or units.ratio(race.regret(group))


def _figure(epochs: Sequence[Group], candidate: str) -> Text:
    """Print the median time over epochs of one condition, marked if none is shorter."""
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
