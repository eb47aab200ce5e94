"""Tuning: which candidate to keep for each size class, and the record that says so.

A choice that stands is kept unless a challenger is surely faster by more than a margin: the
interval of its ratio to the standing candidate must lie wholly below 1 - margin. The margin is the
A/A floor of the same run, at least 2 %. So noise does not flip a choice, and tuning twice gives
the same record unless something has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from quicksalt import _native
from quicksalt.lab import race
from quicksalt.lab.forcing import forced
from quicksalt.lab.race import Cell
from quicksalt.lab.survey import Operation, policy
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.card import Card
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.result import Group

KIND = "tune"

Row = tuple[str, int, str]
"""A row of the record: operation, smallest size of the class, candidate."""


class NotTunableError(LabError):
    """A forced choice or a policy stands in the way."""


@dataclass(frozen=True)
class Decision:
    """What is kept for a size class."""

    operation: str
    smallest: int
    """The smallest size of the class."""
    standing: str | None
    chosen: str
    group: Group

    @property
    def switched(self) -> bool:
        """Whether something else is kept than stood before."""
        return self.standing != self.chosen


def cells(operations: Sequence[Operation]) -> list[Cell]:
    """List a cell for every size class. Raises NotTunableError if a choice is not free."""
    tied = [o.name for o in operations if forced(o) is not None]
    if tied:
        raise NotTunableError(f"forced choices cannot be tuned: lift them: {', '.join(tied)}")
    if policy() != "fastest":
        raise NotTunableError(f"a record is made under policy fastest, not {policy()}")
    return [Cell(o, c.representative) for o in operations for c in o.classes]


def decide(cell: Cell, group: Group) -> Decision:
    """Decide what is kept for the class of a cell, given its race."""
    standing = cell.operation.standing(cell.size)
    chosen = choose(standing.candidate, group)
    return Decision(cell.operation.name, standing.smallest, standing.candidate, chosen, group)


def choose(standing: str | None, group: Group) -> str:
    """Choose between the standing candidate and the best of the others."""
    best = race.winner(group).name
    if standing is None or standing not in group:
        return best
    if group.void:
        return standing
    surely_faster = group.ratio(best, standing).high < 1 - group.threshold
    return best if surely_faster else standing


def save(decisions: Iterable[Decision]) -> str:
    """Write the record, and return its path. Rows of other operations stay as they are."""
    rows = [(d.operation, d.smallest, d.chosen) for d in decisions]
    tuned = {operation for operation, _, _ in rows}
    kept = [row for row in _native.record_rows() or [] if row[0] not in tuned]
    return str(_native.record_save(kept + rows))


def dump(card: Card, decisions: Iterable[Decision]) -> str:
    """Print what `records/` keeps of a tuning: no raw batches; `records/README.md` has the form."""
    return schema.lines(
        {
            "schema": schema.SCHEMA,
            "kind": KIND,
            "card": asdict(card),
            "cells": [_cell(decision) for decision in decisions],
        }
    )


def _cell(decision: Decision) -> dict[str, Any]:
    group = decision.group
    best = race.winner(group).name
    return {
        "operation": decision.operation,
        "from": decision.smallest,
        "size": group.topic.size,
        "axis": group.topic.axis,
        "clock": group.clock,
        "seed": group.seed,
        "control": schema.interval(group.control),
        "void": group.void,
        "refused": [refusal.name for refusal in group.refused],
        "standing": decision.standing,
        "chosen": decision.chosen,
        "candidates": {
            series.name: {
                "median_ns": float(f"{series.median:.5g}"),
                "quartile_ns": float(f"{series.quartile:.5g}"),
                "rounds": len(series.batches),
                "ratio": schema.interval(group.ratio(series.name, best)),
            }
            for series in race.candidates(group)
        },
    }
