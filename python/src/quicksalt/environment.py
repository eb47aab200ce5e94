"""What the environment asks of the choice, followed when the package is imported.

`QUICKSALT_POLICY` comes first, then the entries of `QUICKSALT_USE`. What cannot be honoured on this
machine stops no program: it is a warning, everything else holds, and `quicksalt doctor` tells it.
After a policy that does not exist every operation raises `UnavailableError` until `set_policy` sets
one: nobody knows how much was to be barred. With `QUICKSALT_STRICT=1` the import is refused.
"""

from __future__ import annotations

import os
import warnings

from quicksalt import _native, exceptions


class EnvironmentWarning(UserWarning):
    """The environment asks for something that cannot be honoured on this machine."""


unhonoured: list[str] = []
"""A sentence for each thing that the environment asked for and that could not be honoured."""

IMPORTER = 3
"""How far up the stack the module stands that imports the package."""


def follow() -> None:
    """Do what the environment asks.

    Warns with `EnvironmentWarning` of each thing that cannot be honoured. Raises
    `quicksalt.exceptions.ValueError` instead if `QUICKSALT_STRICT` is set and neither empty nor 0.
    """
    unhonoured[:] = _native.from_env()
    if unhonoured and os.environ.get("QUICKSALT_STRICT", "") not in ("", "0"):
        raise exceptions.ValueError("; ".join(unhonoured))
    for sentence in unhonoured:
        warnings.warn(sentence, EnvironmentWarning, stacklevel=IMPORTER)
