"""The clocks, and the quiet in which they are read."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from quicksalt_lab.ruler.stats import median


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock in nanoseconds. Every figure carries the name of the clock that it was read from."""

    name: str
    read: Callable[[], int]


THREAD = Clock("thread-cpu", time.thread_time_ns)
"""CPU time of the calling thread: a busy neighbour does not show. Other threads do not either."""

WALL = Clock("wall", time.perf_counter_ns)
"""Time on the wall: for workers, latency, files and other runtimes."""

CLOCKS = {clock.name: clock for clock in (THREAD, WALL)}

DEFAULT = WALL if sys.platform == "win32" else THREAD
"""Windows counts a thread's time in ticks of 15.6 ms, far longer than a batch."""


def reading_cost_ns(clock: Clock, readings: int = 201) -> float:
    """Measure what one reading of the clock costs, by itself: the median over many."""
    times = [clock.read() for _ in range(readings)]
    return median([after - before for before, after in pairwise(times)])


@contextmanager
def quiet(pin: bool = True) -> Iterator[int | None]:
    """Keep the garbage collector off, and this thread on one CPU where the system allows it.

    Yields the CPU, or None if the thread is not pinned. Both are as before afterwards.
    """
    allowed = _affinity() if pin else None
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield _pin({best_cpu(allowed)}) if allowed else None
    finally:
        if allowed:
            _pin(allowed)
        if collecting:
            gc.enable()


def best_cpu(allowed: set[int], root: Path = Path("/sys/devices/system/cpu")) -> int:
    """Return a CPU of the fastest kind; of equals the last, as the first serves most interrupts."""

    def rate(cpu: int) -> tuple[int, int, int]:
        folder = root / f"cpu{cpu}"
        frequency = folder / "cpufreq" / "cpuinfo_max_freq"
        return _number(folder / "cpu_capacity"), _number(frequency), cpu

    return max(allowed, key=rate)


def _number(path: Path) -> int:
    """Read the number in a file; 0 if there is none."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _affinity() -> set[int] | None:
    if sys.platform != "linux":
        return None
    try:
        return os.sched_getaffinity(0)
    except OSError:
        return None


def _pin(cpus: set[int]) -> int | None:
    if sys.platform != "linux":
        return None
    try:
        os.sched_setaffinity(0, cpus)
    except OSError:
        return None
    return min(cpus)
