"""Readable names of functions."""

from __future__ import annotations

import re

OPERATOR = re.compile(r"operator(<=>|<<=?|>>=?|->\*?|[<>]=?)")
"""A C++ operator whose name contains `<` or `>`, which otherwise enclose type parameters."""


def plain(name: str) -> str:
    """Remove the type parameters of a name, unless it begins with them.

    Python names such as `outer.<locals>.inner` stay unchanged.
    """
    depth, at, kept = 0, 0, []
    while at < len(name):
        operator = OPERATOR.match(name, at)
        part = operator[0] if operator else name[at]
        opens = part == "<" and at > 0 and name[at - 1] != "."
        closes = part == ">" and depth > 0 and name[at - 1] != "-"
        depth += opens
        if depth == 0:
            kept.append(part)
        depth -= closes
        at += len(part)
    return "".join(kept)
