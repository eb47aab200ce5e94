"""Public keys of czd1 that executors compute."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from quicksalt import exceptions as exc
from quicksalt.hashsig import FileStore, NativeExecutor, czd1
from quicksalt.hashsig.carriers import perform

SEED = b"a secret that must not be shown!"
SECRETS = [czd1.generate(16, 4, heights, seed=SEED) for heights in ([6], [5, 3], [1])]


@pytest.mark.parametrize("secret", SECRETS, ids=["a level", "levels", "two leaves"])
@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(2), lambda: NativeExecutor(2)])
def test_executors(secret: bytes, make: Callable[[], Executor], tmp_path: Path) -> None:
    key = czd1.KeyGeneration(secret)
    assert (key.future, key.progress()) == (None, 0.0)

    async def use() -> None:
        with make() as executor:
            key.announce(executor)
            await key.require()
        assert await key.available()

    asyncio.run(use())
    assert key.get_pubkey() == czd1.KeyGeneration(secret).get_pubkey()
    with FileStore.create(tmp_path / "key", czd1.capacity(secret), secret) as store:
        signer = czd1.SigningKey(store.material, store)
        assert signer.public_key == key.public_key
        key.public_key.verify(b"message", signer.sign(b"message"))


def test_work_that_leaves_the_process_carries_no_seed() -> None:
    for secret in SECRETS:
        for work in czd1.KeyGeneration(secret)._work():
            state = pickle.dumps(work)
            assert SEED not in state
            assert perform(pickle.loads(state)) == perform(work)
            assert repr(work) == "<work on a public key>"


def test_what_is_no_secret_key() -> None:
    for damaged in (b"", SECRETS[0][:-1], SECRETS[0] + b"\0"):
        with pytest.raises(exc.ValueError):
            czd1.KeyGeneration(damaged)
