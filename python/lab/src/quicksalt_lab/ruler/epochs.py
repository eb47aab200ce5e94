"""Epochs: one comparison repeated in fresh processes, quiet and busy.

The fastest competitor in one process may not be the fastest in the next: memory pages differ, the
clock rate changes, and another program on a sibling CPU shares the core's execution units.
Therefore a choice is based on several epochs: a competitor's regret in an epoch is its time over
the best time in that epoch, and the competitor with the smallest worst regret over all epochs is
chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.stats import Interval

QUIET = "quiet"
"""No added load."""

BUSY = "busy"
"""Other CPUs run the same kind of work."""

Regrets = Mapping[str, Sequence[Interval | None]]
"""The regret of each competitor in each epoch; None if not measured."""


def conditions(quiet: int, busy: int) -> tuple[str, ...]:
    """Return the order of quiet and busy epochs, evenly mixed; the first is quiet."""
    total = quiet + busy
    # An epoch is busy if the cumulative number of busy epochs reaches a new integer.
    busy_until = [busy * (number + 1) // total for number in range(total)]
    steps = zip(busy_until, [0, *busy_until], strict=False)
    return tuple(BUSY if now > before else QUIET for now, before in steps)


def by_topic(groups: Iterable[Group]) -> list[tuple[Group, ...]]:
    """Collect the epochs of each topic, in order of appearance."""
    gathered: dict[tuple[str, int], list[Group]] = {}
    for group in groups:
        gathered.setdefault((group.topic.name, group.topic.size), []).append(group)
    return [tuple(epochs) for epochs in gathered.values()]


def regrets(epochs: Sequence[Group], names: Sequence[str]) -> dict[str, list[Interval | None]]:
    """Return each named competitor's regret in each epoch, relative to the named competitors only.

    The regret is None if a competitor was not timed or the epoch is void.
    """
    found: dict[str, list[Interval | None]] = {name: [] for name in names}
    for group in epochs:
        timed = [] if group.void else [name for name in names if name in group]
        best = group.fastest(timed).name if timed else ""
        for name, column in found.items():
            column.append(group.ratio(name, best) if name in timed else None)
    return found


def worst(column: Iterable[Interval | None]) -> Interval | None:
    """Return the greatest measured regret; None if nothing was measured."""
    measured = [regret for regret in column if regret is not None]
    return max(measured, key=lambda regret: regret.middle, default=None)


def least_worst(found: Regrets) -> str | None:
    """Return the competitor with the smallest worst regret, the first among equals.

    A competitor is excluded if it was not measured in an epoch in which other competitors were.
    Returns None if no competitor remains.
    """
    measured = {
        name: {epoch for epoch, regret in enumerate(column) if regret is not None}
        for name, column in found.items()
    }
    telling = set().union(*measured.values())
    worsts = {name: worst(found[name]) for name, epochs in measured.items() if epochs == telling}
    known = {name: regret.middle for name, regret in worsts.items() if regret is not None}
    return min(known, key=lambda name: known[name], default=None)
