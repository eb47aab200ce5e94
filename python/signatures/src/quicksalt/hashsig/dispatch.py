"""Dispatchers: they hand pieces of work to an executor and deliver the results.

A `NativeExecutor` dispatches its pieces itself. A thread pool gets one call for each thread, which
takes pieces as long as any wait, several at a time. That takes the interpreter's lock once for each
batch: with one call for each piece, two threads would spend a third of their time on the lock.
Towards the end the batches get smaller, so that the threads end together. Every other executor gets
one call for each piece.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Protocol

from quicksalt import _signatures
from quicksalt.hashsig.native import NativeExecutor

# A piece of work returns bytes when it is called, and can be pickled.
Work = Callable[[], bytes]

# The most and the fewest pieces that a thread takes at a time.
BATCH = 32
BATCH_LEAST = 2


def perform(work: Work) -> bytes:
    """Do a piece of work. This is the function that executors call."""
    return work()


class Receiver(Protocol):
    """An object that waits for the results of pieces."""

    def deliver(self, place: int, result: bytes) -> None:
        """Take the result of the piece at this place."""

    def fail(self, cause: BaseException) -> None:
        """Take note that a piece has no result, and why."""


class Dispatcher(Protocol):
    """An object that hands pieces of work to an executor."""

    def dispatch(self, work: Work, receiver: Receiver, place: int) -> None:
        """Hand a piece over. Raises what the executor raises."""

    def discard(self, receiver: Receiver) -> int:
        """Take back the pieces that have not begun, and return how many these are."""


def dispatcher(executor: Executor) -> Dispatcher:
    """Return a dispatcher for the pieces of one announcement to this executor."""
    if isinstance(executor, NativeExecutor):
        return executor.dispatcher()
    if isinstance(executor, ThreadPoolExecutor):
        with _LOCK:
            found = _batching.get(executor)
            if found is None:
                found = _batching[executor] = BatchingDispatcher(executor)
        return found
    return PerTaskDispatcher(executor)


class PerTaskDispatcher:
    """Hands over the pieces of one announcement, one call for each."""

    def __init__(self, executor: Executor) -> None:
        """Dispatch to this executor."""
        self._executor = executor
        self._futures: list[Future[bytes]] = []

    def dispatch(self, work: Work, receiver: Receiver, place: int) -> None:
        """Hand a piece over."""
        future = self._executor.submit(perform, work)
        self._futures.append(future)
        future.add_done_callback(partial(self._finished, receiver, place))

    def discard(self, receiver: Receiver) -> int:  # noqa: ARG002
        """Cancel the pieces that have not begun."""
        return sum([future.cancel() for future in self._futures])

    @staticmethod
    def _finished(receiver: Receiver, place: int, future: Future[bytes]) -> None:
        try:
            result = future.result()
        except (Exception, CancelledError) as error:
            receiver.fail(error)
        else:
            receiver.deliver(place, result)


class BatchingDispatcher:
    """Hands over the pieces of all announcements to one thread pool, several at a time."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        """Dispatch to this pool, which the dispatcher does not keep alive."""
        self._executor = weakref.ref(executor)
        self._threads = executor._max_workers
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Work, Receiver, int]] = deque()
        # Calls that were submitted to the pool and have not ended.
        self._calls = 0

    def dispatch(self, work: Work, receiver: Receiver, place: int) -> None:
        """Hand a piece over, and submit a call for it unless all threads have one."""
        with self._lock:
            self._waiting.append((work, receiver, place))
            if self._calls == self._threads:
                return
            self._calls += 1
        executor = self._executor()
        try:
            if executor is None:
                raise RuntimeError("the executor is gone")
            call = executor.submit(self._run)
        except Exception:
            with self._lock:
                self._calls -= 1
            raise
        call.add_done_callback(self._ended)

    def discard(self, receiver: Receiver) -> int:
        """Take back the pieces that no thread has begun."""
        with self._lock:
            kept = [piece for piece in self._waiting if piece[1] is not receiver]
            spared = len(self._waiting) - len(kept)
            self._waiting = deque(kept)
        return spared

    def _run(self) -> None:
        """Do waiting pieces until none is left. This runs in a thread of the pool."""
        while batch := self._batch():
            try:
                results = _signatures.hashsig_perform([work for work, _, _ in batch])
            except Exception as error:
                for _, receiver, _ in batch:
                    receiver.fail(error)
                continue
            for (_, receiver, place), result in zip(batch, results, strict=True):
                receiver.deliver(place, result)

    def _batch(self) -> list[tuple[Work, Receiver, int]]:
        """Take some pieces; none if nothing waits, which ends the call of this thread."""
        with self._lock:
            waiting = len(self._waiting)
            if not waiting:
                self._calls -= 1
                return []
            share = max(waiting // (2 * self._threads), BATCH_LEAST)
            return [self._waiting.popleft() for _ in range(min(share, waiting, BATCH))]

    def _ended(self, call: Future[None]) -> None:
        """Fail the waiting pieces if a pool that shuts down has cancelled the last call."""
        if not call.cancelled():
            return
        with self._lock:
            self._calls -= 1
            stranded = [] if self._calls else list(self._waiting)
            if stranded:
                self._waiting.clear()
        for _, receiver, _ in stranded:
            receiver.fail(CancelledError())


_LOCK = threading.Lock()
_batching: weakref.WeakKeyDictionary[Executor, BatchingDispatcher] = weakref.WeakKeyDictionary()
