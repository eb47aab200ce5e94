"""Installs what `make dist` built in fresh environments: python scripts/try_dist.py FOLDER.

Wheels and source distributions are both tried. `quicksalt` alone must contain the same candidates
as the module of this environment, including dalek's AVX-512 backend, must not install other
packages, and must name the distribution of each module and command that it lacks. With the other
two distributions, all modules and commands must work, and no file may be in two wheels. The tests
of each distribution run against the installed packages. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

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
"""Sample files installed for the shell."""

ADDED = {"signatures": ("hashsig", "trust"), "lab": ("lab", "cli")}
"""The modules that a distribution adds to `quicksalt`."""

NEEDED = ("cryptography>=44", "hypothesis>=6.100", "libnacl==2.1.0", "pynacl==1.6.2", "pytest>=8")
TESTS = {
    "quicksalt": ("test_vectors.py", "api/test_objects.py", "files"),
    "signatures": ("hashsig/test_formats.py", "hashsig/test_store.py", "api/test_one_choice.py"),
    "lab": ("quicksalt_lab/test_stats.py", "quicksalt_lab/test_measure.py"),
}
"""Tests of each distribution that need only these packages and the vectors."""


class Environment:
    """A fresh environment without packages."""

    def __init__(self, folder: str) -> None:
        """Create the environment in an empty folder."""
        venv.create(folder, with_pip=True)
        self.programs = Path(folder) / "bin"

    def run(self, *words: str, cwd: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, and return its output."""
        argv = [str(self.programs / words[0]), *words[1:]]
        # With PIP_QUIET set, pip does not print its list.
        env = {**os.environ, "PIP_QUIET": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        return subprocess.run(argv, cwd=cwd, env=env, capture_output=True, text=True, check=False)

    def install(self, *what: str) -> None:
        """Install packages, with quicksalt's distributions from the local folder."""
        found = self.run("python", "-m", "pip", "install", "--quiet", *what)
        if found.returncode:
            sys.exit(found.stderr)

    def packages(self) -> set[str]:
        """Return the names of the installed packages."""
        found = self.run("python", "-m", "pip", "list", "--format=json")
        return {package["name"] for package in json.loads(found.stdout)}

    def held(self) -> object:
        """Return the candidates of the installed package, queried in a folder without sources."""
        return held(self.programs / "python")


def held(python: Path | str) -> object:
    """Return the candidates of an interpreter's package."""
    with tempfile.TemporaryDirectory() as folder:
        argv = [str(python), "-c", HELD]
        run = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def alone(here: Environment, artefact: Path) -> Iterator[str]:
    """Install only `quicksalt` and yield its problems."""
    before = here.packages()
    here.install(str(artefact))
    if here.held() != held(sys.executable):
        yield "candidates differ from this environment"
    for name in sorted(here.packages() - before - {"quicksalt"}):
        yield f"installs {name}"
    if here.run("quicksalt", "--version").returncode != 0:
        yield "the command does not print its version"
    for name in SHARED:
        if not (here.programs.parent / name).is_file():
            yield f"does not install {name}"
    yield from untold(here)
    yield from tested(here, "quicksalt")


def untold(here: Environment) -> Iterator[str]:
    """Yield the modules and commands for which `quicksalt` does not name the distribution."""
    for word, modules in ADDED.items():
        for module in modules:
            said = here.run("python", "-c", f"import quicksalt.{module}").stderr
            if f"quicksalt-{word}, which is not installed" not in said:
                yield f"does not name the distribution of quicksalt.{module}: {said}"
    for command in ("doctor", "grow", "hashsig", "trust"):
        found = here.run("quicksalt", command)
        if found.returncode != 3 or len(found.stderr.splitlines()) != 1:
            yield f"the command does not name the distribution of {command}: {found.stderr}"


def added(here: Environment, word: str, artefact: Path) -> Iterator[str]:
    """Install a distribution besides `quicksalt` and yield its problems."""
    here.install(str(artefact))
    for module in ADDED[word]:
        if said := here.run("python", "-c", f"import quicksalt.{module}").stderr:
            yield f"quicksalt.{module}: {said}"
    commands = {"signatures": ("hashsig", "trust"), "lab": ("doctor", "grow")}[word]
    for command in commands:
        found = here.run("quicksalt", command, "--help")
        if found.returncode != 0:
            yield f"the command {command} does not run: {found.stderr}"
    yield from tested(here, word)


def tested(here: Environment, distribution: str) -> Iterator[str]:
    """Run the tests of a distribution in a folder without its sources."""
    here.install(*NEEDED)
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(ROOT / "python/tests", Path(name) / "python/tests")
        (Path(name) / "vectors").symlink_to(ROOT / "vectors")
        shutil.copy(ROOT / "pyproject.toml", name)
        places = [f"python/tests/{place}" for place in TESTS[distribution]]
        found = here.run("python", "-m", "pytest", "-q", *places, cwd=name)
    if found.returncode:
        yield f"the tests of {distribution} fail:\n{found.stdout}{found.stderr}"


def tried(artefacts: dict[str, Path]) -> Iterator[str]:
    """Install the distributions one after another, and yield their problems."""
    with tempfile.TemporaryDirectory() as folder:
        here = Environment(folder)
        yield from alone(here, artefacts["quicksalt"])
        for word in ADDED:
            yield from added(here, word, artefacts[f"quicksalt_{word}"])


def shared(wheels: dict[str, Path]) -> Iterator[str]:
    """Yield the files that are in more than one wheel."""
    counts = Counter(
        name for wheel in wheels.values() for name in zipfile.ZipFile(wheel).namelist()
    )
    yield from (f"{name} is in {count} wheels" for name, count in counts.items() if count > 1)


def main() -> int:
    """Try the wheels and the source distributions."""
    wrong = 0
    for kind, pattern in {"wheels": "*.whl", "source distributions": "*.tar.gz"}.items():
        found = sorted(Path(sys.argv[1]).resolve().glob(pattern))
        artefacts = {path.name.partition("-")[0]: path for path in found}
        problems = list(tried(artefacts))
        problems += shared(artefacts) if kind == "wheels" else []
        for path in found:
            print(f"{path.name}: {path.stat().st_size:,} bytes")
        print(f"{kind}: " + ("\n".join(problems) or "each works alone and with the others"))
        wrong += bool(problems)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
