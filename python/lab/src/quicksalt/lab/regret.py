"""Regret: the chosen candidate's time over the best candidate's, at any length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from quicksalt.lab import race
from quicksalt.lab.survey import Operation
from quicksalt_lab.ruler.epochs import QUIET, regrets
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.stats import Interval, Verdict

LIMIT = 1.05
"""Maximum regret on a quiet machine."""

BUSY_LIMIT = 1.10
"""Maximum regret with other CPUs busy."""

UNRACED = (300, 3000, 100_000)
"""Lengths in bytes that races and tuning do not measure."""


def cells(operations: Sequence[Operation], lengths: Sequence[int] = UNRACED) -> list[race.Cell]:
    """List the raced cells, and cells at further lengths for operations on bytes."""
    further = [length for length in lengths if length not in race.LENGTHS["bytes"]]
    sizes = {**race.LENGTHS, "bytes": tuple(sorted((*race.LENGTHS["bytes"], *further)))}
    return race.cells(operations, sizes)


def measure(
    all_cells: Sequence[race.Cell], limit: float = LIMIT, plan: Plan | None = None
) -> Iterator[Group]:
    """Race the cells; race a cell with an undecided regret again with twice the rounds."""
    plan = plan or Plan()
    longer = replace(plan, rounds=2 * plan.rounds + 1)
    for cell, group in zip(all_cells, race.race(all_cells, plan), strict=True):
        if judge(group, limit) is Verdict.CANNOT_TELL:
            yield from race.race([cell], longer)
        else:
            yield group


def limit_of(group: Group, limits: Mapping[str, float]) -> float:
    """Return the limit that applies to the machine condition of a group's epoch.

    A group without a recorded condition counts as quiet.
    """
    return limits[group.condition or QUIET]


def fits(epochs: Sequence[Group], names: Sequence[str], limits: Mapping[str, float]) -> list[str]:
    """Return the candidates with a regret within the limit in every epoch."""

    def within(group: Group, regret: Interval | None) -> bool:
        return regret is not None and regret.middle <= limit_of(group, limits)

    telling = [group for group in epochs if not group.void]
    found = regrets(telling, names)
    return [name for name in names if all(map(within, telling, found[name]))]


def judge(group: Group, limit: float = LIMIT) -> Verdict:
    """Judge one regret: `same` if certainly within the limit, `slower` if certainly above it."""
    regret = race.regret(group)
    if group.void:
        return Verdict.CANNOT_TELL
    if regret.low > limit:
        return Verdict.SLOWER
    return Verdict.SAME if regret.high <= limit else Verdict.CANNOT_TELL
