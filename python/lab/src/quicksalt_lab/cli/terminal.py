"""What is shown on the terminal: the console of the standard output, and progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from quicksalt_lab.ruler import units

PLAIN_WIDTH = 140
"""Columns where the output is no terminal and COLUMNS does not say how many there are."""

NARROWEST = 60
"""Columns that a table needs. A narrower terminal breaks its lines, but nothing is left out."""

SILENCE_S = 20.0
"""How long a measurement may say nothing where standard error is no terminal."""

T = TypeVar("T")

Bar = Callable[[float | None], None]
"""Shows how much is done."""


DRAWN = (TextColumn("{task.description}"), BarColumn())
"""What each line of progress begins with."""


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


class Log:
    """Progress where standard error is no terminal: a line now and then, none of what is short."""

    def __init__(self, what: str, total: int) -> None:
        """Begin."""
        self._what, self._total, self._done = what, total, 0
        self._begun = self._told = time.monotonic()

    def advance(self) -> None:
        """Note that one more is done."""
        self._done += 1
        now = time.monotonic()
        if now - self._told < SILENCE_S or self._done >= self._total:
            return
        self._told = now
        left = (now - self._begun) / self._done * (self._total - self._done)
        minutes = units.number(max(round(left / 60), 1), "minute")
        done = f"{self._what}: {self._done} of {self._total} done, about {minutes} left"
        print(done, file=sys.stderr, flush=True)


def progress(what: str, items: Iterable[T], total: int) -> Iterator[T]:
    """Pass the items on, and show how many are done: a bar on a terminal, elsewhere lines."""
    columns = (*DRAWN, MofNCompleteColumn(), TimeElapsedColumn())
    with _shown(what, total, columns) as advance:
        for item in items:
            advance("")
            yield item


def steps(what: str, total: int, work: Callable[[Callable[[str], None]], T]) -> T:
    """Do work that tells of each step done, and show how many are, as `progress` does."""
    with _shown(what, total, ()) as advance:
        return work(lambda step: advance(f": {step} done"))


@contextmanager
def _shown(
    what: str, total: int, columns: Sequence[ProgressColumn]
) -> Iterator[Callable[[str], None]]:
    """Give what to call for each that is done, with what is to stand behind the description."""
    shown = Terminal(stderr=True)
    if not shown.is_terminal:
        log = Log(what, total)
        yield lambda _: log.advance()
        return
    with Progress(*columns, console=shown, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda told: bar.update(task, advance=1, description=what + told)


@contextmanager
def bar(what: str) -> Iterator[Bar]:
    """Show on a terminal how much of something is done, from 0 to 1, or None if nobody knows."""
    shown = Terminal(stderr=True)
    columns = (*DRAWN, TaskProgressColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)
    with progress:
        task = progress.add_task(what, total=1.0)

        def show(done: float | None) -> None:
            # Without a total the bar moves to and fro.
            progress.update(task, total=None if done is None else 1.0, completed=done or 0.0)

        yield show
