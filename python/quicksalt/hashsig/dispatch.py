"""How pieces of work get to executors and their results back.

A `NativeExecutor` takes pieces itself. Every other executor is given one call for each piece, but
for thread pools: there each thread gets one call, which takes pieces as long as any wait, several
at a time, so that the lanes of the processor are full and the interpreter's lock is asked for once
a batch. Two threads would otherwise spend a third of their time on it. Towards the end batches get
smaller, so that the threads end together.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Protocol

from quicksalt import _native
from quicksalt.hashsig.native import NativeExecutor

# A piece of work returns bytes when it is called, and can be pickled.
Work = Callable[[], bytes]

# The most and the least pieces that a thread takes at a time.
BATCH = 32
BATCH_LEAST = 2


def perform(work: Work) -> bytes:
    """Do a piece of work; this is the function that executors are given."""
    return work()


class Receiver(Protocol):
    """Who waits for the results of pieces."""

    def deliver(self, place: int, result: bytes) -> None:
        """Take what the piece came to."""

    def fail(self, cause: BaseException) -> None:
        """Take note that a piece came to nothing."""


class Carrier(Protocol):
    """What takes pieces of work to an executor."""

    def carry(self, work: Work, receiver: Receiver, place: int) -> None:
        """Hand a piece over; raise what the executor raises."""

    def discard(self, receiver: Receiver) -> int:
        """Take back what has not begun, and return how many pieces that is."""


def carrier(executor: Executor) -> Carrier:
    """Return what takes one announcement's pieces to this executor."""
    if isinstance(executor, NativeExecutor):
        return executor.carrier()
    if isinstance(executor, ThreadPoolExecutor):
        with _GATHERING:
            found = _gatherers.get(executor)
            if found is None:
                found = _gatherers[executor] = Gatherer(executor)
        return found
    return Porter(executor)


class Porter:
    """Carries the pieces of one announcement one by one."""

    def __init__(self, executor: Executor) -> None:
        """Carry to this executor."""
        self._executor = executor
        self._futures: list[Future[bytes]] = []

    def carry(self, work: Work, receiver: Receiver, place: int) -> None:
        """Hand a piece over."""
        future = self._executor.submit(perform, work)
        self._futures.append(future)
        future.add_done_callback(partial(self._finished, receiver, place))

    def discard(self, receiver: Receiver) -> int:  # noqa: ARG002
        """Cancel what has not begun."""
        return sum([future.cancel() for future in self._futures])

    @staticmethod
    def _finished(receiver: Receiver, place: int, future: Future[bytes]) -> None:
        try:
            result = future.result()
        except (Exception, CancelledError) as error:
            receiver.fail(error)
        else:
            receiver.deliver(place, result)


class Gatherer:
    """Carries pieces of all announcements to one thread pool, several at a time."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        """Carry to this pool, which is not kept alive by that."""
        self._executor = weakref.ref(executor)
        self._threads = executor._max_workers
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Work, Receiver, int]] = deque()
        # Calls that the pool has been given and that have not ended.
        self._calls = 0

    def carry(self, work: Work, receiver: Receiver, place: int) -> None:
        """Hand a piece over, and see to it that there is a call for it."""
        with self._lock:
            self._waiting.append((work, receiver, place))
            if self._calls == self._threads:
                return
            self._calls += 1
        executor = self._executor()
        try:
            if executor is None:
                raise RuntimeError("the executor is gone")
            call = executor.submit(self._work_off)
        except Exception:
            with self._lock:
                self._calls -= 1
            raise
        call.add_done_callback(self._ended)

    def discard(self, receiver: Receiver) -> int:
        """Take back what no thread has begun."""
        with self._lock:
            kept = [piece for piece in self._waiting if piece[1] is not receiver]
            spared = len(self._waiting) - len(kept)
            self._waiting = deque(kept)
        return spared

    def _work_off(self) -> None:
        """Do what waits. This runs in a thread of the pool."""
        while batch := self._batch():
            try:
                results = _native.hashsig_perform([work for work, _, _ in batch])
            except Exception as error:
                for _, receiver, _ in batch:
                    receiver.fail(error)
                continue
            for (_, receiver, place), result in zip(batch, results, strict=True):
                receiver.deliver(place, result)

    def _batch(self) -> list[tuple[Work, Receiver, int]]:
        """Take some pieces; a thread that finds none has ended its call."""
        with self._lock:
            waiting = len(self._waiting)
            if not waiting:
                self._calls -= 1
                return []
            share = max(waiting // (2 * self._threads), BATCH_LEAST)
            return [self._waiting.popleft() for _ in range(min(share, waiting, BATCH))]

    def _ended(self, call: Future[None]) -> None:
        """If a pool that shuts down has cancelled a call, fail what waits in vain."""
        if not call.cancelled():
            return
        with self._lock:
            self._calls -= 1
            stranded = [] if self._calls else list(self._waiting)
            if stranded:
                self._waiting.clear()
        for _, receiver, _ in stranded:
            receiver.fail(CancelledError())


_GATHERING = threading.Lock()
_gatherers: weakref.WeakKeyDictionary[Executor, Gatherer] = weakref.WeakKeyDictionary()
