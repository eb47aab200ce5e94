"""A progress bar for native work that may take long, loaded when it does."""

from __future__ import annotations

import sys
from time import monotonic

from quicksalt import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import Self

    from quicksalt_lab.cli.terminal import Bar

PATIENCE = 0.3
"""After so many seconds a bar is shown."""


class Waiting:
    """While this is entered, native work of this thread shows on a terminal how far it is.

    Nothing is asked within, and nothing else written to the terminal.
    """

    def __init__(self, what: str) -> None:
        """Wait for nothing yet; `what` stands before the bar."""
        self._what = what
        self._since = monotonic()
        self._shown: AbstractContextManager[Bar] | None = None
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        """Begin to listen."""
        self._since = monotonic()
        # Each native module tells of its own work.
        signatures = sys.modules.get("quicksalt._signatures")
        self._modules = [module for module in (_native, signatures) if module is not None]
        told = self._told if sys.stderr.isatty() else None
        self._before = [module.tell_progress(told) for module in self._modules]
        return self

    def __exit__(self, *error: object) -> None:
        """Take the bar away."""
        for module, before in zip(self._modules, self._before, strict=True):
            module.tell_progress(before)
        if self._shown is not None:
            self._shown.__exit__(None, None, None)

    def _told(self, share: float | None) -> None:
        if self._bar is not None:
            self._bar(share)
        elif monotonic() - self._since >= PATIENCE:
            from quicksalt_lab.cli.terminal import bar

            self._shown = bar(self._what)
            self._bar = self._shown.__enter__()
            self._bar(share)
