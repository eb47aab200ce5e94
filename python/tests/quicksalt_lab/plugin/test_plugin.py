"""Measured tests, and the action that measures commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quicksalt_lab.grow.verdict import Outcome

from ..conftest import Said
from ..grow.conftest import need

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
ACTION = ROOT / "actions/grow"
EXAMPLE = (HERE / "example.py").read_text()


def run(text: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_example.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-p", "quicksalt_lab.plugin", "--strict-markers"]
    return subprocess.run(
        [*command, *options, "-p", "no:cacheprovider", "test_example.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python/src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_test_that_grows_too_fast_fails(tmp_path: Path) -> None:
    need("valgrind")
    found = run(EXAMPLE, tmp_path, "--grow")
    assert found.returncode == 1, found.stdout
    assert "1 failed, 1 passed" in found.stdout
    assert "FAILED test_example.py::test_unique[grow]" in found.stdout
    assert re.search(r" origin .*n\^(1\.[89]|2\.)", found.stdout)


def test_without_the_option_it_runs_once_with_the_smallest_size(tmp_path: Path) -> None:
    found = run(EXAMPLE, tmp_path)
    assert (found.returncode, "2 passed" in found.stdout) == (0, True), found.stdout
    broken = run(EXAMPLE.replace("== n", "== 200"), tmp_path)
    assert "1 failed, 1 passed" in broken.stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(200, 400, 800)", "(200, 400)"),
        ("(200, 400, 800)", "'many'"),
        ("def test_unique(n)", "def test_unique(n, tmp_path)"),
    ],
)
def test_an_invalid_mark_is_reported(old: str, new: str, tmp_path: Path, said: Said) -> None:
    found = run(EXAMPLE.replace(old, new), tmp_path, "--grow", "-k", "test_unique and not dict")
    assert found.returncode != 0
    lines = (found.stdout + found.stderr).splitlines()
    # pytest truncates its summary lines, except on a wide terminal and in CI.
    summary = next(at for at, line in enumerate(lines) if "short test summary" in line)
    told = [line for line in lines[:summary] if "sizes=" in line and "@" not in line]
    said("\n".join(told), NAMES="(?<=arguments )[^:]+")


def action(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {"SIZES": "50,100,200", "MAX_EXPONENT": "1.3", "SETUP": "", **inputs}
    return subprocess.run(
        ["bash", str(ACTION / "run")],
        cwd=folder,
        env={**os.environ, "PATH": path, "GITHUB_STEP_SUMMARY": str(folder / "summary"), **given},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_action_marks_the_line_at_fault(tmp_path: Path) -> None:
    need("valgrind", "gcc")
    source = tmp_path / "slow.c"
    source.write_text(
        "#include <stdlib.h>\nvolatile int sink;\nint main(int c, char **v) {\n"
        "  int n = c > 1 ? atoi(v[1]) : 0;\n  for (int i = 0; i < n * n; i++)\n    sink += i;\n}\n"
    )
    subprocess.run(["gcc", "-g", str(source), "-o", str(tmp_path / "slow")], check=True)
    found = action(tmp_path, COMMAND="./slow {n}")
    assert found.returncode == 1, found.stderr
    assert re.search(r"^::error file=slow.c,line=[56]::main .*n\^", found.stdout, re.M)
    assert Outcome.OVER in (tmp_path / "summary").read_text()
    assert action(tmp_path, COMMAND="./slow {n}", MAX_EXPONENT="2.5").returncode == 0


def test_the_action_passes_all_its_inputs() -> None:
    text = (ACTION / "action.yml").read_text()
    inputs = set(re.findall(r"^  ([\w-]+):$", text.partition("runs:")[0], re.M))
    assert set(re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", text)) == inputs
    variables = {name.upper().replace("-", "_") for name in inputs - {"version"}}
    script = (ACTION / "run").read_text()
    assert variables == {
        name for name in variables if f"${name}" in script or f"${{{name}:-" in script
    }


def test_the_documented_workflow_uses_inputs_that_exist() -> None:
    docs = (ROOT / "docs/grow.md").read_text()
    (example,) = re.findall(r"uses: \S+/actions/grow@\S+\n\s+with:\n((?:\s+[\w-]+: .*\n)+)", docs)
    used = set(re.findall(r"^\s+([\w-]+):", example, re.M))
    assert used <= set(re.findall(r"^  ([\w-]+):$", (ACTION / "action.yml").read_text(), re.M))
    assert EXAMPLE.partition("\n\n\n")[2].strip() in docs
