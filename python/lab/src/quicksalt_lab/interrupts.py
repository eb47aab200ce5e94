"""Interrupts that wait until what must not be left half-done is done."""

from __future__ import annotations

import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


class Held:
    """A block in which an interrupt waits for the end, where it is raised.

    Interrupts are the main thread's: in other threads, and where they are ignored, it does nothing.
    """

    def __init__(self) -> None:
        """Hold nothing yet."""
        self._has_arrived = False
        self._before: Callable[[int, FrameType | None], object] | None = None

    def __enter__(self) -> None:
        """Take interrupts over."""
        before = signal.getsignal(signal.SIGINT)
        if not callable(before):
            return
        self._before = before
        try:
            signal.signal(signal.SIGINT, self._arrive)
        except ValueError:
            self._before = None

    def __exit__(self, *_: object) -> None:
        """Raise the interrupt that arrived."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            if self._has_arrived:
                signal.raise_signal(signal.SIGINT)

    def _arrive(self, _number: int, _frame: FrameType | None) -> None:
        self._has_arrived = True
