"""The executor of native threads."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from concurrent.futures import Future, wait

import pytest

from quicksalt.hashsig import NativeExecutor
from quicksalt.hashsig import coinzdense as czd
from quicksalt.hashsig.exceptions import ExecutorError

SECRET = b"a secret that must not be shown!"


def one_time(startno: int = 0) -> czd.OneTimeSigningKey:
    return czd.OneTimeSigningKey(20, 7, bytes(20), SECRET, startno)


def level(height: int = 6) -> czd.LevelKey:
    return czd.LevelKey(SECRET, 0, 16, 4, height)


def test_keys_of_both_kinds_and_many_at_once() -> None:
    keys = [one_time(1000 * i) for i in range(100)]
    tree = level()
    with NativeExecutor(2) as executor:
        for key in [*keys, tree]:
            key.announce(executor)

        async def use() -> None:
            for key in [*keys, tree]:
                await key.require()
                assert await key.available()

        asyncio.run(use())
    assert tree.get_pubkey() == level().get_pubkey()
    expected = [one_time(1000 * i).get_pubkey() for i in range(100)]
    assert [key.get_pubkey() for key in keys] == expected


def test_other_functions_run_in_its_threads() -> None:
    with NativeExecutor(2) as executor:
        assert executor.submit(divmod, 7, 2).result() == (3, 1)
        assert executor.submit(threading.get_ident).result() != threading.get_ident()
        with pytest.raises(ZeroDivisionError):
            executor.submit(divmod, 1, 0).result()
        assert list(executor.map(abs, [-1, 2, -3])) == [1, 2, 3]


def test_threads_work_side_by_side() -> None:
    meeting = threading.Barrier(2, timeout=60)
    with NativeExecutor(2) as executor:
        assert executor.threads == 2
        wait([executor.submit(meeting.wait) for _ in range(2)])
        assert not meeting.broken


def test_shutting_down() -> None:
    executor = NativeExecutor(1)
    key = level()
    key.announce(executor)
    executor.shutdown()
    assert asyncio.run(key.available())
    with pytest.raises(RuntimeError, match="shutdown"):
        executor.submit(int)
    other = level()
    with pytest.raises(ExecutorError):
        other.announce(executor)
    assert other.get_pubkey() == key.get_pubkey()


def blocked(executor: NativeExecutor) -> tuple[threading.Event, Future[bool]]:
    """Occupy the only thread until the event is set."""
    begun, event = threading.Event(), threading.Event()

    def work() -> bool:
        begun.set()
        return event.wait(60)

    future = executor.submit(work)
    assert begun.wait(60)
    return event, future


def test_shutdown_cancels_pending_work() -> None:
    executor = NativeExecutor(1)
    event, future = blocked(executor)
    key = level()
    key.announce(executor)
    executor.shutdown(wait=False, cancel_futures=True)
    with pytest.raises(ExecutorError, match="CancelledError"):
        asyncio.run(key.require())
    event.set()
    assert future.result()
    executor.shutdown()
    assert key.get_pubkey() == level().get_pubkey()


def test_cancelling_skips_the_work() -> None:
    with NativeExecutor(1) as executor:
        event, _ = blocked(executor)
        key, other = level(), one_time()
        key.announce(executor)
        other.announce(executor)
        assert key.cancel()
        assert not key.cancel()
        event.set()
        assert other.get_pubkey() == one_time().get_pubkey()
        assert key.future is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_threads_of_its_own() -> None:
    executor = NativeExecutor(1)
    event, _ = blocked(executor)
    key = level()
    key.announce(executor)
    child = os.fork()
    if child == 0:
        again = level()
        again.announce(executor)
        right = key.get_pubkey() == again.get_pubkey()
        os._exit(0 if right and executor.submit(int).result() == 0 else 1)
    deadline = time.monotonic() + 60
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < deadline:
        time.sleep(0.01)
    event.set()
    executor.shutdown()
    assert ended == (child, 0)


def test_a_discarded_executor_finishes_its_work() -> None:
    key = level()
    key.announce(NativeExecutor(2))
    assert key.get_pubkey() == level().get_pubkey()
