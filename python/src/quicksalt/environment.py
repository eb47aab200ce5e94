"""Settings of the choice from environment variables, applied when the package is imported.

`QUICKSALT_POLICY` is applied first, followed by the entries of `QUICKSALT_USE`. A setting that
cannot be honoured on this machine does not stop the program: it causes a warning, all other
settings apply, and `quicksalt doctor` reports it. After an unknown policy, every operation raises
`UnavailableError` until `set_policy` is called, because the intended restriction is unknown. With
`QUICKSALT_STRICT=1` the import fails instead.
"""

from __future__ import annotations

import os
import warnings

from quicksalt import _native, exceptions


class EnvironmentWarning(UserWarning):
    """An environment variable has a setting that cannot be honoured on this machine."""


unhonoured: list[str] = []
"""A message for each setting of the environment that could not be honoured."""

IMPORTER = 3
"""The number of stack frames from the warning up to the module that imports the package."""


def follow() -> None:
    """Apply the environment variables.

    Issues an `EnvironmentWarning` for each setting that cannot be honoured. If `QUICKSALT_STRICT`
    is set and neither empty nor 0, raises `quicksalt.exceptions.ValueError` instead.
    """
    unhonoured[:] = _native.from_env()
    if unhonoured and os.environ.get("QUICKSALT_STRICT", "") not in ("", "0"):
        raise exceptions.ValueError("; ".join(unhonoured))
    for sentence in unhonoured:
        warnings.warn(sentence, EnvironmentWarning, stacklevel=IMPORTER)
