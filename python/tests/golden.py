"""Texts that users read, kept in files beside the tests of what they tell.

With QUICKSALT_GOLDEN=write, the files are written anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

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


def check_said(path: Path, name: str, error: BaseException, hidden: str = "$^") -> None:
    """Check an error against an entry of a file; `hidden` is what differs each time."""
    check_entry(path, name, re.sub(hidden, "...", f"{type(error).__name__}: {error}"))


def entries(path: Path) -> dict[str, str]:
    """Read the texts of a file by their names."""
    text = path.read_text("utf-8").removesuffix("\n") if path.exists() else ""
    parts = (entry.partition(BETWEEN) for entry in re.split(r"\n(?=\S)", text) if entry)
    return {name: told for name, _, told in parts}


def writing() -> bool:
    return os.environ.get("QUICKSALT_GOLDEN") == "write"


class Refusal(NamedTuple):
    """A call that raises."""

    error: type[Exception]
    named: str
    """What the text names: an argument, a file, a number."""
    call: Callable[[], object]

    def text(self) -> str:
        """Make the call and return what it says."""
        with pytest.raises(self.error) as caught:
            self.call()
        assert self.named in str(caught.value)
        return f"{caught.type.__name__}: {caught.value}\n"


def tests_of(path: Path, refusals: Sequence[Refusal]) -> tuple[Callable[..., None], ...]:
    """Return two tests of calls that raise: of each, and of what all of them say, in a file."""

    @pytest.mark.parametrize("refusal", refusals, ids=range(len(refusals)))
    def test_each_is_of_its_class_and_names_what_is_wrong(
        refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        refusal.text()

    def test_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        said = "".join(refusal.text() for refusal in refusals)
        check(path, said.replace(f"{tmp_path.resolve()}", "HERE"))

    return test_each_is_of_its_class_and_names_what_is_wrong, test_texts
