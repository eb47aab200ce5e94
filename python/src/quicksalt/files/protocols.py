"""Objects that are read and written like files."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class Readable(Protocol):
    """What is read."""

    def read(self, size: int, /) -> Buffer:
        """Return at most so many bytes, none at the end alone."""
        ...


class Writable(Protocol):
    """What is written."""

    def write(self, data: bytes, /) -> int:
        """Write some bytes and return how many."""
        ...


class Seekable(Readable, Protocol):
    """What is read from any place."""

    def seek(self, offset: int, whence: int, /) -> int:
        """Go to a place and return it."""
        ...
