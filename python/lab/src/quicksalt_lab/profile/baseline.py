"""Comparison of a study with an earlier one, saved as a JSON report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median

from quicksalt_lab.profile.study import Study
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import LabError

KIND = "profile"


@dataclass(frozen=True)
class Baseline:
    """The compared figures of an earlier study."""

    command: tuple[str, ...]
    date: str
    instructions: float
    wall_s: float
    peak_kib: int
    lost_bytes: int
    own: dict[tuple[str, str], float]
    """Own instructions by the function's name and file; the object's path may have changed."""


@dataclass(frozen=True)
class Change:
    """The change of a function's own instructions."""

    name: str
    where: str
    before: float
    now: float

    @property
    def more(self) -> float:
        """The difference in instructions."""
        return self.now - self.before


def load(path: Path) -> Baseline:
    """Read a baseline. Raises LabError."""
    report = schema.load_file(path)
    if report.kind != KIND:
        raise LabError(
            f"{path} is a report of `quicksalt {report.kind}`: expected quicksalt profile"
        )
    found = report.detail
    try:
        own: dict[tuple[str, str], float] = {}
        for function in found["functions"]:
            key = function["name"], function["file"]
            own[key] = own.get(key, 0) + function["own"]
        return Baseline(
            tuple(found["command"]),
            report.card.condition.date,
            found["instructions"],
            median(found["native"]["wall_s"]),
            found["native"]["peak_kib"],
            found["lost_bytes"],
            own,
        )
    except (KeyError, TypeError) as error:
        raise LabError(f"{path}: damaged: {type(error).__name__}: {error}") from None


def changes(study: Study, before: Baseline) -> list[Change]:
    """List the functions with changed own instructions, largest change first."""
    now: dict[tuple[str, str], float] = {}
    for function in study.functions:
        key = function.symbol.name, function.symbol.file
        now[key] = now.get(key, 0) + function.own
    pairs = {key: (before.own.get(key, 0), now.get(key, 0)) for key in {*before.own, *now}}
    found = [Change(*key, *pair) for key, pair in pairs.items() if pair[0] != pair[1]]
    return sorted(found, key=lambda change: (-abs(change.more), change.name, change.where))
