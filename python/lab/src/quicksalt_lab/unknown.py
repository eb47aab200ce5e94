"""Errors for unknown names."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

PREFIX = "crypto_"
"""Users leave it out of the names of NaCl's functions."""


def unknown(what: str, name: str, known: Sequence[str], lister: str) -> str:
    """Return the error for an unknown name: similar names, or the command that lists all names."""
    forms = {form: one for one in known for form in (one.lower().removeprefix(PREFIX), one.lower())}
    near = get_close_matches(name.lower(), forms)
    *others, last = [repr(one) for one in dict.fromkeys(forms[form] for form in near)] or [""]
    if not last:
        return f"unknown {what} {name!r}; '{lister}' lists all"
    meant = f"{', '.join(others)} or {last}" if others else last
    return f"unknown {what} {name!r}; did you mean {meant}?"
