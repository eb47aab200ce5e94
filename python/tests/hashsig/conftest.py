"""What tests of hash-based signatures share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hashsig.schemes import Czd1, Hss, Scheme


@pytest.fixture(params=[Hss, Czd1])
def scheme(request: pytest.FixtureRequest) -> Scheme:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "key"
