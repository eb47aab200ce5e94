"""Lines and letters for a terminal, without click."""

from __future__ import annotations

import sys
from io import TextIOWrapper

COMPLETION = "_QUICKSALT_COMPLETE"
"""Set by the shell's completion, which click answers."""


def accept_all_letters() -> None:
    """Write what a terminal has no letters for as its number: a name is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def echo(text: str, *, err: bool = False) -> None:
    """Write a line, at once, where whoever reads along sees it."""
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{text}\n")
    stream.flush()
