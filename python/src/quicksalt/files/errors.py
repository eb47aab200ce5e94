"""Errors in the content of a file."""

from __future__ import annotations

from quicksalt import exceptions as exc


class FormatError(exc.ValueError):
    """A file is malformed, in another format that the message names, or too costly."""
