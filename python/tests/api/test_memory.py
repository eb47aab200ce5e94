"""A memory shortage raises `MemoryError` and does not end the process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory and reads /proc")
def test_every_buffer_argument_survives_a_memory_shortage() -> None:
    """The stub lists the arguments, so a new argument is tested or fails for lack of a sample."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.api.shortage"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "no memory, no harm\n"), run.stderr
