"""Options shared by the lab's subcommands, and the mapping of errors to exit codes."""

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
    help="Set an environment variable for the measured command; may be repeated.",
)


defaulted = partial(click.option, show_default=True)
"""A click option that shows its default in the help."""


def numbers(text: str, expected: str) -> tuple[int, ...]:
    """Parse comma-separated integers; `expected` completes the error message."""
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
    """Create the option `--keep`, a folder for intermediate files of other tools."""
    folder = click.Path(file_okay=False, path_type=Path)
    return click.option("--keep", metavar="FOLDER", type=folder, help=text)


def top_option(most: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Create the option `--top` with `most` functions as the default."""
    option = partial(defaulted, metavar="N", type=click.IntRange(min=1))
    return option("--top", default=most, help="Number of functions in the table.")


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
    help="An exit code of COMMAND that is not a failure, such as 1 for diff; may be repeated.",
)


def guarded(work: Callable[[], int]) -> int:
    """Run a subcommand; convert the lab's errors to exit codes."""
    try:
        return work()
    except DisagreementError as error:
        raise click.ClickException(str(error)) from None
    except LabError as error:
        raise BrokenError(str(error)) from None
