"""Errors and output files, shared by all subcommands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import click

from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.ruler import files

STDOUT_KEY = "quicksalt.stdout"
"""Key in the click context of the original standard output, for a file named -."""

STDOUT = Path("-")
"""The file name that means standard output."""


class UnknownNameError(click.ClickException):
    """A word that is not a known name. The error fits one line: the usage is not shown."""

    exit_code = Exit.USAGE


class BrokenError(click.ClickException):
    """Something outside the command failed: exit code 4, message on standard error."""

    exit_code = Exit.BROKEN


def write(path: Path, text: str) -> None:
    """Write a file. Raises BrokenError with the reason of a failure."""
    _refuse_source(path)
    try:
        if path == STDOUT:
            click.get_current_context().meta[STDOUT_KEY].write(text)
        else:
            files.save(path, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BrokenError(f"cannot write {path}: {error.strerror}") from None


def _refuse_source(path: Path) -> None:
    """Refuse to overwrite a file that another parameter of the command names."""
    context = click.get_current_context(silent=True)
    if context is None or not path.is_file():
        return
    values = context.params.values()
    names = [n for v in values for n in (v if isinstance(v, list | tuple) else [v])]
    same = [n for n in names if isinstance(n, str | Path) and _is_same(path, n)]
    # The output parameter itself is one of the matches.
    if len(same) > 1:
        raise BrokenError(f"{path} is named twice, and not overwritten: name another output")


def _is_same(path: Path, name: str | Path) -> bool:
    with suppress(OSError, ValueError):
        return path.samefile(name)
    return False


def words(value: object) -> str:
    """Format a value of a report for the terminal."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(words, value)) or "none"
    return "unknown" if value is None else str(value)


def examples(*lines: str) -> str:
    """Return a help epilog of examples, marked so that click does not rewrap it."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def output_option(name: str, text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Create an option for an output file; reject it early if its folder does not exist.

    The file name - means standard output; all other output then goes to standard error.
    """

    def check(context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
        if path == STDOUT:
            if STDOUT_KEY in context.meta:
                raise click.BadParameter("only one output can be -")
            context.meta[STDOUT_KEY] = sys.stdout
            context.with_resource(redirect_stdout(sys.stderr))
        elif path is not None and not path.absolute().parent.is_dir():
            raise click.BadParameter(f"no folder {path.absolute().parent}")
        return path

    return click.option(
        name,
        f"{name.removeprefix('--')}_path",
        metavar="FILE",
        type=click.Path(dir_okay=False, writable=True, path_type=Path, allow_dash=True),
        callback=check,
        help=text,
    )


json_option = output_option("--json", "Also write the outcome as JSON to this file; - is stdout.")
