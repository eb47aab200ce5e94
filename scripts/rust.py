"""The text of Rust sources: code without comments and tests, and the paths that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|b?r(?P<hashes>#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"'
    r"|b?'(?:\\[^\n]{1,10}?|[^\\'\n])'",
    re.DOTALL,
)
TEST_MODULE = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*mod \w+ \{")
USE = re.compile(r"(\bpub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);")
VISIBILITY = re.compile(r"\bpub\(in [^)]*\)")
PATH = re.compile(r"(?<![\w:])(?:\$?crate|super|self|\w+)(?:::\w+)+")
DEFINITION = re.compile(
    r"\b(?:fn|struct|enum|trait|type|const|static|union|macro_rules!|mod)\s+(?:mut\s+)?(\w+)"
)


class Use(NamedTuple):
    """A name that a module has by `use`: where from, and whether it shows it to others."""

    path: str
    """`*` at its end stands for all names of a module."""
    name: str
    is_shown: bool


def plain(rust: str, *, keep_strings: bool = False) -> str:
    """Blank out comments, strings and characters, keeping every line where it is."""

    def blank(found: re.Match[str]) -> str:
        text = found.group()
        if keep_strings and not text.startswith("/"):
            return text
        return "\n" * text.count("\n") or " "

    return NOISE.sub(blank, rust)


def without_tests(rust: str) -> str:
    """Cut the test module off, which stands last in its file."""
    return TEST_MODULE.split(rust)[0]


def module_folder(name: str) -> str:
    """Return the path of a file's module: `a/b.rs` and `a/b/mod.rs` are both `a/b`."""
    stem = name.removesuffix(".rs")
    for last in ("/mod", "/lib", "/main"):
        stem = stem.removesuffix(last)
    return stem


def uses(code: str) -> Iterator[Use]:
    """Yield each name that code imports, groups spelled out."""
    for found in USE.finditer(code):
        for path, name in spelled_out(re.sub(r"\s+", " ", found[2])):
            yield Use(path, name, is_shown=bool(found[1]))


def paths(code: str) -> Iterator[str]:
    """Yield each path that code names outside of `use`; a visibility names no need."""
    for found in PATH.finditer(VISIBILITY.sub("pub", USE.sub("", code))):
        yield found.group().removeprefix("$")


def definitions(code: str) -> set[str]:
    """Return the names that code defines; those that its macros make are unknown."""
    return set(DEFINITION.findall(code))


def spelled_out(tree: str) -> Iterator[tuple[str, str]]:
    """Yield path and name of what one `use` imports: `a::{b, c::d as e}` is `b` and `e`."""
    head, brace, tail = tree.partition("{")
    if not brace:
        path, _, alias = head.strip().partition(" as ")
        yield path.strip(), alias.strip() or path.rpartition("::")[2].strip()
        return
    start = re.sub(r"\s", "", head)
    depth, piece, pieces = 0, "", []
    for letter in tail[: tail.rindex("}")]:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += letter
    for inner in [*pieces, piece]:
        if inner.strip():
            for path, name in spelled_out(inner):
                if path == "self":
                    path, name = "", name.replace("self", start.split("::")[-2])
                yield (start + path).removesuffix("::"), name
