"""Compile programs and run them under callgrind once per session; a missing tool skips or fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from quicksalt.lab.growth import program
from quicksalt_lab.grow import experiment
from quicksalt_lab.grow.report import Report, analyse

PROGRAMS = Path(__file__).parent / "programs"

INSTALL = {
    "addr2line": "apt install binutils",
    "gcc": "apt install gcc",
    "rustc": "see rustup.rs",
    "valgrind": "apt install valgrind",
}


def need(*tools: str) -> None:
    """Skip the test without these tools; fail if skipping is forbidden."""
    for tool in tools:
        if shutil.which(tool) is None:
            missing(f"{tool} is not installed: {INSTALL[tool]}")


def missing(reason: str) -> None:
    if os.environ.get("QUICKSALT_NO_SKIP"):
        pytest.fail(reason)
    pytest.skip(reason)


Compile = Callable[..., Path]
Grow = Callable[..., Report]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """Compile a program, with extra options; equal calls return the same file."""
    folder = tmp_path_factory.mktemp("grow programs")

    @cache
    def build(name: str, *options: str) -> Path:
        source = program.SOURCE if name == program.SOURCE.name else PROGRAMS / name
        target = folder / "-".join([source.stem, *(o.strip("-") for o in options if o[:2] == "-D")])
        if source.suffix == ".rs":
            need("rustc")
            command = ["rustc", "-O", "-C", "debuginfo=line-tables-only", *options]
        else:
            need("gcc")
            command = ["gcc", "-g", "-O2", "-Wall", "-Wextra", "-Werror", *options]
        if name == "extension.c":
            headers = Path(sysconfig.get_path("include"))
            if not (headers / "Python.h").is_file():
                missing("Python.h is not installed: apt install python3-dev")
            target = folder / "slow_names.abi3.so"
            command += ["-shared", "-fPIC", f"-I{headers}"]
        subprocess.run([*command, str(source), "-o", str(target)], check=True)
        return target

    return build


@pytest.fixture(scope="session")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Grow:
    """Run a command at several sizes and analyse it."""

    def run(
        command: Sequence[str],
        sizes: Sequence[int],
        *,
        to: float | None = None,
        lines: bool = False,
    ) -> Report:
        need("valgrind")
        plan = experiment.Plan(tuple(command), tuple(sizes), addresses=lines)
        plan.check()
        folder = tmp_path_factory.mktemp("callgrind files")
        return analyse(list(experiment.run(plan, folder)), command, to=to, lines=lines)

    return run
