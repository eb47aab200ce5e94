"""The terminal: the console of standard output, and progress."""

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
"""Width in columns if the output is not a terminal and COLUMNS is not set."""

NARROWEST = 60
"""Minimum width of a table. A narrower terminal wraps its lines, but nothing is omitted."""

SILENCE_S = 20.0
"""Maximum time between progress lines if standard error is not a terminal."""

T = TypeVar("T")

Bar = Callable[[float | None], None]
"""Shows the fraction of the work done."""


DRAWN = (TextColumn("{task.description}"), BarColumn())
"""The first columns of each progress line."""


class Terminal(Console):
    """A console that passes a broken pipe on to the process."""

    def on_broken_pipe(self) -> None:
        """Raise the error again."""
        raise


def console() -> Console:
    """Create a console for the standard output, with colour only on a terminal."""
    plain = not sys.stdout.isatty()
    width = PLAIN_WIDTH if plain and "COLUMNS" not in os.environ else None
    made = Terminal(width=width, no_color=plain or None, highlight=False, markup=False)
    made.width = max(made.width, NARROWEST)
    return made


class Log:
    """Progress if standard error is not a terminal: occasional lines, none for short work."""

    def __init__(self, what: str, total: int) -> None:
        """Start the clock."""
        self._what, self._total, self._done = what, total, 0
        self._begun = self._told = time.monotonic()

    def advance(self) -> None:
        """Count one more finished item."""
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
    """Yield the items and show progress: a bar on a terminal, otherwise lines."""
    columns = (*DRAWN, MofNCompleteColumn(), TimeElapsedColumn())
    with _shown(what, total, columns) as advance:
        for item in items:
            advance("")
            yield item


def steps(what: str, total: int, work: Callable[[Callable[[str], None]], T]) -> T:
    """Run work that reports each finished step, and show progress as `progress` does."""
    with _shown(what, total, ()) as advance:
        return work(lambda step: advance(f": {step} done"))


@contextmanager
def _shown(
    what: str, total: int, columns: Sequence[ProgressColumn]
) -> Iterator[Callable[[str], None]]:
    """Yield a function to call with a text to show for each finished item."""
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
    """Show a progress bar on a terminal: a fraction from 0 to 1, or None if unknown."""
    shown = Terminal(stderr=True)
    columns = (*DRAWN, TaskProgressColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)
    with progress:
        task = progress.add_task(what, total=1.0)

        def show(done: float | None) -> None:
            # Without a total, rich shows an indeterminate bar.
            progress.update(task, total=None if done is None else 1.0, completed=done or 0.0)

        yield show
