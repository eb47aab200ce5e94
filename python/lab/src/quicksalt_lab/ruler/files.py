"""Read files from other programs, and write files atomically."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_text(path: Path, *, errors: str = "strict") -> str:
    """Read a regular file in UTF-8. Raises OSError, also if it is not a regular file.

    Reading a FIFO would block, and a device may be endless.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    return path.read_text(encoding="utf-8", errors=errors)


def save(path: Path, text: str) -> None:
    """Write a file atomically; write directly to a pipe or a device."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
