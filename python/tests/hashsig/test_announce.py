"""Computation of public keys by executors."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from quicksalt import exceptions as exc
from quicksalt.hashsig import coinzdense as czd
from quicksalt.hashsig import exceptions as hexc
from quicksalt.hashsig.announce import Announced
from quicksalt.hashsig.dispatch import perform

SECRET = b"a secret that must not be shown!"


def one_time(startno: int = 0) -> czd.OneTimeSigningKey:
    return czd.OneTimeSigningKey(20, 7, bytes(20), SECRET, startno)


def level() -> czd.LevelKey:
    return czd.LevelKey(SECRET, 0, 16, 4, 6)


KINDS: list[Callable[[], Announced]] = [one_time, level]


class Manual(Executor):
    """An executor that works step by step, under the test's control."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        return future

    def step(self) -> None:
        future, work = self.waiting.pop(0)
        if future.set_running_or_notify_cancel():
            future.set_result(work())

    def die(self) -> None:
        for future, _ in self.waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(OSError("gone"))


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, get_context("spawn"))


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("executor", [lambda: ThreadPoolExecutor(2), processes])
def test_real_executors(make: Callable[[], Announced], executor: Callable[[], Executor]) -> None:
    expected = make().get_pubkey()

    async def use() -> None:
        key = make()
        assert not await key.available()
        await key.require()
        assert not await key.available()
        with executor() as pool:
            key.announce(pool)
            await key.require()
        assert await key.available()
        assert key.get_pubkey() == expected
        assert key.progress() == 1.0

    asyncio.run(use())
    key = make()
    with executor() as pool:
        key.announce(pool)
        assert key.get_pubkey() == expected


def test_many_keys_share_an_executor() -> None:
    keys = [one_time(1000 * i) for i in range(64)]

    async def use() -> None:
        with ThreadPoolExecutor(2) as pool:
            for key in keys:
                key.announce(pool)
            while not all([await key.available() for key in keys]):
                await asyncio.sleep(0.001)

    asyncio.run(use())
    assert [key.get_pubkey() for key in keys] == [
        one_time(1000 * i).get_pubkey() for i in range(64)
    ]


def test_progress_future_and_announcing_twice() -> None:
    key, executor = level(), Manual()
    assert (key.future, key.progress()) == (None, 0.0)
    key.announce(executor)
    pieces = len(executor.waiting)
    assert pieces > 1
    key.announce(executor)
    assert len(executor.waiting) == pieces
    future = key.future
    assert future is not None
    assert not asyncio.run(key.available())
    for done in range(1, pieces):
        executor.step()
        assert key.progress() == done / pieces
        assert not future.done()
    executor.step()
    assert future.result() == level().get_pubkey()
    assert asyncio.run(key.available())
    key.announce(executor)
    assert not executor.waiting


def test_cancelling() -> None:
    key, executor = level(), Manual()
    assert not key.cancel()
    key.announce(executor)
    future = key.future
    assert future is not None
    assert key.cancel()
    assert all(piece.cancelled() for piece, _ in executor.waiting)
    assert isinstance(future.exception(), hexc.ExecutorError)
    assert (key.future, key.progress()) == (None, 0.0)
    assert not asyncio.run(key.available())
    assert key.get_pubkey() == level().get_pubkey()


def test_a_dead_executor_raises_an_error_and_can_be_replaced() -> None:
    for ask in ("require", "available"):
        key, executor = level(), Manual()
        key.announce(executor)
        executor.step()
        executor.die()
        with pytest.raises(hexc.ExecutorError, match="OSError"):
            asyncio.run(getattr(key, ask)())
        assert key.get_pubkey() == level().get_pubkey()
    key, executor = level(), Manual()
    key.announce(executor)
    executor.die()
    assert key.get_pubkey() == level().get_pubkey()


def test_an_executor_that_rejects_work() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    key = one_time()
    with pytest.raises(hexc.ExecutorError):
        key.announce(pool)
    assert key.future is None
    assert key.get_pubkey() == one_time().get_pubkey()


def test_a_process_pool_whose_workers_are_killed() -> None:
    with processes() as pool:
        pids = {pool.submit(os.getpid).result()}
        key = czd.LevelKey(SECRET, 0, 20, 12, 7)
        key.announce(pool)
        pids |= {process.pid for process in pool._processes.values()}
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(hexc.ExecutorError, match="BrokenProcessPool"):
            asyncio.run(key.require())
        assert key.future is None


def test_a_cancelled_coroutine_does_not_cancel_the_work() -> None:
    key, executor = one_time(), Manual()
    key.announce(executor)

    async def use() -> None:
        waiting = asyncio.create_task(key.require())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])

    asyncio.run(use())
    executor.step()
    asyncio.run(key.require())
    assert key.get_pubkey() == one_time().get_pubkey()


def test_getting_the_key_waits_for_the_executor() -> None:
    key, executor = one_time(), Manual()
    key.announce(executor)
    found: list[bytes] = []
    thread = threading.Thread(target=lambda: found.append(key.get_pubkey()))
    thread.start()
    assert not found
    executor.step()
    thread.join()
    assert found == [one_time().get_pubkey()]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_does_not_wait_for_its_parents_executor() -> None:
    key, executor = one_time(), Manual()
    key.announce(executor)
    child = os.fork()
    if child == 0:
        os._exit(0 if key.get_pubkey() == one_time().get_pubkey() else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert key.progress() == 0.0


def test_a_known_key_is_not_computed() -> None:
    key = czd.OneTimeSigningKey(20, 7, bytes(20), SECRET, 0, pubkey=bytes(20))
    executor = Manual()
    key.announce(executor)
    assert not executor.waiting
    assert key.get_pubkey() == bytes(20)


def test_a_work_item_hides_its_secrets() -> None:
    for make in KINDS:
        for work in make()._work():
            assert repr(work) == "<work on a public key>"
            state = pickle.dumps(work)
            assert SECRET not in state
            assert perform(pickle.loads(state)) == perform(work)
        assert "secret" not in repr(make())


def test_damaged_work_is_refused() -> None:
    (work,) = one_time()._work()
    make, (state,) = work.__reduce__()  # type: ignore[misc]
    for damaged in (b"", state[:3], state[:-1], b"1" + state[1:], state[:1] + b"\0" + state[2:]):
        with pytest.raises(exc.ValueError, match="state"):
            make(damaged)
