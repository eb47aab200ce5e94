"""Background work of a signing key in an executor: reservations and trees, in time slices."""

from __future__ import annotations

import sys
import threading

from quicksalt import _signatures
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

SLICE_MS = 20.0
"""The approximate length of a slice in milliseconds, which delays other work of the executor."""


def check_executor(executor: object) -> None:
    """Reject an object that is not an executor, and a process pool."""
    if not callable(getattr(executor, "submit", None)):
        raise exc.TypeError(
            "background must be True, False or an executor of concurrent.futures, "
            f"not {type(executor).__name__}"
        )
    # A program with a process pool has already imported this module.
    module = sys.modules.get("concurrent.futures.process")
    if module is not None and isinstance(executor, module.ProcessPoolExecutor):
        raise exc.ValueError(
            "background must be an executor of threads: a key signs in one process only"
        )


class BackgroundWorker:
    """Runs the pending work of a signing key in an executor, at most one slice at a time.

    `trouble` is the last failure as text, or None. After a failure, the next signature does its
    required work itself and submits to the executor again.
    """

    __slots__ = ("_executor", "_is_running", "_native", "trouble")

    def __init__(self, native: _signatures.HashsigSigningKey, executor: Executor) -> None:
        """Store the arguments without submitting work."""
        self._native = native
        self._executor = executor
        # This lock is held from the submission of a slice to the slice's end.
        self._is_running = threading.Lock()
        self.trouble: str | None = None

    def run(self) -> None:
        """Submit a slice if work is pending and no other slice is submitted or running."""
        if self._native.is_due() and self._is_running.acquire(blocking=False):
            try:
                slice_ = self._executor.submit(self._native.step, SLICE_MS)
            except Exception as error:
                self._end(f"the executor does not accept work: {error}")
            else:
                slice_.add_done_callback(self._done)

    def _done(self, slice_: Future[bool]) -> None:
        if slice_.cancelled():
            self._end("the executor failed")
        elif (error := slice_.exception()) is not None:
            self._end(f"{type(error).__name__}: {error}")
        else:
            self._end(None)
            # If a signature ended while this slice was running, it did not submit a slice.
            self.run()

    def _end(self, trouble: str | None) -> None:
        self.trouble = trouble
        self._is_running.release()
