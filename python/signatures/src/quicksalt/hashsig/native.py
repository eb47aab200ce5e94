"""An executor of native threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

from quicksalt import _signatures

P = ParamSpec("P")
T = TypeVar("T")

# The thread pools of parent processes, which a forked child must not touch.
_abandoned: list[_signatures.HashsigThreads] = []


class NativeExecutor(Executor):
    """An executor of threads that compute public keys without the GIL.

    `threads` is at most 1024; 0 means the number of processors. Threads start on demand. After a
    fork, the child process starts its own threads.

    The executor also runs ordinary Python functions, with the GIL, like a thread pool.
    """

    def __init__(self, threads: int = 0) -> None:
        """Store the arguments without starting threads."""
        self._wanted = threads
        self._process = _signatures.hashsig_process()
        self._pool = _signatures.HashsigThreads(threads)
        self._is_closed = False

    @property
    def threads(self) -> int:
        """The maximum number of threads."""
        return self._pool.threads

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function in a thread."""
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.dispatcher().call(run)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more work; wait for accepted work, or cancel work that has not started."""
        self._is_closed = True
        pool = self.dispatcher()
        pool.close(cancel_futures)
        if wait:
            pool.wait()

    def dispatcher(self) -> _signatures.HashsigThreads:
        """Return this process's thread pool, which dispatches pieces of work itself."""
        if self._process != _signatures.hashsig_process():
            _abandoned.append(self._pool)
            self._pool = _signatures.HashsigThreads(self._wanted)
            self._process = _signatures.hashsig_process()
            if self._is_closed:
                self._pool.close(True)
        return self._pool
