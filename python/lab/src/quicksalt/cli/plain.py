"""Output of characters that the terminal's encoding lacks."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def accept_all_letters() -> None:
    """Escape characters that the terminal's encoding lacks, instead of failing on them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
