"""What to say of a name that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """Say that a name is none of the known ones: what it may have meant, and all that there are."""
    near = get_close_matches(name.lower(), known)
    meant = f"did you mean {' or '.join(near)}? Otherwise " if near else ""
    return f"unknown {what} {name!r}: {meant}expected one of {', '.join(known)}"
