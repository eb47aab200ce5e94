"""Epochs: one comparison made several times, in fresh processes, quiet and busy.

What is fastest in one process at one moment need not be so in the next: pages lie elsewhere, the
clock rate changes, and another program on the sibling of the processor's core takes a part of its
units. So a choice rests on several epochs: a competitor's regret in an epoch is its time over that
of the best there, and the one whose worst regret over all epochs is least is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.stats import Interval

QUIET = "quiet"
"""The machine as it is."""

BUSY = "busy"
"""Other CPUs do the same kind of work."""

Regrets = Mapping[str, Sequence[Interval | None]]
"""The regret of each competitor in each epoch; None where it was not measured."""


def conditions(quiet: int, busy: int) -> tuple[str, ...]:
    """Spread so many quiet and busy epochs over the time that all take; the first is quiet."""
    total = quiet + busy
    # An epoch is busy if the share of busy ones up to it passes a whole number.
    busy_until = [busy * (number + 1) // total for number in range(total)]
    steps = zip(busy_until, [0, *busy_until], strict=False)
    return tuple(BUSY if now > before else QUIET for now, before in steps)


def by_topic(groups: Iterable[Group]) -> list[tuple[Group, ...]]:
    """Gather the epochs of each topic; topics and epochs in the order in which they come."""
    gathered: dict[tuple[str, int], list[Group]] = {}
    for group in groups:
        gathered.setdefault((group.topic.name, group.topic.size), []).append(group)
    return [tuple(epochs) for epochs in gathered.values()]


def regrets(epochs: Sequence[Group], names: Sequence[str]) -> dict[str, list[Interval | None]]:
    """Return the regret of each of the named competitors, among them, in each epoch.

    It is None where a competitor was not timed, and in an epoch that is void.
    """
    found: dict[str, list[Interval | None]] = {name: [] for name in names}
    for group in epochs:
        timed = [] if group.void else [name for name in names if name in group]
        best = group.fastest(timed).name if timed else ""
        for name, column in found.items():
            column.append(group.ratio(name, best) if name in timed else None)
    return found


def worst(column: Iterable[Interval | None]) -> Interval | None:
    """Return the greatest regret of those measured, None if there is none."""
    measured = [regret for regret in column if regret is not None]
    return max(measured, key=lambda regret: regret.middle, default=None)


def least_worst(found: Regrets) -> str | None:
    """Return the competitor whose worst regret is least, the first of equals.

    One that was not measured in an epoch that says something of others is not comparable. None if
    none is left.
    """
    measured = {
        name: {epoch for epoch, regret in enumerate(column) if regret is not None}
        for name, column in found.items()
    }
    telling = set().union(*measured.values())
    worsts = {name: worst(found[name]) for name, epochs in measured.items() if epochs == telling}
    known = {name: regret.middle for name, regret in worsts.items() if regret is not None}
    return min(known, key=lambda name: known[name], default=None)
