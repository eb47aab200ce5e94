"""Signing keys that prepare trees and reservations ahead in an executor."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quicksalt.hashsig import Ahead, NativeExecutor, SigningKey

PARAMS = "5/4,5/4"
TREE = 32


def eventually(what: Callable[[], bool]) -> None:
    """Wait for the executor; fail after a timeout."""
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, NativeExecutor])
def test_an_executor_prepares_trees_and_reservations(kind: type[Executor], tmp_path: Path) -> None:
    """The executor prepares trees and reservations without a request, before they are needed."""
    with (
        kind(1) as executor,  # type: ignore[call-arg]
        SigningKey.create(
            tmp_path / "key", PARAMS, ahead=Ahead(reservation=8, background=executor)
        ) as key,
    ):
        eventually(lambda: key.progress().tree == 1)
        for number in range(3 * TREE):
            key.public_key.verify(b"m", key.sign(b"m"))
            eventually(lambda: key.progress().tree == 1)
            eventually(lambda: key.progress().reserved > 8 / 2)
            assert key.remaining() == TREE * TREE - number - 1
        assert key.progress().trouble is None


class Broken(Executor):
    """An executor that refuses work, loses it, or fails during it."""

    def __init__(self, how: str) -> None:
        """Fail in the manner `how`."""
        self.how = how
        self.taken = 0

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        """Refuse the work, lose it, or fail during it."""
        self.taken += 1
        future: Future[Any] = Future()
        if self.how == "refuses":
            raise RuntimeError("out of order")
        if self.how == "cancels":
            future.cancel()
        else:
            future.set_exception(OSError("out of order"))
        return future


@pytest.mark.parametrize("how", ["refuses", "cancels", "fails"])
def test_signing_goes_on_without_the_executor(how: str, tmp_path: Path) -> None:
    """Each signature prepares its share itself, and the error is reported."""
    broken = Broken(how)
    ahead = Ahead(reservation=8, background=broken)
    with SigningKey.create(tmp_path / "key", PARAMS, ahead=ahead) as key:
        for _ in range(2 * TREE):
            key.public_key.verify(b"m", key.sign(b"m"))
        assert broken.taken > TREE
        trouble = key.progress().trouble
        assert trouble is not None
        assert ("the executor failed" if how == "cancels" else "out of order") in trouble


def test_one_slice_at_a_time(tmp_path: Path) -> None:
    """Many signatures submit only one slice of work at a time, so the executor is not flooded."""
    release, under_way = threading.Event(), 0

    class Slow(ThreadPoolExecutor):
        def submit(self, *arguments: Any, **_: Any) -> Future[Any]:
            def later() -> object:
                nonlocal under_way
                under_way += 1
                assert under_way == 1
                release.wait(60)
                under_way -= 1
                return arguments[0](*arguments[1:])

            return super().submit(later)

    with (
        Slow(4) as executor,
        SigningKey.create(tmp_path / "key", PARAMS, ahead=Ahead(background=executor)) as key,
    ):
        for _ in range(20):
            key.sign(b"m")
        release.set()
        eventually(lambda: key.progress().tree == 1)
        assert key.progress().trouble is None


def test_an_executor_outlives_its_key(tmp_path: Path) -> None:
    """A slice of work that starts after the key is closed does nothing; the next key is served."""
    with ThreadPoolExecutor(1) as executor:
        gate = threading.Event()
        executor.submit(gate.wait, 60)
        ahead = Ahead(background=executor)
        with SigningKey.create(tmp_path / "one", PARAMS, ahead=ahead):
            pass
        gate.set()
        with SigningKey.create(tmp_path / "two", PARAMS, ahead=ahead) as key:
            eventually(lambda: key.progress().tree == 1)
