"""Formats, lints, builds and tests changed code: python scripts/quick.py [--since REVISION].

Without a revision: the differences to the last commit, or the last commit's changes if nothing
differs. Only changed crates are linted and tested; Python tests are selected by the name of the
changed room, such as `python/tests/trust` for `crates/trust` and `quicksalt.trust`. Structure and
documentation are always tested. `make test` runs all tests.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
BIN = ROOT / ".venv/bin"
LINTED = ["emacs", "python", "records", "scripts", "vectors", "wasm"]
TESTS = "python/tests"
ALWAYS = [f"{TESTS}/structure", f"{TESTS}/docs"]
# Crates of the native module that have a test folder of the same name.
NATIVE = ["files", "hashsig", "trust"]
BUILT = ("crates/cli/", "python/native/", *(f"crates/{room}/src/" for room in ("core", *NATIVE)))
# The tests of a file: the first entry with a pattern that matches the start of its path.
TESTED = [
    (rf"({TESTS}/(?:.*/)?test_\w+\.py)$", [r"\1"]),
    (rf"({TESTS}(?:/\w+)*)/", [r"\1"]),
    (r"crates/core/src|python/src/quicksalt/(?:bindings/|\w+\.pyi?$)", [f"{TESTS}/api"]),
    (rf"crates/({'|'.join(NATIVE)})/src", [rf"{TESTS}/\1"]),
    (r"crates/cli/", [f"{TESTS}/cli", f"{TESTS}/files"]),
    (r"python/native/", [f"{TESTS}/{room}" for room in ("api", *NATIVE)]),
    (r"python/(?:\w+/)?src/quicksalt/(\w+)/", [rf"{TESTS}/\1"]),
    (r"python/lab/src/quicksalt_lab/(\w+)/", [rf"{TESTS}/quicksalt_lab/\1"]),
    (r"python/lab/src/quicksalt_lab/", [f"{TESTS}/quicksalt_lab"]),
    (r"vectors/", [f"{TESTS}/test_vectors.py"]),
    (r"README\.md", [f"{TESTS}/test_readme.py"]),
]
# Rooms covered neither by cargo test nor by pytest, with their `make` targets.
ELSEWHERE = {"wasm": "wasm-check test-js", "emacs": "emacs", "crates/emacs": "emacs"}


def changed(since: str | None) -> list[str]:
    """Return the paths of changed files that still exist."""

    def names(*command: str) -> list[str]:
        return subprocess.check_output(["git", *command], cwd=ROOT, text=True).splitlines()

    found = names("diff", "--name-only", since or "HEAD")
    found += names("ls-files", "--others", "--exclude-standard")
    if not found and since is None:
        found = names("diff", "--name-only", "HEAD~1")
    return [name for name in found if (ROOT / name).is_file()]


def package(name: str) -> str | None:
    """Return the workspace package that contains a file."""
    for folder in PurePosixPath(name).parents:
        manifest = ROOT / folder / "Cargo.toml"
        if manifest.is_file() and folder.parts:
            text = manifest.read_text()
            found = re.search(r'(?m)^name = "(.*)"', text)
            return found[1] if found and "version.workspace" in text else None
    return None


def tests(name: str) -> list[str]:
    """Return the test folders and files for a file."""
    for pattern, places in TESTED:
        if found := re.match(pattern, name):
            there = [found.expand(place) for place in places]
            return [place for place in there if (ROOT / place).exists()]
    return []


def commands(names: list[str]) -> Iterator[list[str]]:
    """Yield the commands to run, in order."""
    if any(name.endswith((".py", ".pyi")) for name in names):
        yield [f"{BIN}/ruff", "format", "--check", *LINTED]
        yield [f"{BIN}/ruff", "check", "--quiet", *LINTED]
        yield [f"{BIN}/mypy"]
    if packages := sorted({found for name in names if (found := package(name))}):
        chosen = [word for found in packages for word in ("--package", found)]
        yield ["cargo", "fmt", "--check"]
        yield ["cargo", "clippy", "--quiet", *chosen, "--all-targets", "--", "--deny", "warnings"]
        yield ["cargo", "test", "--quiet", *chosen]
    if any(name.startswith(BUILT) for name in names):
        yield ["make", "build"]
    places = {place for name in names for place in tests(name)}
    yield [f"{BIN}/python", "-m", "pytest", "-n", "2", *sorted({*ALWAYS, *places})]


def main() -> int:
    """Run the commands until one of them fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--since", metavar="REVISION", help="test changes since that commit")
    names = changed(parser.parse_args().since)
    for command in commands(names):
        print(shlex.join(command).replace(f"{ROOT}/", ""), flush=True)
        if status := subprocess.run(command, cwd=ROOT).returncode:
            return status
    for room, targets in ELSEWHERE.items():
        if any(name.startswith(f"{room}/") for name in names):
            print(f"{room}: make {targets}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
