"""A native first look, which finds sizes: n doubles until a run takes long enough.

The sizes that are counted under callgrind are smaller than the largest that was timed, since
callgrind takes some fifty times as long.
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
"""Up to which size a program that refuses small ones is asked for a larger one."""

ENOUGH_S = 0.4
"""Processor time, that of the smallest size taken off, at which doubling ends."""

COUNTED_S = 0.1
"""Processor time up to which a size is counted: some five seconds under callgrind."""

MOST_S = 10
"""Processor time that no run may take. Where 2^n steps are made, the next size would not end."""

SEARCH_S = 60
"""Seconds after which no larger size is begun."""

COUNTED = 5
FEWEST = 4
"""Sizes that are counted, and how many doublings there must be not to take finer steps."""


@dataclass(frozen=True)
class Look:
    """What a first look found."""

    sizes: tuple[int, ...]
    """Those to count."""
    timing: Timing
    ended: str
    """Why there is no larger size, unless the largest took long enough."""


def look(plan: Plan) -> Look:
    """Find sizes for a plan, and time them. Raises CommandError if it fails at all small sizes."""
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
            ended = f"n = {n:,} takes no longer than this"
        if not ended and time.monotonic() > until:
            ended = f"{SEARCH_S} s were spent"
        n *= 2
    return Look(counted(timed), timing([(float(n), native) for n, native in timed]), ended)


def _grown(timed: Sequence[tuple[int, Native]], at: int) -> float:
    return min(timed[at][1].cpu_s) - min(timed[0][1].cpu_s)


def counted(timed: Sequence[tuple[int, Native]]) -> tuple[int, ...]:
    """Choose the sizes to count: the largest that are quick enough, in finer steps if few are."""
    quick = [n for at, (n, _) in enumerate(timed) if _grown(timed, at) <= COUNTED_S]
    if len(quick) >= FEWEST:
        return tuple(quick[-COUNTED:])
    top = quick[-1]
    low = quick[0] if len(quick) > 1 else max(top // 8, 1)
    quotient = (top / low) ** (1 / (FEWEST - 1))
    return tuple(round(low * quotient**at) for at in range(FEWEST))
