"""Errors in the content of a file."""

from __future__ import annotations

from quicksalt import exceptions as exc


class FormatError(exc.ValueError):
    """A file is malformed, has a different format, or would cost too much to read."""
