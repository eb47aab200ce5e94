"""Checks the documentation's references to files and commands: check_docs.py [ROOT].

In code spans and shell blocks, paths must exist, `make` targets must be in the Makefile,
`quicksalt` commands must be known, and variables `QUICKSALT_*` must be read by some code. Prints
violations; exits with 1 if there are any.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import click

from quicksalt import _native, _signatures
from quicksalt.cli import main as command

HERE = Path(__file__).parents[1]
TEXTS = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *sorted(str(path.relative_to(HERE)) for path in HERE.glob("docs/**/*.md")),
    "records/README.md",
    "vectors/VECTORS.md",
]

# Folders to which a path in the documentation can be relative.
BASES = [
    "",
    "crates/core/src",
    "crates/core/src/prim",
    "python/src/quicksalt",
    "vectors",
    "records",
]

# Possible first components of a path, in addition to the entries of the root folder.
ROOMS = {".cargo", ".ci", "choose", "cli", "lab", "nacl", "prim"}

# Folders of build output, which a clone may lack, so their paths are not checked.
BUILT = {".venv", "target"}

# Files that may read a variable.
READERS = [
    "Makefile",
    ".ci/*",
    "scripts/*",
    "wasm/*",
    "crates/*/**/*.rs",
    "python/src/quicksalt/**/*.py",
    "python/*/src/quicksalt/**/*.py",
    "python/lab/src/quicksalt_lab/**/*.py",
    "python/native/*/src/*.rs",
    "python/native/*/module/src/*.rs",
]

# The commands of the native program.
NATIVE = {name for name, _ in _native.manual_pages() + _signatures.manual_pages()}

SPAN = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
PATH = re.compile(r"\.?[\w*.-]+(?:/[\w*.-]+)*/?")
WRITTEN = re.compile(r"(?:--json|--html|--output|--out|-o|>) ([\w.-]+)")
"""A file created by a command in the documentation."""
SUFFIXES = (".rs", ".py", ".md", ".json", ".toml", ".sh", ".pyi")


def said(text: str) -> Iterator[str]:
    """Yield all code in a text: spans, and the lines of shell blocks."""
    for block in BLOCK.findall(text):
        yield from (line.split("#")[0].strip() for line in block.splitlines())
    yield from (span.strip() for span in SPAN.findall(BLOCK.sub("", text)))


def is_path(word: str, tops: Iterable[str]) -> bool:
    """Return whether a word looks like a path of this repository."""
    if not PATH.fullmatch(word):
        return False
    return word.endswith(SUFFIXES) or ("/" in word and word.split("/")[0] in tops)


def exists(root: Path, word: str) -> bool:
    """Return whether a path, possibly with `*`, exists relative to one of the bases."""
    bases = [root / base for base in BASES if (root / base).is_dir()]
    return any(any(base.glob(word.rstrip("/"))) for base in bases)


def targets(root: Path) -> set[str]:
    """Return the targets of the Makefile and its included files."""
    texts = [path.read_text() for path in (root / "Makefile", *root.glob("scripts/*.mk"))]
    return set(re.findall(r"^([a-z][a-z-]*):", "\n".join(texts), re.MULTILINE))


def is_command(words: list[str]) -> bool:
    """Return whether these words begin with known subcommands of `quicksalt`."""
    if not words or words[0].startswith("-") or f"quicksalt-{words[0]}" in NATIVE:
        return True
    group: click.Command = command
    for word in words:
        if not isinstance(group, click.Group) or not re.fullmatch(r"[a-z]+", word):
            break
        found = group.get_command(click.Context(group), word)
        if found is None:
            return False
        group = found
    return True


def variables(root: Path) -> set[str]:
    """Return all variable names used in code, scripts or the Makefile."""
    names: set[str] = set()
    for pattern in READERS:
        for path in root.glob(pattern):
            if path.is_file():
                names.update(re.findall(r"QUICKSALT_[A-Z_]+", path.read_text()))
    return names


def untrue(root: Path, name: str) -> Iterator[str]:
    """Yield the invalid references of a text."""
    tops = ({path.name for path in root.iterdir()} | ROOMS) - BUILT
    known = variables(root)
    text = (root / name).read_text()
    written = set(WRITTEN.findall(text))
    for code in said(text):
        words = code.split()
        for first, second in pairwise(words):
            if first == "make" and second not in targets(root):
                yield f"{name}: no target {second} in the Makefile"
        if words[:1] == ["quicksalt"] and not is_command(words[1:]):
            yield f"{name}: no command {code}"
        for word in words:
            if is_path(word, tops) and word not in written and not exists(root, word):
                yield f"{name}: no file {word}"
        for variable in re.findall(r"QUICKSALT_[A-Z_]+", code):
            if variable not in known:
                yield f"{name}: nothing reads {variable}"


def problems(root: Path) -> list[str]:
    """Return all invalid references."""
    return [problem for name in TEXTS for problem in untrue(root, name)]


def main() -> int:
    """Print the invalid references."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    found = problems(root)
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
