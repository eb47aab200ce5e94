"""Tuning: choose the candidate of each size class, and write the record.

Each cell is raced in several epochs, quiet and busy; the candidate with the smallest worst regret
wins. It replaces the current choice only if the current choice's worst regret is greater by more
than a margin: the whole interval must be above it. The margin is the epoch's A/A noise floor, but
at least 2 %. Thus noise does not flip a choice, and a second tuning gives the same record unless
something changed.
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
"""Version of the output of `dump`; version 1 had no epochs."""

Row = tuple[str, int, str, str]
"""A row of the record: operation, smallest size of the class, candidate, epochs as text."""


DIGITS = 4
"""Digits of an interval: a record has many intervals and must stay small."""

DEFAULT = Plan()

FEWEST_ROUNDS = 7
SHORTEST_BATCH_NS = 500_000
"""Shorter batches measure noise: a tune of 3 rounds of 1 us changed 55 of 376 choices."""


class NotTunableError(LabError):
    """A forced choice, the policy, or too short a plan prevents tuning."""


@dataclass(frozen=True)
class Decision:
    """The candidate chosen for a size class."""

    operation: str
    smallest: int
    """The smallest size of the class."""
    selected: str | None
    chosen: str
    epochs: tuple[Group, ...]

    @property
    def switched(self) -> bool:
        """Whether the new choice differs from the previous one."""
        return self.selected != self.chosen


def cells(operations: Sequence[Operation], plan: Plan = DEFAULT) -> list[Cell]:
    """Return a cell for every size class.

    Raises NotTunableError if a choice is forced or barred, or if the plan is too short to decide.
    """
    tied = [o.name for o in operations if forced(o) is not None]
    if tied:
        raise NotTunableError(
            f"forced choices cannot be tuned; unset the force of {', '.join(tied)}"
        )
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
    """Choose a candidate for each cell's size class, from the epochs of all cells."""
    return [_decide(cell, epochs) for cell, epochs in zip(cells, by_topic(groups), strict=True)]


def _decide(cell: Cell, epochs: tuple[Group, ...]) -> Decision:
    selected = cell.operation.selected(cell.size)
    chosen = choose(selected.candidate, epochs)
    return Decision(cell.operation.name, selected.smallest, selected.candidate, chosen, epochs)


def choose(selected: str | None, epochs: Sequence[Group]) -> str:
    """Choose between the selected candidate and the candidate with the smallest worst regret."""
    telling = [group for group in epochs if not group.void]
    if not telling:
        return selected or race.winner(epochs[0]).name
    found = regrets(telling, race.names(telling))
    best = least_worst(found)
    own = found.get(selected or "", [])
    if best is None:
        # In this case no candidate was timed in all epochs.
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
    """Write the record; leave rows of other operations unchanged.

    Returns the record's path, and the entries of other machines or builds that were dropped for
    lack of space.
    """
    rows = [(d.operation, d.smallest, d.chosen, recorded.tell(d.epochs)) for d in decisions]
    tuned = {row[0] for row in rows}
    kept = [row for row in _native.record_rows() or [] if row[0] not in tuned]
    return _native.record_save(kept + rows)


def dump(card: Card, decisions: Iterable[Decision]) -> str:
    """Format a tuning for the folder `records/`, without raw batches; see `records/README.md`."""
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
