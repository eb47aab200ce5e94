"""Tables and sentences on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

from quicksalt_lab.cli.screen import fold, folds, narrow, wrap
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.card import Card
from quicksalt_lab.ruler.result import Absent, Group


def floors(console: Console, groups: Sequence[Group]) -> None:
    """Print the deviation of the groups' A/A rows from 1."""
    worst = max(groups, key=lambda group: group.floor)
    void = sum(group.void for group in groups)
    fold(
        console,
        f"A/A floor: worst {units.percent(worst.floor)} ({worst.topic.name}), "
        f"{void} of {len(groups)} too noisy to tell; clock {worst.clock}",
        indent="  ",
    )


def refusals(console: Console, groups: Iterable[Group], *, topics: bool = False) -> None:
    """Print the refused competitors and the reasons; with `topics` name their groups."""
    for group in groups:
        within = f" in {group.topic.name}" if topics else ""
        for refusal in group.refused:
            fold(console, f"REFUSED {refusal.name}{within}: {refusal.reason}", indent="  ")


def absent(console: Console, found: Iterable[Absent]) -> None:
    """Print the competitors missing on this machine, and why."""
    for one in found:
        fold(console, f"Missing: {one.name}: {one.reason}", indent="  ")


def card(console: Console, card: Card) -> None:
    """Print the machine card."""
    p, c, s = card.processor, card.condition, card.software
    now = [s.kernel, s.python]
    if c.load is not None:
        now.append(f"load {c.load:.2f}")
    if c.steal_before is not None and c.steal_after is not None:
        now.append(f"stolen while measuring {c.steal_after - c.steal_before} ticks")
    seed = "" if card.seed is None else f"; seed {card.seed}"
    fold(
        console,
        f"Machine {card.identity}: {p.vendor} {p.model_name}, "
        f"family {p.family} model {p.model} stepping {p.stepping}, "
        f"microcode {c.microcode}, {p.cores} CPUs (first core: {c.siblings})\n"
        f"  processor {p.name}\n"
        f"  features {' '.join(p.features)}\n"
        f"  caches {', '.join(p.caches) or 'unknown'}; governor {c.governor}, "
        f"turbo {c.turbo}, hypervisor {c.hypervisor}\n"
        f"  {'; '.join(now)}\n"
        f"  quicksalt {s.quicksalt} (build {s.build}, {s.compiler}); {c.date}\n"
        f"  clock {card.clock}, {card.reading_cost_ns:.0f} ns per reading{seed}",
        indent="    ",
    )


def brief(console: Console, card: Card) -> None:
    """Print the most important facts of the machine card."""
    p, s = card.processor, card.software
    fold(console, f"{p.model_name}, {p.cores} CPUs; {s.kernel}; {s.python}", indent="  ")
    fold(console, f"  quicksalt {s.quicksalt} (build {s.build}, {s.compiler})", indent="  ")


class Heads(NamedTuple):
    """The column heads of a table: words on the left, figures, words on the right."""

    left: Sequence[str]
    right: Sequence[str]
    last: Sequence[str]


def new_table(title: str | None) -> Table:
    """Make an empty table."""
    return Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")


def columns(grid: Table, left: Sequence[str], right: Sequence[str], last: Sequence[str]) -> None:
    """Add columns: left-aligned words, right-aligned figures, words."""
    for name in left:
        grid.add_column(name, no_wrap=True)
    for name in right:
        grid.add_column(name, justify="right", no_wrap=True)
    for name in last:
        grid.add_column(name, overflow="fold")


def listing(console: Console, title: str, heads: Heads, rows: Iterable[Sequence[str]]) -> None:
    """Print rows as a table, or on a narrow terminal one below the other.

    In the narrow form a row's words come first, followed by its figures, each after its column
    head.
    """
    cells = [list(row) for row in rows]
    grid = new_table(title)
    columns(grid, *heads)
    for row in cells:
        grid.add_row(*row)
    anywhere = console.options.update(max_width=10_000)
    needed = console.measure(grid, options=anywhere).maximum
    if not folds(console):
        _unbroken(console, grid, needed)
        return
    missing = needed - console.width
    if missing <= (0 if narrow(console) else _slack(heads, cells)):
        console.print(grid)
        return
    console.print()
    if title:
        fold(console, title, style="bold", indent="  ")
    first, last = len(heads.left), len(heads.left) + len(heads.right)
    for row in cells:
        fold(console, " ".join(filter(None, (*row[:first], *row[last:]))), indent="  ")
        told = zip(heads.right, row[first:last], strict=True)
        _pack(console, [f"{head}: {figure}" for head, figure in told if figure.strip(" -")])
    console.print()


def _unbroken(console: Console, grid: Table, needed: int) -> None:
    """Print for programs such as grep: each row on one line, without trailing spaces."""
    before = console.width
    console.width = max(before, needed)
    try:
        with console.capture() as taken:
            console.print(grid)
    finally:
        console.width = before
    for line in taken.get().splitlines():
        console.print(line.rstrip(), soft_wrap=True)


def _slack(heads: Heads, rows: Sequence[Sequence[str]]) -> int:
    """Return how many columns a row's words can lose before a word is broken."""
    slack = 0
    for at in range(len(heads.left) + len(heads.right), sum(map(len, heads))):
        cells = [row[at] for row in rows]
        words = [word for cell in cells for word in cell.split()]
        slack += max(map(len, cells), default=0) - max(map(len, words), default=0)
    return slack


def _pack(console: Console, parts: Iterable[str]) -> None:
    """Print the parts, as many per indented line as fit."""
    line = ""
    for part in parts:
        if line and len(line) + 2 + len(part) > console.width:
            console.print(line, soft_wrap=True)
            line = ""
        line += f"  {part}"
    if line:
        console.print(line, soft_wrap=True)


def sentence(console: Console, head: str, text: str, *, style: str = "") -> None:
    """Print a sentence after its head, wrapped with a hanging indent if it does not fit."""
    lines = [head + text]
    if folds(console):
        lines = wrap(text, console.width, head, " " * len(head))
    console.print("\n".join(lines), style=style, soft_wrap=True)
