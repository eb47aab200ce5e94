"""Runs a build and records its time: python3 scripts/timed.py NAME FOLDER COMMAND ...

FOLDER is the build's output folder. If it already exists, the build is incremental and its time is
not recorded. Otherwise wall time, processor time and the number of CPUs are written to
target/builds/NAME.json, for the page of `quicksalt lab report`. Exits with the command's exit code.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

BUILDS = Path("target/builds")
SCHEMA = "quicksalt-build/1"


def main() -> int:
    """Run the command."""
    name, folder, *command = sys.argv[1:]
    before = Path(folder).exists()
    start = time.monotonic()
    code = subprocess.run(command, check=False).returncode
    wall = time.monotonic() - start
    if code == 0 and not before and Path(folder).exists():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        kept = {
            "schema": SCHEMA,
            "name": name,
            "wall_s": round(wall, 3),
            "cpu_s": round(used.ru_utime + used.ru_stime, 3),
            "cpus": os.cpu_count() or 1,
        }
        BUILDS.mkdir(parents=True, exist_ok=True)
        (BUILDS / f"{name}.json").write_text(json.dumps(kept) + "\n", encoding="utf-8")
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
