"""Public keys that an executor computes before they are needed.

The interface follows the CoinZdense posts: `announce(executor)`, `await available()`, `await
require()`, `get_pubkey()`; `future`, `progress()` and `cancel()` are additions. Any
`concurrent.futures.Executor` can be used. The work releases the GIL, so threads are fastest; a
process pool adds only the cost of pickling.

If a piece of work is sent to a different process, it contains the secrets of its one-time keys, but
never the key from which all secrets are derived. The process or machine that computes the public
key must be trusted with these secrets.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future

from quicksalt import _signatures
from quicksalt.hashsig.dispatch import Dispatcher, Work, dispatcher, perform
from quicksalt.hashsig.exceptions import ExecutorError

ADVICE = "announce to another executor, or call get_pubkey(), which works without one"


class Announcement:
    """The results of all pieces of work for a public key. Dispatchers call `deliver` and `fail`."""

    __slots__ = (
        "_assemble",
        "_dispatcher",
        "_future",
        "_lock",
        "_missing",
        "_outcome",
        "_process",
        "_results",
    )

    def __init__(
        self, assemble: Callable[[Sequence[bytes]], bytes], count: int, dispatcher: Dispatcher
    ) -> None:
        """Prepare for the results of `count` pieces from a dispatcher."""
        self._assemble = assemble
        self._results: list[bytes] = [b""] * count
        self._missing = count
        self._dispatcher = dispatcher
        self._process = _signatures.hashsig_process()
        self._outcome: bytes | Exception | None = None
        # Created on demand and under the lock, because most futures are never used.
        self._future: Future[bytes] | None = None
        self._lock = threading.Lock()

    def submit(self, work: Sequence[Work]) -> None:
        """Submit all pieces, or raise `ExecutorError`."""
        try:
            for place, piece in enumerate(work):
                self._dispatcher.dispatch(piece, self, place)
        except Exception as error:
            self.cancel()
            text = f"the executor does not accept work ({type(error).__name__}); {ADVICE}"
            raise ExecutorError(text) from error

    def deliver(self, place: int, result: bytes) -> None:
        """Store the result of a piece; the last one completes the public key."""
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
        """Record that a piece failed: this announcement cannot deliver the public key any more.

        The other pieces are not cancelled: a broken process pool is failing them itself and cannot
        handle a concurrent cancellation.
        """
        error = ExecutorError(f"the executor failed ({type(cause).__name__}); {ADVICE}")
        error.__cause__ = cause
        self._settle(error)

    def cancel(self) -> bool:
        """Cancel all pieces that have not started; return whether no piece had started."""
        spared = self._dispatcher.discard(self)
        if not self.is_settled:
            self._settle(ExecutorError(f"the announcement was cancelled; {ADVICE}"))
        return spared == len(self._results)

    @property
    def is_settled(self) -> bool:
        """Return whether the public key is computed or its computation has failed."""
        return self._outcome is not None

    @property
    def future(self) -> Future[bytes]:
        """The future of the public key. It cannot be cancelled."""
        with self._lock:
            if self._future is None:
                self._future = Future()
                self._future.set_running_or_notify_cancel()
                if self._outcome is not None:
                    _fill(self._future, self._outcome)
            return self._future

    def result(self) -> bytes:
        """Wait for the public key, or raise the error that prevented it."""
        if isinstance(self._outcome, bytes):
            return self._outcome
        return self.future.result()

    def progress(self) -> float:
        """Return the completed share of the pieces, from 0 to 1."""
        return 1 - self._missing / len(self._results)

    def is_ours(self) -> bool:
        """Return whether this process created the announcement."""
        return self._process == _signatures.hashsig_process()

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


class Announced(ABC):
    """A key whose public key is computed on demand, or by an executor ahead of time."""

    def __init__(self, pubkey: bytes | None = None) -> None:
        """Store the public key if it is known."""
        self._pubkey = pubkey
        self._announcement: Announcement | None = None

    @abstractmethod
    def _work(self) -> Sequence[Work]:
        """Return the pieces of work that together compute the public key."""

    @abstractmethod
    def _assemble(self, results: Sequence[bytes]) -> bytes:
        """Compute the public key from the results of all pieces of work."""

    def get_pubkey(self) -> bytes:
        """Return the public key.

        Computes it if necessary; after `announce`, this waits for the executor. If the executor
        fails, the public key is computed here.
        """
        if self._pubkey is not None:
            return self._pubkey
        if (announcement := self._pending()) is not None:
            with contextlib.suppress(ExecutorError):
                return self._known(announcement.result())
            self._forget(announcement)
        return self._known(self._assemble([perform(work) for work in self._work()]))

    def announce(self, executor: Executor) -> None:
        """Let an executor compute the public key.

        Does nothing if the public key is known or already announced. Raises `ExecutorError` if the
        executor does not accept work.
        """
        if self._pubkey is not None or self._pending() is not None:
            return
        work = self._work()
        announcement = Announcement(self._assemble, len(work), dispatcher(executor))
        with _ANNOUNCING:
            if self._pending() is not None:
                return
            self._announcement = announcement
        try:
            announcement.submit(work)
        except ExecutorError:
            self._forget(announcement)
            raise

    async def available(self) -> bool:
        """Return whether the public key is known, without waiting.

        Raises `ExecutorError` if the executor failed; afterwards the key is in the same state as
        before the announcement.
        """
        if self._pubkey is None and (announcement := self._pending()) is not None:
            if not announcement.is_settled:
                return False
            self._collect(announcement)
        return self._pubkey is not None

    async def require(self) -> None:
        """Wait for an announced public key; return immediately without an announcement.

        Raises `ExecutorError` like `available`. Cancelling this coroutine does not cancel the work.
        """
        if self._pubkey is None and (announcement := self._pending()) is not None:
            if not announcement.is_settled:
                await _settled(announcement.future)
            self._collect(announcement)

    @property
    def future(self) -> Future[bytes] | None:
        """The future of the announced public key, or `None` without an announcement."""
        announcement = self._pending()
        return None if announcement is None else announcement.future

    def progress(self) -> float:
        """Return the completed share of the work, from 0 to 1."""
        if self._pubkey is not None:
            return 1.0
        announcement = self._pending()
        return 0.0 if announcement is None else announcement.progress()

    def cancel(self) -> bool:
        """Cancel an announcement; return whether all its work was cancelled.

        Work that the executor has already started runs to its end, and its result is discarded. The
        key can be announced again.
        """
        with _ANNOUNCING:
            announcement, self._announcement = self._announcement, None
        return announcement is not None and announcement.cancel()

    def _pending(self) -> Announcement | None:
        """Return this process's announcement; a forked child ignores its parent's."""
        announcement = self._announcement
        return announcement if announcement is not None and announcement.is_ours() else None

    def _collect(self, announcement: Announcement) -> None:
        try:
            self._known(announcement.result())
        except ExecutorError:
            self._forget(announcement)
            raise

    def _known(self, pubkey: bytes) -> bytes:
        self._pubkey = pubkey
        return pubkey

    def _forget(self, announcement: Announcement) -> None:
        with _ANNOUNCING:
            if self._announcement is announcement:
                self._announcement = None


# One lock for all keys, held only for a few assignments: a lock per key would cost more.
_ANNOUNCING = threading.Lock()


async def _settled(future: Future[bytes]) -> None:
    """Wait for a future without cancelling it if this coroutine is cancelled."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()

    def wake(_: Future[bytes]) -> None:
        with contextlib.suppress(RuntimeError):  # The event loop may already be closed.
            loop.call_soon_threadsafe(event.set)

    future.add_done_callback(wake)
    await event.wait()
