"""Writes the table of candidates into README.md from what the native module says of itself.

python scripts/readme.py          writes
python scripts/readme.py --check  exits 1 if the file is not what it would write
"""

from __future__ import annotations

import sys
from pathlib import Path

from quicksalt import _native

README = Path(__file__).parent.parent / "README.md"
BEGIN = "<!-- candidates: written by scripts/readme.py -->\n"
END = "<!-- end of candidates -->\n"


def table() -> str:
    """The table: a row for each candidate of each primitive, in the library's own order."""
    operations: dict[tuple[str, str], list[str]] = {}
    said: dict[tuple[str, str], str] = {}
    for report in _native.explain():
        primitive, operation = report["operation"].split(".")
        for candidate in report["candidates"]:
            key = (primitive, candidate["candidate"])
            operations.setdefault(key, []).append(operation)
            needs = _shortest(candidate["needs"])
            said[key] = f"{needs} | {candidate['origin']} | {candidate['assurance']}"
    lines = ["| primitive | candidate | operations | needs | origin | assurance |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    seen = ""
    for (primitive, candidate), names in operations.items():
        shown = "" if primitive == seen else primitive
        seen = primitive
        lines.append(
            f"| {shown} | {candidate} | {', '.join(names)} | {said[primitive, candidate]} |"
        )
    return "\n".join(lines) + "\n"


def _shortest(needs: list[str]) -> str:
    """The features without those that a later one implies."""
    implied = {"ssse3", "sse4.1"} if {"avx2", "sha"} & set(needs) else set()
    if any(name.startswith("avx512") for name in needs):
        implied |= {"avx2"}
    if any(name.startswith("avx512") and name != "avx512f" for name in needs):
        implied |= {"avx512f"}
    return ", ".join(name for name in needs if name not in implied) or "-"


def written(text: str) -> str:
    """The text with the table between the marks."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + table() + END + after


def main() -> int:
    """Writes the file or checks it."""
    text = README.read_text(encoding="utf-8")
    wanted = written(text)
    if "--check" in sys.argv[1:]:
        return int(text != wanted)
    README.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
