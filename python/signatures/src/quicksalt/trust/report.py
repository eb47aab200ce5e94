"""What was loaded, and what was not and why."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias

from quicksalt.printable import printable

Outcome: TypeAlias = tuple[
    int, int, int, int, int, list[tuple[Path, int | None, str, str]], int, int
]
"""As the native module gives it: the fields of a report in their order."""


class Skipped(NamedTuple):
    """One block or file that was left out."""

    source: Path
    """The file, or the name that was given to bytes."""
    offset: int | None
    """Where in the file the block begins, in bytes; `None` if it is the file as a whole."""
    code: str
    """Why, as a short constant word such as `base64`, `truncated` or `label`."""
    text: str
    """Why, as a sentence."""

    def __str__(self) -> str:
        """Return place and reason on one line; what could steer a terminal is escaped."""
        place = "" if self.offset is None else f", byte {self.offset}"
        return f"{printable(str(self.source))}{place}: {self.text}"


class Report(NamedTuple):
    """The outcome of loading. Nothing is left out of a store without a line here."""

    files: int = 0
    """Files read, also those in which nothing was found."""
    links: int = 0
    """Files not read because they are the same as one read before (device and inode)."""
    loaded: int = 0
    """Certificates new to the store."""
    duplicates: int = 0
    """Certificates that were in the store already, byte for byte."""
    non_positive_serials: int = 0
    """Of those loaded, certificates whose serial number is zero or negative."""
    skipped: tuple[Skipped, ...] = ()
    """What was left out, in the order in which it was met."""
    unlisted: int = 0
    """How many more were left out than `skipped` has room for."""
    directories: int = 0
    """Directories inside directories, which are not entered."""

    @classmethod
    def of(cls, outcome: Outcome) -> Report:
        """Give the native outcome its names."""
        files, links, loaded, duplicates, serials, skipped, *counts = outcome
        listed = tuple(Skipped(*one) for one in skipped)
        return cls(files, links, loaded, duplicates, serials, listed, *counts)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was left out."""
        return not self.skipped and not self.unlisted

    def and_then(self, later: Report) -> Report:
        """Return the report of two loads, one after the other."""
        return Report(
            self.files + later.files,
            self.links + later.links,
            self.loaded + later.loaded,
            self.duplicates + later.duplicates,
            self.non_positive_serials + later.non_positive_serials,
            self.skipped + later.skipped,
            self.unlisted + later.unlisted,
            self.directories + later.directories,
        )
