"""Run the command with click: any arguments, shell completion, and click's messages."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click
from click.exceptions import Exit as ClickExit

from quicksalt.cli.group import main
from quicksalt_lab.cli.exits import Exit

NAME = "quicksalt"

COMPLETION = "_QUICKSALT_COMPLETE"
"""Environment variable that a shell sets to request completion from click."""


def run(words: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    if COMPLETION in os.environ:
        main.main(prog_name=NAME, complete_var=COMPLETION)
    try:
        with main.make_context(NAME, list(words)) as context:
            main.invoke(context)
    except ClickExit as ended:
        return ended.exit_code
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else Exit.OK
    return Exit.OK


def show(error: Exception, names: Sequence[str]) -> int:
    """Print an error from click and return its exit code; raise other errors again.

    If click does not know the subcommand that raised the error, `names` names it.
    """
    if isinstance(error, click.UsageError) and error.ctx is None:
        error.ctx = _context(names)
    if isinstance(error, click.Abort):
        error = click.UsageError("the input ended before the question was answered")
    if not isinstance(error, click.ClickException):
        raise error
    error.show()
    return error.exit_code


def _context(names: Sequence[str]) -> click.Context:
    """Return the context of a subcommand, for its usage line."""
    context = click.Context(main, info_name=NAME, **main.context_settings)
    for name in names:
        group = context.command
        found = group.get_command(context, name) if isinstance(group, click.Group) else None
        if found is None:
            break
        context = click.Context(found, context, name, **found.context_settings)
    return context
