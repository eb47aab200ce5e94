"""Files that others have written, read."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def read_text(path: Path, *, errors: str = "strict") -> str:
    """Read a regular file in UTF-8. Raises OSError, also for what is no such file.

    A FIFO would be waited for, and a device may have no end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    return path.read_text(encoding="utf-8", errors=errors)
