"""The clocks, and the quiet in which they are read."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator
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

PROCESS_CPU = "process-cpu"
"""CPU time of all threads of a process. The ruler reads none, but another process may."""


def comparable(one: str, other: str) -> bool:
    """Tell whether times by the two clocks may be compared: CPU time with CPU time."""
    processor = {THREAD.name, PROCESS_CPU}
    return one == other or {one, other} <= processor


DEFAULT = WALL if sys.platform == "win32" else THREAD
"""Windows counts a thread's time in ticks of 15.6 ms, far longer than a batch."""

MOST_BUSY = 7
"""CPUs that are kept busy at most where siblings of a core are not known: one more share a cache on
few machines, and each costs a process."""


def reading_cost_ns(clock: Clock, readings: int = 201) -> float:
    """Measure what one reading of the clock costs, by itself: the median over many."""
    times = [clock.read() for _ in range(readings)]
    return median([after - before for before, after in pairwise(times)])


@contextmanager
def quiet(pin: bool = True, processes: Collection[int] = ()) -> Iterator[int | None]:
    """Keep the garbage collector off, and this thread on one CPU where the system allows it.

    The main threads of other processes, given by their ids, are kept on the same CPU. Yields the
    CPU, or None if the thread is not pinned. All is as before afterwards.
    """
    allowed = _affinity() if pin else None
    others = {pid: _affinity(pid) for pid in processes} if allowed else {}
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        cpu = _pin({best_cpu(allowed)}) if allowed else None
        for pid in others:
            if cpu is not None:
                _pin({cpu}, pid)
        yield cpu
    finally:
        if allowed:
            _pin(allowed)
        for pid, before in others.items():
            if before:
                _pin(before, pid)
        if collecting:
            gc.enable()


def best_cpu(allowed: set[int], root: Path = Path("/sys/devices/system/cpu")) -> int:
    """Return a CPU of the fastest kind; of equals the last, as the first serves most interrupts."""

    def rate(cpu: int) -> tuple[int, int, int]:
        folder = root / f"cpu{cpu}"
        frequency = folder / "cpufreq" / "cpuinfo_max_freq"
        return _number(folder / "cpu_capacity"), _number(frequency), cpu

    return max(allowed, key=rate)


def other_cpus(root: Path = Path("/sys/devices/system/cpu")) -> list[int | None]:
    """List the CPUs to keep busy beside the one that `quiet` measures on.

    These are the siblings on its core; where the system names none, as in most virtual machines, or
    there are none, the nearest ones, at most `MOST_BUSY`. None stands for any CPU, where no thread
    can be bound to one. Empty on a machine with one CPU.
    """
    allowed = _affinity()
    if not allowed:
        return [None] * min((os.cpu_count() or 1) - 1, MOST_BUSY)
    measured = best_cpu(allowed, root)
    siblings = _numbers(root / f"cpu{measured}" / "topology" / "thread_siblings_list")
    nearest = sorted(allowed - {measured}, key=lambda cpu: abs(cpu - measured))
    return [cpu for cpu in nearest if cpu in siblings] or list(nearest[:MOST_BUSY])


def _numbers(path: Path) -> set[int]:
    """Read a list such as `0-1,8`; empty if there is none."""
    try:
        parts = [part.split("-") for part in path.read_text(encoding="ascii").split(",")]
        return {cpu for part in parts for cpu in range(int(part[0]), int(part[-1]) + 1)}
    except (OSError, ValueError):
        return set()


def _number(path: Path) -> int:
    """Read the number in a file; 0 if there is none."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _affinity(pid: int = 0) -> set[int] | None:
    if sys.platform != "linux":
        return None
    try:
        return os.sched_getaffinity(pid)
    except OSError:
        return None


def _pin(cpus: set[int], pid: int = 0) -> int | None:
    if sys.platform != "linux":
        return None
    try:
        os.sched_setaffinity(pid, cpus)
    except OSError:
        return None
    return min(cpus)
