"""Checks the documentation against the repository: python scripts/check_docs.py [ROOT].

In backquotes and in blocks of shell, each path must exist, each `make` target must be in a
Makefile, the command must have each `quicksalt` subcommand, and some code must read each variable
`QUICKSALT_*`. A link to this repository, relative or absolute, must lead to a file and a heading.
Prints the violations, and exits with 1 if there are any.
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
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *sorted(str(path.relative_to(HERE)) for path in HERE.glob("docs/**/*.md")),
    "records/README.md",
    "vectors/VECTORS.md",
]

# Package indexes show these pages, and relative links are broken there.
PUBLISHED = {
    "README.md",
    "python/lab/README.md",
    "python/signatures/README.md",
    "wasm/js/README.md",
    *(str(path.relative_to(HERE)) for path in HERE.glob("crates/*/README.md")),
}

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

# Pages that `make site` writes.
GENERATED = {"c.md"}

# Folders of build output, which a clone may lack, so their paths are not checked.
BUILT = {".venv", "dist", "target"}

# Folders of other repositories that the documentation names.
FOREIGN = {"limbo"}

# Files that may read an environment variable.
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
LINK = re.compile(r"\]\(([^()\s]+)\)|\b(?:src|srcset|href)=\"([^\"]+)\"")
OURS = re.compile(r"https://github\.com/[\w.-]+/quicksalt/(?:blob|raw|tree)/main/(.*)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def said(text: str) -> Iterator[str]:
    """Yield all code in a text: spans, and the lines of shell blocks."""
    for block in BLOCK.findall(text):
        yield from (line.split("#")[0].strip() for line in block.splitlines())
    yield from (span.strip() for span in SPAN.findall(BLOCK.sub("", text)))


def is_path(word: str, tops: Iterable[str]) -> bool:
    """Return whether a word looks like a path of this repository."""
    if not PATH.fullmatch(word) or word.split("/")[0] in FOREIGN:
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
    """Yield the invalid references in a text."""
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


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site form them."""
    found = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in found}


def astray(root: Path, name: str) -> Iterator[str]:
    """Find links to this repository that lead to no file or to no heading."""
    text = FENCE.sub("", (root / name).read_text(encoding="utf-8"))
    for link in (first or second for first, second in LINK.findall(text)):
        ours = OURS.fullmatch(link)
        if ours is None and "://" in link:
            continue
        if ours is None and name in PUBLISHED and not link.startswith("#"):
            yield f"{name}: {link} is relative, and package indexes show this page"
        path, _, anchor = (ours[1] if ours else link).partition("#")
        target = root / path if ours else ((root / name).parent / path if path else root / name)
        if target.name in GENERATED:
            continue
        if not target.exists():
            yield f"{name}: {link} leads to no file"
        elif anchor and target.suffix == ".md" and anchor not in headings(target):
            yield f"{name}: {link} leads to no heading"


def problems(root: Path) -> list[str]:
    """Return all violations."""
    found = [problem for name in TEXTS for problem in untrue(root, name)]
    pages = dict.fromkeys([*TEXTS, *sorted(PUBLISHED)])
    return found + [problem for name in pages for problem in astray(root, name)]


def main() -> int:
    """Print the violations."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    found = problems(root)
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
