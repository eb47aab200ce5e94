"""The Debian package with the debug symbols of a stripped program."""

from __future__ import annotations

import shutil
from functools import cache

from quicksalt_lab import children


@cache
def package(path: str) -> str | None:
    """Return the package with a file's debug symbols; None without dpkg or such a package."""
    if shutil.which("dpkg") is None:
        return None
    # Packages built before /bin was merged into /usr/bin list the old path.
    for spelling in dict.fromkeys((path, path.removeprefix("/usr"))):
        outcome = children.run(["dpkg", "-S", spelling])
        if outcome.returncode == 0 and (owner := outcome.stdout.partition(":")[0]):
            return f"{owner}-dbgsym"
    return None
