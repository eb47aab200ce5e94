"""The peers' lock file matches the workspace in the crates that they share."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
@pytest.mark.parametrize("folder", ["peers", "abi/peers", "trust/peers"])
def test_the_peers_resolve_as_they_are_locked(folder: str) -> None:
    manifest = ROOT / "crates" / folder / "Cargo.toml"
    # Offline: if the crates were never fetched, cargo fails for that reason, and the test passes.
    argv = ["cargo", "metadata", "--locked", "--offline", "--format-version=1"]
    ended = subprocess.run(
        [*argv, "--manifest-path", manifest], check=False, capture_output=True, text=True
    )
    assert "because --locked was passed" not in ended.stderr
