"""Counts habits of unclear English in the repository's prose, and warns about frequent habits.

python scripts/prose.py                 prints the habits over their goal; the exit code stays 0
python scripts/prose.py --list HABIT    prints the sentences with a habit

Prose is comments, docstrings, pages, and the texts of errors and help. The goal of a habit, per
1000 words, is twice the highest rate in graviola, BLAKE3, rage, rustls and mlkem-native.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HABITS = {
    "what": (r"^(?:And |But |Or |Of |In |To )?[Ww]hat (?!if|is the|are the|about)[^?]*$", 0.13),
    "who": (r"\b(?:who|whom|whose|whoever|nobody|somebody)\b", 0.36),
    "those": (r"\bthose\b", 0.6),
    "kept": (r"\b(?:kept|keeps|keep)\b", 0.31),
    "told": (r"\b(?:told|tells|tell)\b", 0.13),
    "is-no": (r"\b(?:is|are|be|has|have) no(?:ne)?\b", 0.3),
    "so-many": (r"\b(?:so|as) (?:many|long|much|few)\b", 0.1),
    "alone": (r"\balone\b", 0.1),
    "stands": (r"\b(?:stand|stands|stood)\b", 0.01),
    "behind": (r"\bbehind\b", 0.4),
    "lies": (r"\b(?:lie|lies|lay)\b", 0.1),
}
"""The pattern of each habit, and its highest rate per 1000 words among the five code bases."""

COMMENT = {
    ".rs": r"\s*//[/!]?\s?(.*)",
    ".js": r"\s*(?://|\*)\s?(.*)",
    ".mjs": r"\s*(?://|\*)\s?(.*)",
    ".ts": r"\s*(?://|\*)\s?(.*)",
    ".c": r"\s*(?://|\*)\s?(.*)",
    ".el": r"\s*;+\s?(.*)",
    ".py": r"\s*#\s(.*)",
    ".sh": r"\s*#\s(.*)",
    "Makefile": r"#\s(.*)",
}
STRING = {
    ".py": re.compile(r'"""(.*?)"""', re.DOTALL),
    ".el": re.compile(r'^\s+"((?:[^"\\]|\\.)*?)"', re.MULTILINE | re.DOTALL),
}
TEXT = re.compile(
    r'(?:[Ee]rror|usage|raise|write!|write_str|help=|echo|expected)[^"\n]*f?"([^"\n]{25,300})"'
)
GENERATED = (
    "vectors/",
    "records/",
    "LICENSE",
    "docs/candidates.md",
    "scripts/mutants",
    "scripts/prose.py",
)


def comments(kind: str, text: str) -> Iterator[str]:
    """Yield each run of comment lines, without examples."""
    found: list[str] = []
    code = False
    for line in [*text.split("\n"), ""]:
        match = re.match(COMMENT[kind], line)
        if match and match[1].startswith("```"):
            code, match = not code, None
        if match and not code and match[1].strip() and not match[1].startswith("# "):
            found.append(match[1])
        elif found:
            yield " ".join(found)
            found = []


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs and list items of a Markdown page, without code and tables."""
    text = re.sub(r"(?ms)^```.*?^```$", "", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)", text):
        lines = [line for line in block.split("\n") if not line.startswith(("|", "<", "#"))]
        yield re.sub(r"^\s*(?:[-*]|\d+\.)\s", "", " ".join(lines))


def blocks(path: Path, text: str) -> Iterator[str]:
    """Yield the pieces of prose in a file."""
    kind = "Makefile" if path.name == "Makefile" else path.suffix
    if kind == ".md":
        yield from paragraphs(text)
    if kind in COMMENT:
        yield from comments(kind, text)
    if kind in STRING:
        yield from (match[1] for match in STRING[kind].finditer(text))
    if kind in {".rs", ".py"} and "test" not in str(path):
        yield from (match[1] for match in TEXT.finditer(text))


def sentences() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of each sentence of four words or more."""
    names = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    for name in names:
        path = ROOT / name
        if name.startswith(GENERATED) or path.is_symlink() or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for block in blocks(Path(name), text):
            joined = re.sub(r"\s+", " ", block).strip()
            for sentence in re.split(r"(?<=[.!?:])\s+(?=[A-Z`\"])", joined):
                if len(sentence.split()) >= 4 and len(sentence) < 500:
                    yield name, sentence


def main() -> None:
    """Count the habits; print the habits over their goal, and the sentences with a listed habit."""
    listed = sys.argv[2] if sys.argv[1:2] == ["--list"] else None
    words, counts = 0, dict.fromkeys(HABITS, 0)
    for name, sentence in sentences():
        words += len(sentence.split())
        for habit, (pattern, _) in HABITS.items():
            hits = len(re.findall(pattern, sentence))
            counts[habit] += hits
            if hits and habit == listed:
                print(f"{name}: {sentence}")
    for habit, (_, highest) in HABITS.items():
        rate = 1000 * counts[habit] / words
        if rate > 2 * highest:
            print(f"warning: prose: {habit} {rate:.2f} per 1000 words, goal {2 * highest:.2f}")


if __name__ == "__main__":
    main()
