"""Public keys that a real dask cluster computes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from distributed import Client, LocalCluster

from quicksalt.hashsig import coinzdense as czd
from quicksalt.hashsig.exceptions import ExecutorError

SECRET = b"a secret that must not be shown!"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_a_cluster_computes_public_keys(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    level = czd.LevelKey(SECRET, 0, 16, 4, 6)
    keys = [czd.OneTimeSigningKey(20, 7, bytes(20), SECRET, 1000 * i) for i in range(8)]

    async def use() -> None:
        with client.get_executor() as executor:
            for key in [level, *keys]:
                key.announce(executor)
            for key in [level, *keys]:
                await key.require()
                assert await key.available()

    with caplog.at_level(logging.DEBUG):
        asyncio.run(use())
    assert level.get_pubkey() == czd.LevelKey(SECRET, 0, 16, 4, 6).get_pubkey()
    for i, key in enumerate(keys):
        expected = czd.OneTimeSigningKey(20, 7, bytes(20), SECRET, 1000 * i).get_pubkey()
        assert key.get_pubkey() == expected
    assert "secret" not in caplog.text


def test_a_cluster_that_closes_is_an_error(client: Any) -> None:
    key = czd.LevelKey(SECRET, 0, 24, 12, 6)
    executor = client.get_executor()
    key.announce(executor)
    executor.shutdown(wait=False)
    with pytest.raises(ExecutorError):
        asyncio.run(key.require())
    assert key.future is None
