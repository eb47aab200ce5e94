"""What a signing key does ahead, in an executor: reservations and trees, a slice at a time."""

from __future__ import annotations

import sys
import threading

from quicksalt import _native
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

SLICE_MS = 20.0
"""So long a slice keeps a thread of the executor from others."""


def check(executor: object) -> None:
    """Refuse what does not run in this process, or not at all."""
    if not callable(getattr(executor, "submit", None)):
        raise exc.TypeError(
            "background must be True, False or an executor of concurrent.futures, "
            f"not {type(executor).__name__}"
        )
    # Who has a process pool has loaded its module.
    module = sys.modules.get("concurrent.futures.process")
    if module is not None and isinstance(executor, module.ProcessPoolExecutor):
        raise exc.ValueError(
            "background must be an executor of threads: a key signs in one process alone"
        )


class Errands:
    """Has an executor do what is due, with at most one slice in it at a time.

    Whatever fails is told in `trouble`; the next signature tries again, and does itself what it
    needs.
    """

    __slots__ = ("_executor", "_is_out", "_native", "trouble")

    def __init__(self, native: _native.HashsigSigningKey, executor: Executor) -> None:
        """Do nothing yet."""
        self._native = native
        self._executor = executor
        # Held from the submission of a slice to its end.
        self._is_out = threading.Lock()
        self.trouble: str | None = None

    def run(self) -> None:
        """Submit a slice if anything is due and none is under way."""
        if self._native.is_due() and self._is_out.acquire(blocking=False):
            try:
                slice_ = self._executor.submit(self._native.step, SLICE_MS)
            except Exception as error:
                self._end(f"the executor takes no work: {error}")
            else:
                slice_.add_done_callback(self._done)

    def _done(self, slice_: Future[bool]) -> None:
        if slice_.cancelled():
            self._end("the executor gave the work up")
        elif (error := slice_.exception()) is not None:
            self._end(f"{type(error).__name__}: {error}")
        else:
            self._end(None)
            # A signature may have found the slice still out.
            self.run()

    def _end(self, trouble: str | None) -> None:
        self.trouble = trouble
        self._is_out.release()
