"""The programs that quicksalt exchanges files with."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def program(name: str) -> str:
    """Return the path of a program; if missing, skip the test, or fail if skipping is forbidden."""
    found = shutil.which(name)
    if found is None:
        text = f"no {name} here: apt-get install {name.removesuffix('-keygen')}"
        if os.environ.get("QUICKSALT_NO_SKIP"):
            pytest.fail(text)
        pytest.skip(text)
    return found


def run(name: str, *arguments: object, given: bytes = b"") -> bytes:
    """Run a program and return its output."""
    done = subprocess.run(
        [program(name), *map(str, arguments)], input=given, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(name: str, *arguments: object, given: bytes = b"") -> None:
    """Run a program that must fail."""
    done = subprocess.run(
        [program(name), *map(str, arguments)], input=given, capture_output=True, check=False
    )
    assert done.returncode != 0


def written(path: Path, content: bytes | str) -> Path:
    """Write a file and return its path."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
