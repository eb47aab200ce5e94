"""A first look that chooses sizes: n doubles until a native run takes long enough.

Sizes counted under callgrind are smaller than the largest timed size, because callgrind is about
fifty times slower.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quicksalt_lab.grow.experiment import Plan, time_all
from quicksalt_lab.grow.timing import Timing, timing
from quicksalt_lab.valgrind.tool import CommandError, Native

FIRST = 16
LARGEST = 2**26

SMALLEST = 1024
"""While a program fails at every size so far, larger sizes up to this one are tried."""

ENOUGH_S = 0.4
"""Doubling ends if a size takes this much more processor time than the smallest size."""

COUNTED_S = 0.1
"""Maximum processor time of a counted size: about five seconds under callgrind."""

MOST_S = 10
"""Maximum processor time of a run. A program of 2^n steps would never finish the next size."""

SEARCH_S = 60
"""Seconds after which no larger size is started."""

COUNTED = 5
FEWEST = 4
"""Minimum number of sizes to count; with fewer doublings, finer steps are used."""


@dataclass(frozen=True)
class Look:
    """The result of a first look."""

    sizes: tuple[int, ...]
    """The sizes to count."""
    timing: Timing
    ended: str
    """The reason for not trying larger sizes; empty if the largest took long enough."""


def look(plan: Plan) -> Look:
    """Find sizes for a plan and time them. Raises CommandError if all small sizes fail."""
    timed: list[tuple[int, Native]] = []
    ended = ""
    until = time.monotonic() + SEARCH_S
    n = FIRST
    while not ended:
        try:
            timed += time_all(replace(plan, sizes=(n,)), most_s=MOST_S)
        except CommandError as error:
            if timed:
                ended = str(error)
            elif n >= SMALLEST:
                raise
        if timed and _grown(timed, -1) >= ENOUGH_S:
            break
        if not ended and n >= LARGEST:
            ended = f"n = {n:,} does not take longer"
        if not ended and time.monotonic() > until:
            ended = f"the search took {SEARCH_S} s"
        n *= 2
    return Look(counted(timed), timing([(float(n), native) for n, native in timed]), ended)


def _grown(timed: Sequence[tuple[int, Native]], at: int) -> float:
    return min(timed[at][1].cpu_s) - min(timed[0][1].cpu_s)


def counted(timed: Sequence[tuple[int, Native]]) -> tuple[int, ...]:
    """Choose the sizes to count: the largest quick sizes, in finer steps if there are few."""
    quick = [n for at, (n, _) in enumerate(timed) if _grown(timed, at) <= COUNTED_S]
    if len(quick) >= FEWEST:
        return tuple(quick[-COUNTED:])
    top = quick[-1]
    low = quick[0] if len(quick) > 1 else max(top // 8, 1)
    quotient = (top / low) ** (1 / (FEWEST - 1))
    return tuple(round(low * quotient**at) for at in range(FEWEST))
