"""Child processes: one per language, and scripted children with arbitrary answers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[3]


@pytest.fixture(scope="session")
def in_python(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the child in Python from the documentation."""
    text = (ROOT / "docs" / "children.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    path = tmp_path_factory.mktemp("child") / "child.py"
    path.write_text(program)
    return [sys.executable, str(path)]


def built(compiler: str, source: str, folder: Path) -> list[str]:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    program = folder / Path(source).stem
    subprocess.run([compiler, "-O", str(HERE / source), "-o", str(program)], check=True)
    return [str(program)]


@pytest.fixture(scope="session")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return built("cc", "child.c", tmp_path_factory.mktemp("child"))


@pytest.fixture(scope="session")
def in_rust(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return built("rustc", "child.rs", tmp_path_factory.mktemp("child"))


def scripted(*answers: str, hello: str = "echo ok quicksalt-child/1 wall a script") -> list[str]:
    """Return a child that runs a shell line for each request."""
    lines = [f"read request; {answer}" for answer in (hello, *answers)]
    return ["sh", "-c", "\n".join([*lines, "read request"])]
