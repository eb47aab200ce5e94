"""What all subcommands that measure share: those of the lab, and the errors of the choice."""

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
    """Give a subcommand a `Session` as its first argument, and turn its errors into exit codes."""
    return session.measuring(command, guarded, clocks=clocks)


def guarded(work: Callable[[], int]) -> int:
    """Run the work of a subcommand; errors of the lab and of the choice become exit codes."""

    def chosen() -> int:
        try:
            return work()
        except UnknownTargetError as error:
            raise UnknownNameError(str(error)) from None
        except (BarredError, UnavailableError) as error:
            raise click.UsageError(str(error)) from None

    return options.guarded(chosen)
