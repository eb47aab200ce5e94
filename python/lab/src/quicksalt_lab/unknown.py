"""Error messages for unknown names."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """Return an error message for an unknown name, with the known names, best matches first."""
    near = get_close_matches(name.lower(), known)
    listed = ", ".join(dict.fromkeys([*near, *known]))
    return f"unknown {what} {name!r}: expected one of {listed}"
