"""Tables and sentences on the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from quicksalt_lab.cli.screen import fold, folds
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.card import Card
from quicksalt_lab.ruler.result import Group


def floors(console: Console, groups: Sequence[Group]) -> None:
    """Print how much the A/A rows of the groups differ from 1."""
    worst = max(groups, key=lambda group: group.floor)
    void = sum(group.void for group in groups)
    fold(
        console,
        f"A/A floor (what two runs of the same code differ by): worst {units.percent(worst.floor)} "
        f"({worst.topic.name}), {void} of {len(groups)} void (too noisy to tell); "
        f"clock {worst.clock}",
        indent="  ",
    )


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
        f"  clock {card.clock}, {card.reading_cost_ns:.0f} ns a reading{seed}",
        indent="    ",
    )


def brief(console: Console, card: Card) -> None:
    """Print what a reader asks first of the machine card."""
    p, s = card.processor, card.software
    fold(console, f"{p.model_name}, {p.cores} CPUs; {s.kernel}; {s.python}", indent="  ")
    fold(console, f"  quicksalt {s.quicksalt} (build {s.build}, {s.compiler})", indent="  ")


def new_table(title: str | None) -> Table:
    """Make an empty table."""
    return Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")


def columns(grid: Table, left: Sequence[str], right: Sequence[str], last: Sequence[str]) -> None:
    """Add columns: words to the left, figures to the right, words again."""
    for name in left:
        grid.add_column(name, no_wrap=True)
    for name in right:
        grid.add_column(name, justify="right", no_wrap=True)
    for name in last:
        grid.add_column(name, overflow="fold")


def sentence(console: Console, head: str, text: str, *, style: str = "") -> None:
    """Print a sentence behind its head: broken under itself, on one line where there is room."""
    if folds(console):
        indent = " " * len(head)
        head = textwrap.fill(
            text,
            console.width,
            initial_indent=head,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        text = ""
    console.print(head + text, style=style, soft_wrap=True)
