"""What is shown on the terminal: the console of the standard output, and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

PLAIN_WIDTH = 140
"""Columns where the output is no terminal and COLUMNS does not say how many there are."""

NARROWEST = 60
"""Columns that a table needs. A narrower terminal breaks its lines, but nothing is left out."""

T = TypeVar("T")

Bar = Callable[[float | None], None]
"""Shows how much is done."""


class Terminal(Console):
    """A console that leaves it to the process what happens when nobody reads the output."""

    def on_broken_pipe(self) -> None:
        """Go on with the error."""
        raise


def console() -> Console:
    """Make the console of the standard output; colour only on a terminal."""
    plain = not sys.stdout.isatty()
    width = PLAIN_WIDTH if plain and "COLUMNS" not in os.environ else None
    made = Terminal(width=width, no_color=plain or None, highlight=False, markup=False)
    made.width = max(made.width, NARROWEST)
    return made


def progress(what: str, items: Iterable[T], total: int) -> Iterator[T]:
    """Pass the items on, and show on a terminal how many are done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    shown = Terminal(stderr=True)
    bar = Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)
    with bar:
        task = bar.add_task(what, total=total)
        for item in items:
            bar.advance(task)
            yield item


def steps(what: str, total: int, work: Callable[[Callable[[str], None]], T]) -> T:
    """Do work that tells of each step done; on a terminal, show how many are."""
    shown = Terminal(stderr=True)
    with Progress(console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(what, total=total)

        def done(step: str) -> None:
            bar.update(task, advance=1, description=f"{what}: {step} done")

        return work(done)


@contextmanager
def bar(what: str) -> Iterator[Bar]:
    """Show on a terminal how much of something is done, from 0 to 1, or None if nobody knows."""
    shown = Terminal(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    progress = Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)
    with progress:
        task = progress.add_task(what, total=1.0)

        def show(done: float | None) -> None:
            # Without a total the bar moves to and fro.
            progress.update(task, total=None if done is None else 1.0, completed=done or 0.0)

        yield show
