"""Times of clean builds, as written by `scripts/timed.py`, for the page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from quicksalt_lab.html import layout
from quicksalt_lab.ruler import files, units
from quicksalt_lab.ruler.measure import LabError

SCHEMA = "quicksalt-build/1"

LABELS = {
    "python": "Python module, all candidates",
    "wasm": "WebAssembly, six modules",
}


@dataclass(frozen=True)
class Build:
    """A clean build."""

    name: str
    wall_s: float
    cpu_s: float
    cpus: int
    """The CPUs of the machine."""


def read(folder: Path) -> list[Build]:
    """Read the builds in a folder. Raises LabError, which names the faulty file."""
    return [_build(path) for path in sorted(folder.glob("*.json"))]


def _build(path: Path) -> Build:
    try:
        data = json.loads(files.read_text(path))
    except (OSError, ValueError) as error:
        raise LabError(f"{path}: not a build time: {error}") from None
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != SCHEMA:
        raise LabError(f"{path}: schema is {schema!r}: expected {SCHEMA!r}")
    try:
        build = Build(str(data["name"]), float(data["wall_s"]), float(data["cpu_s"]), data["cpus"])
    except (KeyError, TypeError, ValueError) as error:
        raise LabError(f"{path}: damaged: {type(error).__name__}: {error}") from None
    if not all(math.isfinite(time) and time >= 0 for time in (build.wall_s, build.cpu_s)):
        raise LabError(f"{path}: damaged: expected times in seconds")
    return build


def section(builds: Iterable[Build]) -> Iterator[str]:
    """Write the build times, compared with the builds of 2012."""
    rows = [
        (
            LABELS.get(build.name, build.name),
            units.time(1e9 * build.wall_s),
            units.time(1e9 * build.cpu_s),
            str(build.cpus),
        )
        for build in builds
    ]
    if rows:
        yield layout.section(
            "Build times",
            "Clean builds, including all libraries. In 2012 a build of portable code took seconds, "
            "and a build of the fastest code for one processor 25 minutes; here one build has all "
            "candidates and runs on every processor of its architecture.",
            layout.table(("build", "wall time", "processor time", "CPUs"), rows, "l"),
        )
