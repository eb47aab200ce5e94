"""Reports of loaded and skipped certificates."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias

from quicksalt.printable import printable

Outcome: TypeAlias = tuple[
    int, int, int, int, int, list[tuple[Path, int | None, str, str]], int, int
]
"""The native report: the fields of `Report` in order."""


class Skipped(NamedTuple):
    """A skipped block or file."""

    source: Path
    """The file, or the name given for bytes in memory."""
    offset: int | None
    """The offset of the block in the file in bytes; `None` for the whole file."""
    code: str
    """The reason as a constant code such as `base64`, `truncated` or `label`."""
    text: str
    """The reason as text."""

    def __str__(self) -> str:
        """Return the file, position and reason on one line, with control characters escaped."""
        place = "" if self.offset is None else f", byte {self.offset}"
        return f"{printable(str(self.source))}{place}: {self.text}"


class Report(NamedTuple):
    """The result of a load. It records every skipped item."""

    files: int = 0
    """The number of files read, including files without certificates."""
    links: int = 0
    """The number of files skipped as duplicates of a file already read (same device and inode)."""
    loaded: int = 0
    """The number of certificates added to the store."""
    duplicates: int = 0
    """The number of certificates that the store already contained, byte for byte."""
    non_positive_serials: int = 0
    """The number of loaded certificates with a zero or negative serial number."""
    skipped: tuple[Skipped, ...] = ()
    """The skipped items, in order."""
    unlisted: int = 0
    """The number of skipped items that exceed the size limit of `skipped`."""
    directories: int = 0
    """The number of subdirectories, which are not searched."""

    @classmethod
    def of(cls, outcome: Outcome) -> Report:
        """Convert the native report."""
        files, links, loaded, duplicates, serials, skipped, *counts = outcome
        listed = tuple(Skipped(*one) for one in skipped)
        return cls(files, links, loaded, duplicates, serials, listed, *counts)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was skipped."""
        return not self.skipped and not self.unlisted

    def and_then(self, later: Report) -> Report:
        """Return the combined report of two consecutive loads."""
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
