"""Protocols of file objects."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class Readable(Protocol):
    """An object to read from."""

    def read(self, size: int, /) -> Buffer:
        """Return at most `size` bytes; an empty result means the end of the file."""
        ...


class Writable(Protocol):
    """An object to write to."""

    def write(self, data: bytes, /) -> int:
        """Write some bytes and return their number."""
        ...


class Seekable(Readable, Protocol):
    """An object to read from at any position."""

    def seek(self, offset: int, whence: int, /) -> int:
        """Change the position and return it."""
        ...
