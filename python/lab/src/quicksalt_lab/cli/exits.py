"""Exit codes of the command."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of the command."""

    OK = 0
    FAILED = 1
    USAGE = 2
    MISSING = 3
    BROKEN = 4
    CANNOT_TELL = 5
    INTERRUPTED = 130
    CLOSED = 141
    """The reader of the output is closed: 128 plus the number of SIGPIPE, as in a shell."""
    TERMINATED = 143
