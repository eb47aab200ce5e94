"""Where the names of a stripped program are to be had: on Debian, in a package beside its own."""

from __future__ import annotations

import shutil
from functools import cache

from quicksalt_lab import children


@cache
def package(path: str) -> str | None:
    """Name the package of a file's debug symbols; None where there is no dpkg or no package."""
    if shutil.which("dpkg") is None:
        return None
    # Packages made before /bin became /usr/bin name their files by the old folder.
    for spelling in dict.fromkeys((path, path.removeprefix("/usr"))):
        outcome = children.run(["dpkg", "-S", spelling])
        if outcome.returncode == 0 and (owner := outcome.stdout.partition(":")[0]):
            return f"{owner}-dbgsym"
    return None
