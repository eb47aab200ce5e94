"""What the lab's subcommands share: options, and errors as exit codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from shutil import which
from typing import Any

import click

from quicksalt_lab.cli.output import BrokenError
from quicksalt_lab.ruler.measure import DisagreementError, LabError


def _environment(
    _context: click.Context, _option: click.Parameter, texts: Sequence[str]
) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    if any(not name or not mark for name, mark, _ in pairs):
        raise click.BadParameter("expected NAME=VALUE")
    return {name: value for name, _, value in pairs}


env_option = click.option(
    "--env",
    metavar="NAME=VALUE",
    multiple=True,
    callback=_environment,
    help="Set an environment variable of the measured command; may be given more than once.",
)


defaulted = partial(click.option, show_default=True)
"""An option that shows its default."""


def numbers(text: str, expected: str) -> tuple[int, ...]:
    """Read whole numbers between commas; `expected` says what is no such text."""
    try:
        return tuple(int(part) for part in text.split(",") if part)
    except ValueError:
        raise click.BadParameter(f"expected {expected}") from None


seed_option = click.option(
    "--seed", metavar="N", type=int, help="Repeat the random order of an earlier run."
)


def require_program(command: Sequence[str]) -> None:
    """Raise UsageError if the first word of a command is not a program."""
    name = command[0]
    if "{n}" in name or which(name) is not None:
        return
    if Path(name).is_file():
        raise click.UsageError(f"{name!r} is not executable: is it for an interpreter?")
    raise click.UsageError(f"no program {name!r}")


def keep_option(text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make `--keep`, for the files that others have written on the way."""
    folder = click.Path(file_okay=False, path_type=Path)
    return click.option("--keep", metavar="FOLDER", type=folder, help=text)


def top_option(most: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make `--top`, by default so many functions."""
    option = partial(defaulted, metavar="N", type=click.IntRange(min=1))
    return option("--top", default=most, help="Functions in the table.")


details_option = click.option(
    "--details",
    is_flag=True,
    help="Show all tables, noise floors and the machine before the verdict.",
)


ok_exit_option = click.option(
    "--ok-exit",
    "ok_exits",
    metavar="CODE",
    multiple=True,
    type=click.IntRange(min=1, max=255),
    callback=lambda _context, _option, codes: (0, *codes),
    help="An exit code of COMMAND that is no failure, such as 1 of diff; may be repeated.",
)


def guarded(work: Callable[[], int]) -> int:
    """Run the work of a subcommand; errors of the lab become exit codes."""
    try:
        return work()
    except DisagreementError as error:
        raise click.ClickException(str(error)) from None
    except LabError as error:
        raise BrokenError(str(error)) from None
