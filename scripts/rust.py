"""The text of Rust sources: code without comments and tests, and the paths that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator

NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|b?r(?P<hashes>#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"'
    r"|b?'(?:\\[^\n]{1,10}?|[^\\'\n])'",
    re.DOTALL,
)
TEST_MODULE = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*mod \w+ \{")
USE = re.compile(r"\buse\s+([^;]+);")
PATH = re.compile(r"(?<![\w:])(?:\$?crate|super|self|\w+)(?:::\w+)+")


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


def paths(code: str) -> Iterator[str]:
    """Every path that code names, those of `use` with their groups spelled out."""
    for found in USE.finditer(code):
        yield from spelled_out(re.sub(r"\s+", " ", found[1]))
    for found in PATH.finditer(USE.sub("", code)):
        yield found.group().removeprefix("$")


def spelled_out(tree: str) -> Iterator[str]:
    """Yield the paths of one `use`: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    head, brace, tail = tree.partition("{")
    if not brace:
        yield re.sub(r"\s+as\s+\w+|\s", "", head).removesuffix("::*")
        return
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
            for path in spelled_out(inner):
                yield re.sub(r"\s", "", head) + path
