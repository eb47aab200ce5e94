"""Session and error handling for measuring subcommands, including errors of candidate selection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from quicksalt.exceptions import UnavailableError
from quicksalt.lab.survey import BarredError, UnknownTargetError
from quicksalt_lab.cli import options, session
from quicksalt_lab.cli.output import UnknownNameError
from quicksalt_lab.cli.session import Session

__all__ = ["Session", "guarded", "measuring"]


def measuring(command: Callable[..., int], *, clocks: bool = True) -> Callable[..., Any]:
    """Pass a `Session` to a subcommand as first argument, and convert its errors to exit codes."""
    return session.measuring(command, guarded, clocks=clocks)


def guarded(work: Callable[[], int]) -> int:
    """Run a subcommand; convert errors of the lab and of candidate selection to exit codes."""

    def chosen() -> int:
        try:
            return work()
        except UnknownTargetError as error:
            raise UnknownNameError(str(error)) from None
        except (BarredError, UnavailableError) as error:
            raise click.UsageError(str(error)) from None

    return options.guarded(chosen)
