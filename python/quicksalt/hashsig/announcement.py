"""One announcement of a public key: its pieces, on their way through an executor."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from quicksalt import _native
from quicksalt.hashsig.carriers import Carrier, Work
from quicksalt.hashsig.exceptions import ExecutorError

ADVICE = "announce to another, or call get_pubkey(), which computes without one"


class Announcement:
    """What the pieces of a public key come to. Carriers call `deliver` and `fail`."""

    __slots__ = (
        "_assemble",
        "_carrier",
        "_future",
        "_lock",
        "_missing",
        "_outcome",
        "_process",
        "_results",
    )

    def __init__(
        self, assemble: Callable[[Sequence[bytes]], bytes], count: int, carrier: Carrier
    ) -> None:
        """Expect so many pieces from a carrier."""
        self._assemble = assemble
        self._results: list[bytes] = [b""] * count
        self._missing = count
        self._carrier = carrier
        self._process = _native.hashsig_process()
        self._outcome: bytes | Exception | None = None
        # Most are never asked for; it is made under the lock.
        self._future: Future[bytes] | None = None
        self._lock = threading.Lock()

    def submit(self, work: Sequence[Work]) -> None:
        """Hand all pieces over, or raise `ExecutorError`."""
        try:
            for place, piece in enumerate(work):
                self._carrier.carry(piece, self, place)
        except Exception as error:
            self.cancel()
            text = f"the executor takes no work ({type(error).__name__}); {ADVICE}"
            raise ExecutorError(text) from error

    def deliver(self, place: int, result: bytes) -> None:
        """Take what a piece came to; the last settles the whole."""
        with self._lock:
            self._results[place] = result
            self._missing -= 1
            if self._missing or self._outcome is not None:
                return
        try:
            self._settle(self._assemble(self._results))
        except Exception as error:
            self._settle(error)

    def fail(self, cause: BaseException) -> None:
        """Take note that a piece came to nothing, which settles the whole.

        The other pieces are left alone: a process pool that breaks is busy failing them, and does
        not bear that somebody cancels them meanwhile.
        """
        error = ExecutorError(f"the executor gave the work up ({type(cause).__name__}); {ADVICE}")
        error.__cause__ = cause
        self._settle(error)

    def cancel(self) -> bool:
        """Take back what has not begun; tell whether that was all of it."""
        spared = self._carrier.discard(self)
        if not self.is_settled:
            self._settle(ExecutorError(f"the announcement was cancelled; {ADVICE}"))
        return spared == len(self._results)

    @property
    def is_settled(self) -> bool:
        """Whether the public key, or that there will be none, is known."""
        return self._outcome is not None

    @property
    def future(self) -> Future[bytes]:
        """What the public key will be in. It cannot be cancelled."""
        with self._lock:
            if self._future is None:
                self._future = Future()
                self._future.set_running_or_notify_cancel()
                if self._outcome is not None:
                    _fill(self._future, self._outcome)
            return self._future

    def result(self) -> bytes:
        """Wait for the public key, or raise what was the matter."""
        if isinstance(self._outcome, bytes):
            return self._outcome
        return self.future.result()

    def progress(self) -> float:
        """Tell how many of the pieces are done, from 0 to 1."""
        return 1 - self._missing / len(self._results)

    def is_ours(self) -> bool:
        """Tell whether this process made it."""
        return self._process == _native.hashsig_process()

    def _settle(self, outcome: bytes | Exception) -> None:
        with self._lock:
            if self._outcome is not None:
                return
            self._outcome = outcome
            future = self._future
        if future is not None:
            _fill(future, outcome)


def _fill(future: Future[bytes], outcome: bytes | Exception) -> None:
    if isinstance(outcome, bytes):
        future.set_result(outcome)
    else:
        future.set_exception(outcome)
