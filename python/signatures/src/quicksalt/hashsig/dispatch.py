"""Dispatchers, which submit pieces of work to an executor and deliver the results.

A `NativeExecutor` dispatches its pieces itself. A thread pool receives one call per thread; each
call processes batches of pieces until the queue is empty. A thread acquires the GIL once per batch:
with one call per piece, two threads would spend a third of their time on the GIL. The batches
shrink as the queue empties, so that all threads finish at about the same time. All other executors
receive one call per piece.
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

# A callable and picklable piece of work that returns bytes.
Work = Callable[[], bytes]

# The minimum and maximum number of pieces in a batch.
BATCH = 32
BATCH_LEAST = 2


def perform(work: Work) -> bytes:
    """Do a piece of work. Executors call this function."""
    return work()


class Receiver(Protocol):
    """An object that receives the results of pieces."""

    def deliver(self, place: int, result: bytes) -> None:
        """Store the result of piece number `place`."""

    def fail(self, cause: BaseException) -> None:
        """Record that a piece failed, and why."""


class Dispatcher(Protocol):
    """An object that submits pieces of work to an executor."""

    def dispatch(self, work: Work, receiver: Receiver, place: int) -> None:
        """Submit a piece. Raises the executor's exceptions."""

    def discard(self, receiver: Receiver) -> int:
        """Cancel the pieces of a receiver that have not started, and return their number."""


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
    """Submits the pieces of one announcement, one call per piece."""

    def __init__(self, executor: Executor) -> None:
        """Create a dispatcher that submits to the given executor."""
        self._executor = executor
        self._futures: list[Future[bytes]] = []

    def dispatch(self, work: Work, receiver: Receiver, place: int) -> None:
        """Submit a piece."""
        future = self._executor.submit(perform, work)
        self._futures.append(future)
        future.add_done_callback(partial(self._finished, receiver, place))

    def discard(self, receiver: Receiver) -> int:  # noqa: ARG002
        """Cancel the pieces that have not started."""
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
    """Submits the pieces of all announcements to one thread pool, in batches."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        """Create a dispatcher for a pool; it holds only a weak reference to the pool."""
        self._executor = weakref.ref(executor)
        self._threads = executor._max_workers
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Work, Receiver, int]] = deque()
        # The number of unfinished calls submitted to the pool.
        self._calls = 0

    def dispatch(self, work: Work, receiver: Receiver, place: int) -> None:
        """Queue a piece, and submit a call for it unless every thread already has a call."""
        with self._lock:
            self._waiting.append((work, receiver, place))
            if self._calls == self._threads:
                return
            self._calls += 1
        executor = self._executor()
        try:
            if executor is None:
                raise RuntimeError("the executor no longer exists")
            call = executor.submit(self._run)
        except Exception:
            with self._lock:
                self._calls -= 1
            raise
        call.add_done_callback(self._ended)

    def discard(self, receiver: Receiver) -> int:
        """Remove the receiver's pieces that no thread has started."""
        with self._lock:
            kept = [piece for piece in self._waiting if piece[1] is not receiver]
            spared = len(self._waiting) - len(kept)
            self._waiting = deque(kept)
        return spared

    def _run(self) -> None:
        """Process waiting pieces until the queue is empty. Runs in a thread of the pool."""
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
        """Remove a batch from the queue and return it; an empty batch ends this thread's call."""
        with self._lock:
            waiting = len(self._waiting)
            if not waiting:
                self._calls -= 1
                return []
            share = max(waiting // (2 * self._threads), BATCH_LEAST)
            return [self._waiting.popleft() for _ in range(min(share, waiting, BATCH))]

    def _ended(self, call: Future[None]) -> None:
        """Mark the waiting pieces as failed if the pool's shutdown cancelled the last call."""
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
