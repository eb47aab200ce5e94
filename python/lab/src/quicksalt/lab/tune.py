"""Tuning: which candidate to keep for each size class, and the record that says so.

Each cell is raced in several epochs, quiet and busy, and the candidate is kept whose worst regret
over them is least. The present choice is kept unless its worst regret is surely greater than that
of a challenger by more than a margin: the interval must lie wholly above. The margin is the A/A
floor of the epoch, at least 2 %. So noise does not flip a choice, and tuning twice gives the same
record unless something has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quicksalt import _native
from quicksalt.lab import race, recorded
from quicksalt.lab.forcing import forced
from quicksalt.lab.race import Cell
from quicksalt.lab.survey import Operation, policy
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.ruler.card import Card
from quicksalt_lab.ruler.epochs import by_topic, least_worst, regrets, worst
from quicksalt_lab.ruler.measure import LabError, Plan
from quicksalt_lab.ruler.result import Group

KIND = "tune"

FORMAT = 2
"""Of what `dump` prints; the first one knew no epochs."""

Row = tuple[str, int, str, str]
"""A row of the record: operation, smallest size of the class, candidate, epochs as text."""


DIGITS = 4
"""Of an interval: a record holds many, and stays small."""

DEFAULT = Plan()

FEWEST_ROUNDS = 7
SHORTEST_BATCH_NS = 500_000
"""A shorter run measures noise: a tune of 3 rounds of 1 us changed 55 of 376 choices."""


class NotTunableError(LabError):
    """A forced choice, a policy or too short a plan prevents it."""


@dataclass(frozen=True)
class Decision:
    """What is kept for a size class."""

    operation: str
    smallest: int
    """The smallest size of the class."""
    selected: str | None
    chosen: str
    epochs: tuple[Group, ...]

    @property
    def switched(self) -> bool:
        """Whether something else is kept than stood before."""
        return self.selected != self.chosen


def cells(operations: Sequence[Operation], plan: Plan = DEFAULT) -> list[Cell]:
    """List a cell for every size class.

    Raises NotTunableError if a choice is not free, or if the plan is too short for a decision.
    """
    tied = [o.name for o in operations if forced(o) is not None]
    if tied:
        raise NotTunableError(f"forced choices cannot be tuned: lift them: {', '.join(tied)}")
    if policy() != "fastest":
        raise NotTunableError(f"a record is made under policy fastest, not {policy()}")
    if plan.rounds < FEWEST_ROUNDS or plan.batch_ns < SHORTEST_BATCH_NS:
        raise NotTunableError(
            f"{plan.rounds} rounds of {units.time(plan.batch_ns)} are too short to decide: "
            f"expected --rounds of at least {FEWEST_ROUNDS} and --batch-ms of at least "
            f"{SHORTEST_BATCH_NS / 1e6}"
        )
    return [Cell(o, c.representative) for o in operations for c in o.classes]


def decide(cells: Sequence[Cell], groups: Iterable[Group]) -> list[Decision]:
    """Decide what is kept for the class of each cell, given the epochs of all of them."""
    return [_decide(cell, epochs) for cell, epochs in zip(cells, by_topic(groups), strict=True)]


def _decide(cell: Cell, epochs: tuple[Group, ...]) -> Decision:
    selected = cell.operation.selected(cell.size)
    chosen = choose(selected.candidate, epochs)
    return Decision(cell.operation.name, selected.smallest, selected.candidate, chosen, epochs)


def choose(selected: str | None, epochs: Sequence[Group]) -> str:
    """Choose between the selected candidate and the one whose worst regret is least."""
    telling = [group for group in epochs if not group.void]
    if not telling:
        return selected or race.winner(epochs[0]).name
    found = regrets(telling, race.names(telling))
    best = least_worst(found)
    own = found.get(selected or "", [])
    if best is None:
        # No candidate was timed in all epochs.
        return selected or race.winner(telling[0]).name
    if not own or None in own:
        return best
    sure = max(
        regret.low * (1 - group.threshold)
        for regret, group in zip(own, telling, strict=True)
        if regret is not None
    )
    least = worst(found[best])
    return best if least is not None and least.middle < sure else selected or best


def save(decisions: Iterable[Decision]) -> tuple[Path, list[str]]:
    """Write the record; rows of other operations stay as they are.

    Returns its path, and what of other machines or builds the record had no room for.
    """
    rows = [(d.operation, d.smallest, d.chosen, recorded.tell(d.epochs)) for d in decisions]
    tuned = {row[0] for row in rows}
    kept = [row for row in _native.record_rows() or [] if row[0] not in tuned]
    return _native.record_save(kept + rows)


def dump(card: Card, decisions: Iterable[Decision]) -> str:
    """Print what `records/` keeps of a tuning: no raw batches; `records/README.md` has the form."""
    return schema.lines(
        {
            "schema": schema.SCHEMA,
            "kind": KIND,
            "format": FORMAT,
            "card": asdict(card),
            "cells": [_cell(decision) for decision in decisions],
        }
    )


def _cell(decision: Decision) -> dict[str, Any]:
    first = decision.epochs[0]
    return {
        "operation": decision.operation,
        "from": decision.smallest,
        "size": first.topic.size,
        "axis": first.topic.axis,
        "standing": decision.selected,
        "chosen": decision.chosen,
        "epochs": [_epoch(group) for group in decision.epochs],
    }


def _epoch(group: Group) -> dict[str, Any]:
    best = race.winner(group).name
    return {
        "condition": group.condition,
        "seed": group.seed,
        "control": schema.interval(group.control, DIGITS),
        "void": group.void,
        "refused": [refusal.name for refusal in group.refused],
        "candidates": {
            series.name: {
                "median_ns": float(f"{series.median:.5g}"),
                "rounds": len(series.batches),
                "ratio": schema.interval(group.ratio(series.name, best), DIGITS),
            }
            for series in race.candidates(group)
        },
    }
