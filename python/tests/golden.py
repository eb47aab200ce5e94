"""Texts that users read, kept in files beside the tests of what they tell.

With QUICKSALT_GOLDEN=write, the files are written anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest


def check(path: Path, text: str) -> None:
    """Check a text against that of a file."""
    if os.environ.get("QUICKSALT_GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def check_line(path: Path, name: str, error: BaseException, hidden: str = "$^") -> None:
    """Check the text of an error that takes long to come about: a line with its name in a file.

    `hidden` are the parts that are different each time.
    """
    line = re.sub(hidden, "...", f"{name}: {type(error).__name__}: {error}")
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    if os.environ.get("QUICKSALT_GOLDEN") == "write":
        lines = sorted({line, *(one for one in lines if not one.startswith(f"{name}: "))})
        path.write_text("".join(f"{one}\n" for one in lines), "utf-8")
    assert line in lines


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


def check_refusals(path: Path, refusals: Iterable[Refusal], folder: Path) -> None:
    """Check what is raised by all of the calls, which work in a folder."""
    said = "".join(refusal.text() for refusal in refusals)
    check(path, said.replace(f"{folder.resolve()}", "HERE"))
