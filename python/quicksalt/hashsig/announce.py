"""Public keys that an executor computes before they are needed.

The interface is that of the CoinZdense posts: `announce(executor)`, `await available()`,
`await require()`, `get_pubkey()`; `future`, `progress()` and `cancel()` stand beside it. Any
`concurrent.futures.Executor` serves. The work runs outside the interpreter's lock, so that threads
are the fast choice; a process pool gains nothing and costs pickling.

A piece of work holds the secrets of the one-time keys that it is about, never the key that all is
derived from. Who computes a public key elsewhere trusts that place with these secrets.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future

from quicksalt.hashsig import exceptions as exc

# A piece of work returns bytes when it is called, and can be pickled.
Work = Callable[[], bytes]


def perform(work: Work) -> bytes:
    """Do a piece of work; this is the function that executors are given."""
    return work()


class _Announcement:
    """The pieces of one announcement, on their way through an executor."""

    def __init__(self, assemble: Callable[[Sequence[bytes]], bytes]) -> None:
        self.future: Future[bytes] = Future()
        self.total = 0
        self.done = 0
        self._assemble = assemble
        self._pieces: list[Future[bytes]] = []
        self._lock = threading.Lock()
        self._process = os.getpid()

    def is_ours(self) -> bool:
        """Tell whether this process made it."""
        return self._process == os.getpid()

    def submit(self, executor: Executor, work: Sequence[Work]) -> None:
        """Hand all pieces over, or none."""
        self.total = len(work)
        # Nobody cancels the whole from outside but through `cancel`.
        self.future.set_running_or_notify_cancel()
        try:
            for piece in work:
                self._pieces.append(executor.submit(perform, piece))
        except Exception as error:
            self.cancel()
            raise exc.ExecutorError(
                f"the executor takes no work ({type(error).__name__}); announce to another, or "
                "call get_pubkey(), which computes without one"
            ) from error
        for submitted in list(self._pieces):
            submitted.add_done_callback(self._finished)

    def cancel(self) -> bool:
        """Cancel what has not begun; tell whether that was all of it."""
        spared = [piece.cancel() for piece in self._pieces]
        return all(spared)

    def _finished(self, piece: Future[bytes]) -> None:
        """Count a piece; the last one, or the first that fails, settles the whole."""
        try:
            piece.result()
        except (Exception, CancelledError) as error:
            self._settle(error)
            return
        with self._lock:
            self.done += 1
            is_last = self.done == self.total
        if is_last:
            self._settle(None)

    def _settle(self, cause: BaseException | None) -> None:
        with self._lock:
            if self.future.done():
                return
            if cause is None:
                try:
                    self.future.set_result(self._assemble([p.result() for p in self._pieces]))
                except Exception as error:
                    self.future.set_exception(error)
                return
            failure = exc.ExecutorError(
                f"the executor gave the work up ({type(cause).__name__}); announce to another, or "
                "call get_pubkey(), which computes without one"
            )
            failure.__cause__ = cause
            # The other pieces are left alone: a process pool that breaks is busy failing them, and
            # does not bear that somebody cancels them meanwhile.
            self.future.set_exception(failure)


async def _settled(future: Future[bytes]) -> None:
    """Wait for a future and leave it alone if this is cancelled."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()

    def wake(_: Future[bytes]) -> None:
        with contextlib.suppress(RuntimeError):  # The loop may be closed by then.
            loop.call_soon_threadsafe(event.set)

    future.add_done_callback(wake)
    await event.wait()


class Announced(ABC):
    """A key whose public key is computed late: on demand, or by an executor ahead of time."""

    def __init__(self, pubkey: bytes | None = None) -> None:
        """Begin with a public key that is known or not."""
        self._pubkey = pubkey
        self._announcement: _Announcement | None = None
        self._state = threading.Lock()

    @abstractmethod
    def _work(self) -> Sequence[Work]:
        """Return the pieces of work that make up the public key."""

    @abstractmethod
    def _assemble(self, results: Sequence[bytes]) -> bytes:
        """Return the public key out of what the pieces gave."""

    def get_pubkey(self) -> bytes:
        """Return the public key.

        It is computed if nobody has yet; after `announce`, this waits for the executor. If that
        gives up, the public key is computed here.
        """
        if self._pubkey is not None:
            return self._pubkey
        if (announcement := self._pending()) is not None:
            try:
                return self._known(announcement.future.result())
            except exc.ExecutorError:
                self._forget(announcement)
        return self._known(self._assemble([perform(work) for work in self._work()]))

    def announce(self, executor: Executor) -> None:
        """Have an executor compute the public key.

        Does nothing if it is known or announced already. Raises `ExecutorError` if the executor
        takes no work.
        """
        with self._state:
            if self._pubkey is not None or self._pending() is not None:
                return
            announcement = _Announcement(self._assemble)
            announcement.submit(executor, self._work())
            self._announcement = announcement

    async def available(self) -> bool:
        """Tell whether the public key is known, without waiting.

        Raises `ExecutorError` if the executor has given the work up; after that the key is as if it
        had never been announced.
        """
        if self._pubkey is None and (announcement := self._pending()) is not None:
            if not announcement.future.done():
                return False
            self._collect(announcement)
        return self._pubkey is not None

    async def require(self) -> None:
        """Wait for an announced public key; return at once if nothing is announced.

        Raises `ExecutorError` as `available` does. Cancelling this coroutine leaves the work alone.
        """
        if self._pubkey is None and (announcement := self._pending()) is not None:
            await _settled(announcement.future)
            self._collect(announcement)

    @property
    def future(self) -> Future[bytes] | None:
        """What an announced public key will be in, or `None` if it was not announced."""
        announcement = self._pending()
        return None if announcement is None else announcement.future

    def progress(self) -> float:
        """Tell how much of the work is done, from 0 to 1."""
        if self._pubkey is not None:
            return 1.0
        announcement = self._pending()
        return 0.0 if announcement is None else announcement.done / announcement.total

    def cancel(self) -> bool:
        """Take an announcement back; tell whether all of its work was spared.

        What the executor is at runs to its end for nothing. The key can be announced again.
        """
        with self._state:
            announcement, self._announcement = self._announcement, None
        return announcement is not None and announcement.cancel()

    def _pending(self) -> _Announcement | None:
        """Return the announcement of this process; a forked child has no part in its parent's."""
        announcement = self._announcement
        return announcement if announcement is not None and announcement.is_ours() else None

    def _collect(self, announcement: _Announcement) -> None:
        try:
            self._known(announcement.future.result())
        except exc.ExecutorError:
            self._forget(announcement)
            raise

    def _known(self, pubkey: bytes) -> bytes:
        self._pubkey = pubkey
        return pubkey

    def _forget(self, announcement: _Announcement) -> None:
        with self._state:
            if self._announcement is announcement:
                self._announcement = None
