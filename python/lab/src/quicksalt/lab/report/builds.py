"""What builds from nothing took, as `scripts/timed.py` keeps it for the page."""

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
    """A build from nothing."""

    name: str
    wall_s: float
    cpu_s: float
    cpus: int
    """Of the machine."""


def read(folder: Path) -> list[Build]:
    """Read what a folder keeps of builds. Raises LabError, which names the file at fault."""
    return [_build(path) for path in sorted(folder.glob("*.json"))]


def _build(path: Path) -> Build:
    try:
        data = json.loads(files.read_text(path))
    except (OSError, ValueError) as error:
        raise LabError(f"{path}: not what a build took: {error}") from None
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
    """Write what they took, beside the builds of 2012."""
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
            "What a build takes",
            "From nothing, all libraries compiled. In 2012 a build of portable code took seconds, "
            "and one of the fastest code for one processor 25 minutes; here one build holds all "
            "candidates and runs on every processor of its architecture.",
            layout.table(("build", "on the wall", "processor time", "CPUs"), rows, "l"),
        )
