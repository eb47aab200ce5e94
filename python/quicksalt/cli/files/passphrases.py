"""Passphrases: asked for, out of a file or a file descriptor, never an argument."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import NUMBER_MAX


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the ways in which a passphrase can be given."""
    file = click.option(
        "--passphrase-file",
        metavar="FILE",
        type=click.Path(dir_okay=False, exists=True, readable=True, path_type=Path),
        help="Read the passphrase from the first line of a file; else it is asked for.",
    )
    descriptor = click.option(
        "--passphrase-fd",
        metavar="N",
        type=click.IntRange(min=0, max=NUMBER_MAX),
        help="Read the passphrase from the first line of an open file descriptor.",
    )
    return file(descriptor(command))


def given(
    file: Path | None,
    descriptor: int | None,
    *,
    new: bool,
    source: str | None = None,
    of: str = "Passphrase",
) -> str:
    """Return the passphrase; `source` is the file that the command reads."""
    if descriptor == 0 and source == "-":
        raise errors.usage("the standard input cannot be both the passphrase and the file")
    if file is None and descriptor is None and source == "-" and not keyfiles.has_terminal():
        raise errors.usage(
            f"no terminal to ask for the {of.lower()} on: name a file that holds it, see --help"
        )
    return keyfiles.passphrase(file, descriptor, new=new, of=of) or ""
