"""Options shared by the subcommands that race candidates in epochs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

import click

from quicksalt.cli.completion import targets
from quicksalt.cli.session import guarded
from quicksalt.lab import epochs as lab
from quicksalt.lab.race import Cell
from quicksalt_lab.cli.options import defaulted, details_option
from quicksalt_lab.cli.session import Session, measuring
from quicksalt_lab.ruler.epochs import conditions
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.result import Group

MOST_EPOCHS = 99
"""Maximum number of epochs per condition."""

PRIMITIVES = click.argument(
    "primitives", metavar="[PRIMITIVE]...", nargs=-1, shell_complete=targets
)


def measuring_epochs(
    *, quiet: int, busy: int, rounds: int = Plan.rounds
) -> Callable[[Callable[..., int]], Callable[..., Any]]:
    """Pass a subcommand its `Session`, and the machine conditions of its epochs as `wanted`.

    The subcommand also receives the `primitives` to race and the flag `details`.

    The arguments are the default numbers of epochs, and of rounds per epoch.
    """

    def add(command: Callable[..., int]) -> Callable[..., Any]:
        @_number("--quiet-epochs", "quiet", 1, quiet, "Epochs without added load.")
        @_number("--busy-epochs", "busy", 0, busy, "Epochs with the other CPUs under load.")
        @wraps(command)
        def wrapped(session: Session, *, quiet: int, busy: int, **rest: object) -> int:
            return command(session, wanted=conditions(quiet, busy), **rest)

        return PRIMITIVES(details_option(measuring(wrapped, guarded, rounds=rounds)))

    return add


def _number(
    name: str, variable: str, least: int, default: int, text: str
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    number = click.IntRange(least, MOST_EPOCHS)
    return defaulted(name, variable, metavar="N", type=number, default=default, help=text)


def race(
    session: Session,
    what: str,
    cells: Sequence[Cell],
    wanted: Sequence[str],
    limits: Mapping[str, float] | None = None,
) -> list[Group]:
    """Race the cells in one epoch for each wanted machine condition that this machine allows."""
    possible = lab.possible(wanted)
    if possible != tuple(wanted):
        session.console.print("Only one CPU: busy epochs are not possible.")
    groups = lab.run(cells, possible, session.plan, limits)
    return session.gather(what, groups, len(cells) * len(possible))
