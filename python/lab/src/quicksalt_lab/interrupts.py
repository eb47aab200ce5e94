"""Interrupts deferred while code runs that must not stop halfway."""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


class Held:
    """A block that defers an interrupt to its end.

    Only the main thread receives interrupts: in other threads, or if interrupts are ignored, the
    block does nothing.
    """

    def __init__(self) -> None:
        """Create the block."""
        self._has_arrived = False
        self._before: Callable[[int, FrameType | None], object] | None = None

    def __enter__(self) -> None:
        """Install the interrupt handler."""
        before = signal.getsignal(signal.SIGINT)
        if not callable(before):
            return
        self._before = before
        try:
            signal.signal(signal.SIGINT, self._arrive)
        except ValueError:
            self._before = None

    def __exit__(self, *_: object) -> None:
        """Restore the handler and raise a deferred interrupt."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            if self._has_arrived:
                signal.raise_signal(signal.SIGINT)

    def _arrive(self, _number: int, _frame: FrameType | None) -> None:
        self._has_arrived = True
