"""What choosing costs: a call through the chosen candidate against the direct call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quicksalt import _native
from quicksalt.lab.survey import Operation, permitted
from quicksalt_lab.ruler import stats
from quicksalt_lab.ruler.measure import Competitor, LabError, Plan, insist, measure
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.stats import Interval

DIRECT = "direct"
CHOICE = "choice"

SHORTEST = {"bytes": 0, "messages": 1, "none": 0}
"""The least that one call can do, for each axis."""

LIMIT_NS = 2.0
"""What a call through the choice may cost more than the direct call."""

ROUNDS = 101
"""More than the default: the difference is a small part of either time."""


def cheapest(operations: Sequence[Operation], plan: Plan | None = None) -> Operation:
    """Return the operation whose choice takes the least time at its shortest length."""
    plan = replace(plan or Plan(), rounds=3, batch_ns=200_000)

    def cost(operation: Operation) -> float:
        field = [_competitor(operation, None, CHOICE)]
        return measure(_topic(operation), field, plan).base.median

    usable = [operation for operation in permitted(operations) if operation.usable]
    if not usable:
        raise LabError("no operation has a usable candidate")
    return min(usable, key=cost)


def race(operation: Operation, plan: Plan | None = None) -> Group:
    """Time the choice against the direct call of the candidate that is chosen."""
    plan = plan or Plan()
    plan = replace(plan, rounds=max(plan.rounds, ROUNDS))
    candidate = operation.selected(SHORTEST[operation.axis]).candidate

    def line_up() -> list[Competitor]:
        direct = _competitor(operation, candidate, DIRECT)
        return [direct, _competitor(operation, None, CHOICE)]

    return insist(_topic(operation), line_up, plan)


def cost(group: Group) -> Interval:
    """Return the nanoseconds that a call through the choice costs more, paired by rounds."""
    calls = zip(group[CHOICE].calls, group[DIRECT].calls, strict=True)
    return stats.bootstrap_interval([choice - direct for choice, direct in calls])


def _topic(operation: Operation) -> Topic:
    return Topic(operation.name, SHORTEST[operation.axis], operation.axis)


def _competitor(operation: Operation, candidate: str | None, name: str) -> Competitor:
    bench = _native.Bench(operation.name, candidate, SHORTEST[operation.axis])
    return Competitor(name, bench.run, bench.output, note=candidate or "")
