"""Installs what `make dist` built in fresh environments: python scripts/try_dist.py FILE ...

Each must hold the same candidates as the module of this environment, dalek's AVX-512 backend
among them, install no other package, and have a command that asks for its extra and works with it.
A source distribution must have tests that run with what is installed from it.
Exits 1 if one does not.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

HELD = """
import json
import quicksalt
from quicksalt import _native, choice

key = bytes(32)
box = quicksalt.secret.SecretBox(key)
assert box.decrypt(box.encrypt(b"attack at dawn")) == b"attack at dawn"
held = {r["operation"]: [c["candidate"] for c in r["candidates"]] for r in choice.explain()}
print(json.dumps({"operations": held, "dalek_avx512": _native.machine()["dalek_avx512"]}))
"""


SHARED = ("share/man/man1/quicksalt.1", "share/bash-completion/completions/quicksalt")
"""Of what is installed for the shell."""

NEEDED = ("cryptography>=44", "hypothesis>=6.100", "libnacl==2.1.0", "pynacl==1.6.2", "pytest>=8")
TESTS = ("python/tests/test_vectors.py", "python/tests/hashsig/test_formats.py")
"""Tests that need no more than these packages, and the vectors."""


def held(python: Path | str) -> dict[str, object]:
    """Return what the package of an environment holds, asked from a folder without sources."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [str(python), "-c", HELD], cwd=folder, capture_output=True, text=True, check=True
        )
    answer: dict[str, object] = json.loads(run.stdout)
    return answer


def tried(artefact: Path, here: dict[str, object]) -> list[str]:
    """Install an sdist or a wheel in a fresh environment, and return what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / "bin"
        before = packages(programs)
        install(programs, str(artefact.resolve()))
        problems = [] if held(programs / "python") == here else ["other candidates than here"]
        more = sorted(packages(programs) - before - {"quicksalt"})
        problems += [f"brings {name}" for name in more]
        if command(programs, "--version") != 0:
            problems.append("the command does not tell its version")
        if command(programs, "doctor") != 3:
            problems.append("the command does not ask for its extra")
        problems += [
            f"installs no {name}" for name in SHARED if not (Path(folder) / name).is_file()
        ]
        install(programs, f"{artefact.resolve()}[cli]")
        if command(programs, "doctor") != 0:
            problems.append("the command does not run with its extra")
        if artefact.name.endswith(".tar.gz") and not tested(programs, artefact):
            problems.append("its tests do not run, or fail")
        return problems


def tested(programs: Path, artefact: Path) -> bool:
    """Run tests of a source distribution, of which nothing but the tests is left."""
    install(programs, *NEEDED)
    with tempfile.TemporaryDirectory() as name, tarfile.open(artefact) as tar:
        tar.extractall(name, filter="data")
        (source,) = Path(name).iterdir()
        for package in ("quicksalt", "quicksalt_lab"):
            shutil.rmtree(source / "python" / package)
        argv = [str(programs / "python"), "-m", "pytest", *TESTS]
        return subprocess.run(argv, cwd=source, check=False).returncode == 0


def install(programs: Path, *what: str) -> None:
    """Install into an environment."""
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", *what], check=True)


def packages(programs: Path) -> set[str]:
    """Return the names of the packages of an environment."""
    argv = [str(programs / "python"), "-m", "pip", "list", "--format=json"]
    argv.append("--disable-pip-version-check")
    # Where pip is told to be quiet, it does not print its list either.
    env = {**os.environ, "PIP_QUIET": "0"}
    run = subprocess.run(argv, capture_output=True, text=True, check=True, env=env)
    return {package["name"] for package in json.loads(run.stdout)}


def command(programs: Path, word: str) -> int:
    """Run the command and return its exit code."""
    run = subprocess.run([str(programs / "quicksalt"), word], capture_output=True, check=False)
    return run.returncode


def main() -> int:
    """Try each artefact."""
    here = held(sys.executable)
    wrong = 0
    for artefact in map(Path, sys.argv[1:]):
        problems = tried(artefact, here)
        print(f"{artefact}: {'; '.join(problems) or 'the same candidates as here, by itself'}")
        wrong += bool(problems)
    return 1 if wrong or len(sys.argv) == 1 else 0


if __name__ == "__main__":
    sys.exit(main())
