"""Texts that users read, kept in files beside the tests of what they tell.

With QUICKSALT_GOLDEN=write, the files are written anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest


def check(path: Path, text: str) -> None:
    """Check a text against that of a file."""
    if os.environ.get("QUICKSALT_GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


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
