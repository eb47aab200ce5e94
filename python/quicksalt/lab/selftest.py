"""The ruler measured: a known slowdown must be seen, and nothing where there is nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from quicksalt import _native
from quicksalt.lab.survey import Operation, permitted
from quicksalt_lab.ruler.measure import Competitor, Plan, measure
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.stats import Verdict

SLOWED = "slowed"
EQUAL = "equal"

BASE_CALLS = 100
"""Calls in one iteration of the base; the slowed competitor makes 5 more."""

SLOWED_CALLS = 105

ENOUGH = 0.95
"""The share of trials that must see the slowdown, and that must not be void.

Two 95 % intervals in a row miss 1 by chance in 1 of 400 honest trials or somewhat more.
"""


@dataclass(frozen=True)
class Outcome:
    """How the ruler did in a number of trials."""

    trials: int
    seen: int
    """Trials whose verdict on the slowed competitor is slower."""
    false: int
    """Trials with a verdict slower or faster on the competitor that is equal."""
    void: int
    """Trials whose A/A row calls them void."""
    worst_floor: float

    @property
    def passed(self) -> bool:
        """Whether the slowdown was seen often enough, and nothing was seen where nothing is."""
        fit = self.trials - self.void
        return min(self.seen, fit) >= ENOUGH * self.trials and self.false == 0


def trials(
    count: int, work: Callable[[int], object], what: str, plan: Plan | None = None
) -> Iterator[Group]:
    """Time base, equal and slowed competitor out of the same work, so many times."""
    plan = plan or Plan()

    def competitor(name: str, calls: int) -> Competitor:
        return Competitor(name, lambda iterations: work(calls * iterations))

    field = [
        competitor("base", BASE_CALLS),
        competitor(EQUAL, BASE_CALLS),
        competitor(SLOWED, SLOWED_CALLS),
    ]
    for trial in range(count):
        seed = None if plan.seed is None else plan.seed + trial
        yield measure(Topic(what, trial, "trial"), field, replace(plan, seed=seed))


def judge(groups: Sequence[Group]) -> Outcome:
    """Count what the trials saw."""
    wrong = (Verdict.SLOWER, Verdict.FASTER)
    return Outcome(
        trials=len(groups),
        seen=sum(group.verdict(SLOWED) is Verdict.SLOWER for group in groups),
        false=sum(group.verdict(EQUAL) in wrong for group in groups),
        void=sum(group.void for group in groups),
        worst_floor=max(group.floor for group in groups),
    )


def native_work(operations: Sequence[Operation]) -> tuple[str, Callable[[int], object]]:
    """Return the name and the loop of an operation at one size, as good as any other."""
    operation = permitted(operations)[0]
    size = operation.classes[0].representative
    return operation.name, _native.Bench(operation.name, None, size).run
