"""Letters that a terminal cannot show."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def accept_all_letters() -> None:
    """Write what a terminal has no letters for as its number: a name is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
