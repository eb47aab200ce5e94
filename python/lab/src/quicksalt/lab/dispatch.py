"""The cost of dispatch: a dispatched call against a direct call of the same candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quicksalt.lab.race import Cell
from quicksalt.lab.survey import Operation, permitted
from quicksalt_lab.ruler import stats
from quicksalt_lab.ruler.measure import Competitor, LabError, Plan, insist, measure
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.stats import Interval

DIRECT = "direct"
CHOICE = "choice"

SHORTEST = {"bytes": 0, "messages": 1, "none": 0}
"""The smallest size of a call, for each axis."""

LIMIT_NS = 2.0
"""Maximum extra cost of a dispatched call over a direct call."""

ROUNDS = 101
"""More than the default, because the difference is a small fraction of either time."""


def cheapest(operations: Sequence[Operation], plan: Plan | None = None) -> Operation:
    """Return the operation with the fastest dispatched call at its shortest length."""
    plan = replace(plan or Plan(), rounds=3, batch_ns=200_000)

    def cost(operation: Operation) -> float:
        cell = _shortest(operation)
        return measure(cell.topic, [cell.competitor(None, CHOICE)], plan).base.median

    usable = [operation for operation in permitted(operations) if operation.usable]
    if not usable:
        raise LabError("no operation has a usable candidate")
    return min(usable, key=cost)


def race(operation: Operation, plan: Plan | None = None) -> Group:
    """Time a dispatched call against a direct call of the chosen candidate."""
    plan = plan or Plan()
    plan = replace(plan, rounds=max(plan.rounds, ROUNDS))
    cell = _shortest(operation)
    candidate = operation.selected(cell.size).candidate

    def line_up() -> list[Competitor]:
        direct = cell.competitor(candidate, DIRECT, candidate or "")
        return [direct, cell.competitor(None, CHOICE)]

    return insist(cell.topic, line_up, plan)


def cost(group: Group) -> Interval:
    """Return how many nanoseconds a dispatched call adds to a direct call, paired by round."""
    calls = zip(group[CHOICE].calls, group[DIRECT].calls, strict=True)
    return stats.bootstrap_interval([choice - direct for choice, direct in calls])


def _shortest(operation: Operation) -> Cell:
    return Cell(operation, SHORTEST[operation.axis])
