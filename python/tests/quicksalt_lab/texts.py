"""Texts that the product writes, kept in files; QUICKSALT_GOLDEN=write writes these anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

BETWEEN = " | "
"""Stands between the name of an entry and its text, of which all but the first line is indented."""


def check(path: Path, text: str) -> None:
    """Check a text against that of a file."""
    if writing():
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def check_entry(path: Path, name: str, text: str) -> None:
    """Check a text against that of an entry of a file."""
    lines = "\n".join(f"    {line}".rstrip() for line in text.splitlines()).strip()
    if writing():
        kept = sorted({**entries(path), name: lines}.items())
        path.write_text("".join(f"{one}{BETWEEN}{told}\n" for one, told in kept), "utf-8")
    assert entries(path).get(name) == lines


def entries(path: Path) -> dict[str, str]:
    """Read the texts of a file by their names."""
    text = path.read_text("utf-8").removesuffix("\n") if path.exists() else ""
    parts = (entry.partition(BETWEEN) for entry in re.split(r"\n(?=\S)", text) if entry)
    return {name: told for name, _, told in parts}


def writing() -> bool:
    return os.environ.get("QUICKSALT_GOLDEN") == "write"
