"""The lock file of the peers follows the crates that they share with the workspace."""

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
    # Offline: where the crates were never fetched, that is the error, and nothing is said here.
    argv = ["cargo", "metadata", "--locked", "--offline", "--format-version=1"]
    ended = subprocess.run(
        [*argv, "--manifest-path", manifest], check=False, capture_output=True, text=True
    )
    assert "because --locked was passed" not in ended.stderr
