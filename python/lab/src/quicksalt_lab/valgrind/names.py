"""Names of functions as people read them."""

from __future__ import annotations

import re

OPERATOR = re.compile(r"operator(<=>|<<=?|>>=?|->\*?|[<>]=?)")
"""A C++ operator whose name has what elsewhere encloses type parameters."""


def plain(name: str) -> str:
    """Leave out the type parameters of a name, unless it begins with them.

    What Python calls `outer.<locals>.inner` has none.
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
