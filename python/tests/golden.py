"""Golden files: texts for users, stored beside the tests that check them.

With QUICKSALT_GOLDEN=write, the tests rewrite the files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

BETWEEN = " | "
"""Separates the name of an entry from its text; all text lines but the first are indented."""


def check(path: Path, text: str) -> None:
    """Compare a text with the content of a file."""
    if writing():
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def check_entry(path: Path, name: str, text: str) -> None:
    """Compare a text with an entry of a file."""
    lines = "\n".join(f"    {line}".rstrip() for line in text.splitlines()).strip()
    if writing():
        kept = sorted({**entries(path), name: lines}.items())
        path.write_text("".join(f"{one}{BETWEEN}{told}\n" for one, told in kept), "utf-8")
    assert entries(path).get(name) == lines


def check_said(path: Path, name: str, error: BaseException, hidden: str = "$^") -> None:
    """Compare an error with an entry of a file; the regex `hidden` masks varying parts."""
    check_entry(path, name, re.sub(hidden, "...", f"{type(error).__name__}: {error}"))


def entries(path: Path) -> dict[str, str]:
    """Return the entries of a file by name."""
    text = path.read_text("utf-8").removesuffix("\n") if path.exists() else ""
    parts = (entry.partition(BETWEEN) for entry in re.split(r"\n(?=\S)", text) if entry)
    return {name: told for name, _, told in parts}


def writing() -> bool:
    return os.environ.get("QUICKSALT_GOLDEN") == "write"


class Refusal(NamedTuple):
    """A call that raises an exception."""

    error: type[Exception]
    named: str
    """A word in the message: an argument, a file, a number."""
    call: Callable[[], object]

    def text(self) -> str:
        """Make the call and return the message."""
        with pytest.raises(self.error) as caught:
            self.call()
        assert self.named in str(caught.value)
        return f"{caught.type.__name__}: {caught.value}\n"


def tests_of(path: Path, refusals: Sequence[Refusal]) -> tuple[Callable[..., None], ...]:
    """Return two tests: one per call that must raise, and one of all messages against a file."""

    @pytest.mark.parametrize("refusal", refusals, ids=range(len(refusals)))
    def test_each_has_its_class_and_names_the_fault(
        refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        refusal.text()

    def test_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        said = "".join(refusal.text() for refusal in refusals)
        check(path, said.replace(f"{tmp_path.resolve()}", "HERE"))

    return test_each_has_its_class_and_names_the_fault, test_texts
