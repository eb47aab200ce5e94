"""Fixtures for the tests of hash-based signatures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from .server import Server, started

NUMBERS = count()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "key"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Provide a PostgreSQL server for the tests of a file."""
    server = started()
    yield server
    server.remove()


@pytest.fixture
def key() -> str:
    """Return a key name that no other test uses."""
    return f"key {next(NUMBERS)}"
