"""The measurement: one group of the ruler at each size, and the exponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from quicksalt.lab.growth import certificates
from quicksalt.lab.growth.loaders import Loader
from quicksalt_lab.grow.fit import exponent
from quicksalt_lab.ruler import measure
from quicksalt_lab.ruler.measure import Competitor, LabError
from quicksalt_lab.ruler.result import Absent, Group, Topic

ROUNDS = 5
STEEPEST = 3
"""Assumed maximum exponent when predicting the time at the next size."""
FEWEST = 3
"""Minimum number of sizes for an exponent."""


@dataclass
class Row:
    """The times of one competitor: nanoseconds by size, without skipped sizes."""

    loader: Loader
    times: dict[int, float] = field(default_factory=dict)

    def exponent(self, sizes: Sequence[int]) -> float | None:
        """Compute the exponent of growth at the largest sizes, without the startup cost."""
        values = [self.times[size] for size in sizes if size in self.times]
        return exponent(sizes[: len(values)], values) if len(values) >= FEWEST else None


@dataclass(frozen=True)
class Plan:
    """The parameters of the measurement."""

    sizes: tuple[int, ...]
    rounds: int
    budget_s: float
    """Maximum predicted time of one load."""
    seed: int


@dataclass(frozen=True)
class Loaded:
    """The load times of all competitors."""

    plan: Plan
    rows: list[Row]
    """quicksalt's rows come first."""
    absent: list[Absent]
    groups: tuple[Group, ...]
    """One group per size."""

    @property
    def exponent(self) -> float | None:
        """The exponent of quicksalt's store, from its fastest growing row."""
        ours = [row.exponent(self.plan.sizes) for row in self.rows if row.loader.is_ours]
        known = [exponent for exponent in ours if exponent is not None]
        return max(known) if len(known) == len(ours) > 0 else None


def rows(loaders: Sequence[Loader], groups: Sequence[Group]) -> list[Row]:
    """Return the times of each loader."""
    return [
        Row(one, {g.topic.size: g[one.name].median for g in groups if one.name in g})
        for one in loaders
    ]


def run(loaders: Sequence[Loader], plan: Plan, folder: Path) -> Iterator[Group]:
    """Measure all sizes while at least one loader's predicted time is within the budget.

    Raises LabError if a loader fails or loses certificates.
    """
    groups: list[Group] = []
    for size in plan.sizes:
        found = rows(loaders, groups)
        taking = [row.loader for row in found if _is_affordable(row, size, plan)]
        if not taking:
            break
        bundle = folder / f"{size}.pem"
        bundle.write_text("".join(certificates.blocks(size)))
        bundle.with_suffix(".settings").write_text("".join(certificates.settings(size)))
        groups.append(_measure(taking, bundle, size, plan))
        yield groups[-1]


def _measure(taking: Sequence[Loader], bundle: Path, size: int, plan: Plan) -> Group:
    with ExitStack() as stack:
        competitors = [stack.enter_context(loader.line_up(bundle)) for loader in taking]
        group = measure.measure(
            Topic("loading", size, "certificates"),
            [_insisting_on(size, competitor) for competitor in competitors],
            measure.Plan(rounds=plan.rounds, seed=plan.seed),
        )
    for refusal in group.refused:
        raise LabError(f"{refusal.name}: {refusal.reason}")
    return group


def _insisting_on(size: int, competitor: Competitor) -> Competitor:
    """Reject a competitor that loses certificates, even if all lose the same ones."""

    def output() -> bytes:
        found = competitor.output() if competitor.output is not None else b"none"
        if found != str(size).encode():
            raise LabError(f"{competitor.name} finds {found.decode()} of {size} certificates")
        return found

    return replace(competitor, output=output)


def _is_affordable(row: Row, size: int, plan: Plan) -> bool:
    """Predict the time of a size from the largest measured size, and from the growth if known."""
    if not row.times:
        return size == plan.sizes[0]
    *_, last = row.times
    if last != plan.sizes[plan.sizes.index(size) - 1]:
        return False
    steepness = row.exponent(plan.sizes) or STEEPEST
    expected = row.times[last] * (size / last) ** max(1.0, steepness)
    return expected <= plan.budget_s * 1e9
