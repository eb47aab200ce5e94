"""Passphrases: asked for, out of a file or a file descriptor, never an argument."""

from __future__ import annotations

from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles

OPTIONS = keyfiles.passphrase_options(
    "Read the passphrase from the first line of a file; else it is asked for.",
    "Read the passphrase from the first line of an open file descriptor.",
)
"""The ways in which a passphrase can be given."""


def given(
    file: keyfiles.FilePath | None,
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
