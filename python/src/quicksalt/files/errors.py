"""What is wrong with a file."""

from __future__ import annotations

from quicksalt import exceptions as exc


class FormatError(exc.ValueError):
    """A file is malformed or of another format, which the text names, or asks for too much."""
