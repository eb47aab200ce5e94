"""The race: every usable candidate of an operation against the chosen candidate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from quicksalt import _native
from quicksalt.lab.survey import Operation, permitted
from quicksalt_lab.ruler.measure import Competitor, DisagreementError, Plan, insist
from quicksalt_lab.ruler.result import Group, Series, Topic
from quicksalt_lab.ruler.stats import Interval

CHOICE = "(choice)"
"""The name of the dispatched call among the candidates."""

REFERENCE = "portable"
"""The candidate with the reference output; every primitive has it."""

LENGTHS: Mapping[str, tuple[int, ...]] = {
    "bytes": (64, 1000, 16_384, 1_048_576),
    "messages": (1, 4, 16, 64),
    "none": (0,),
}
"""The raced sizes, for each axis."""

DROP_BEHIND = 1.3
"""Candidates slower than the best by this factor are dropped after screening."""


@dataclass(frozen=True)
class Cell:
    """One operation at one size."""

    operation: Operation
    size: int

    @property
    def topic(self) -> Topic:
        """The topic of the cell's group."""
        return Topic(self.operation.name, self.size, self.operation.axis)

    def competitor(self, candidate: str | None, name: str, note: str = "") -> Competitor:
        """Return a competitor for a candidate, or for the dispatched call."""
        bench = _native.Bench(self.operation.name, candidate, self.size)
        return Competitor(name, bench.run, bench.output, note=note)


def cells(
    operations: Iterable[Operation], lengths: Mapping[str, Sequence[int]] = LENGTHS
) -> list[Cell]:
    """List each operation's cells at the lengths of its axis, without barred operations.

    Raises BarredError if the policy bars all operations.
    """
    return [Cell(o, size) for o in permitted(operations) for size in lengths[o.axis]]


def race(all_cells: Sequence[Cell], plan: Plan | None = None) -> Iterator[Group]:
    """Race the cells one by one, in order.

    Raises DisagreementError if the output of the chosen candidate differs from portable's.
    """
    plan = replace(plan or Plan(), drop_behind=DROP_BEHIND, reference=REFERENCE)
    for cell in all_cells:
        group = insist(cell.topic, partial(field, cell), plan)
        if CHOICE not in group:
            reasons = "; ".join(f"{r.name}: {r.reason}" for r in group.refused)
            raise DisagreementError(f"{cell.topic.name} at {cell.size}: {reasons}")
        yield group


def field(cell: Cell) -> list[Competitor]:
    """Return competitors for the dispatched call and for every usable candidate."""
    selected = cell.operation.selected(cell.size)
    choice = cell.competitor(None, CHOICE, note=selected.candidate or "")
    return [choice, *(cell.competitor(name, name) for name in cell.operation.usable)]


def candidates(group: Group) -> list[Series]:
    """Return the candidates' series, without the dispatched call."""
    return [series for series in group.series if series.name != CHOICE]


def names(groups: Iterable[Group]) -> list[str]:
    """Return the candidates that were timed in any of the groups."""
    return list(dict.fromkeys(s.name for group in groups for s in candidates(group)))


def winner(group: Group) -> Series:
    """Return the candidate with the smallest median."""
    return group.fastest([series.name for series in candidates(group)])


def regret(group: Group) -> Interval:
    """Return the ratio of the choice's time to the best candidate's time, in the same rounds."""
    return group.ratio(CHOICE, winner(group).name)
