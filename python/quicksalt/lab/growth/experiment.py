"""The measurement: interleaved rounds at each size, and what grows how."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quicksalt.lab.growth import certificates
from quicksalt.lab.growth.loaders import Absent, Loader
from quicksalt_lab.grow.fit import exponent
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.stats import median

ROUNDS = 5
STEEPEST = 3
"""Exponent that a competitor is thought capable of when it is asked for a larger size."""
FEWEST = 3
"""Sizes that an exponent needs."""


@dataclass
class Row:
    """What one competitor took: nanoseconds by size, nothing where it was left out."""

    loader: Loader
    times: dict[int, float] = field(default_factory=dict)

    def exponent(self, sizes: Sequence[int]) -> float | None:
        """Compute the exponent of growth at the end, the cost of starting cancelled."""
        values = [self.times[size] for size in sizes if size in self.times]
        return exponent(sizes[: len(values)], values) if len(values) >= FEWEST else None


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    sizes: tuple[int, ...]
    rounds: int
    budget_s: float
    """What one load may be expected to take at most."""
    seed: int


@dataclass(frozen=True)
class Loaded:
    """What all competitors took."""

    plan: Plan
    rows: list[Row]
    """Ours first."""
    absent: list[Absent]

    @property
    def exponent(self) -> float | None:
        """The exponent of our own store."""
        return self.rows[0].exponent(self.plan.sizes)


def run(loaders: Sequence[Loader], plan: Plan, folder: Path) -> Iterator[list[Row]]:
    """Measure all sizes, yielding the rows after each."""
    rows = [Row(loader) for loader in loaders]
    order = random.Random(plan.seed)
    for size in plan.sizes:
        bundle = folder / f"{size}.pem"
        bundle.write_text("".join(certificates.blocks(size)))
        taking = [row for row in rows if _is_affordable(row, size, plan)]
        times: dict[str, list[int]] = {row.loader.name: [] for row in taking}
        for _ in range(plan.rounds):
            for row in order.sample(taking, len(taking)):
                count, time = row.loader.load(bundle)
                if count != size:
                    raise LabError(f"{row.loader.name} finds {count} of {size} certificates")
                times[row.loader.name].append(time)
        for row in taking:
            row.times[size] = median(times[row.loader.name])
        yield rows


def _is_affordable(row: Row, size: int, plan: Plan) -> bool:
    """Judge by the largest size so far, and by the growth up to there if that is known."""
    if not row.times:
        return size == plan.sizes[0]
    *_, last = row.times
    if last != plan.sizes[plan.sizes.index(size) - 1]:
        return False
    steepness = row.exponent(plan.sizes) or STEEPEST
    expected = row.times[last] * (size / last) ** max(1.0, steepness)
    return expected <= plan.budget_s * 1e9
