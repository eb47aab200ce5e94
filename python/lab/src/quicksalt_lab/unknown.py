"""What to say of a name that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """Say that a name is none of the known ones, and list these, what it may have meant first."""
    near = get_close_matches(name.lower(), known)
    listed = ", ".join(dict.fromkeys([*near, *known]))
    return f"unknown {what} {name!r}: expected one of {listed}"
