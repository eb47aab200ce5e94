"""Clocks, and preparation of a quiet system for measuring."""

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
    """A clock in nanoseconds. Every figure records the name of its clock."""

    name: str
    read: Callable[[], int]


THREAD = Clock("thread-cpu", time.thread_time_ns)
"""CPU time of the calling thread: excludes busy neighbours, but also other threads."""

WALL = Clock("wall", time.perf_counter_ns)
"""Wall time: for workers, latency, files and other runtimes."""

CLOCKS = {clock.name: clock for clock in (THREAD, WALL)}

PROCESS_CPU = "process-cpu"
"""CPU time of all threads of a process. Only child processes use this clock."""


def comparable(one: str, other: str) -> bool:
    """Return whether times of two clocks are comparable: CPU time only with CPU time."""
    processor = {THREAD.name, PROCESS_CPU}
    return one == other or {one, other} <= processor


DEFAULT = WALL if sys.platform == "win32" else THREAD
"""On Windows a thread's time advances in ticks of 15.6 ms, far longer than a batch."""

MOST_BUSY = 7
"""Maximum number of CPUs under load if the siblings of a core are unknown: on few machines more
CPUs share a cache, and each needs a process."""


def reading_cost_ns(clock: Clock, readings: int = 201) -> float:
    """Measure the cost of one reading of the clock: the median over many readings."""
    times = [clock.read() for _ in range(readings)]
    return median([after - before for before, after in pairwise(times)])


@contextmanager
def quiet(pin: bool = True, processes: Collection[int] = ()) -> Iterator[int | None]:
    """Disable the garbage collector, and pin this thread to one CPU if the system allows it.

    The main threads of the given processes are pinned to the same CPU. Yields the CPU, or None if
    the thread is not pinned. The previous state is restored afterwards.
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
    """Return the last CPU of the fastest kind, because the first CPU serves most interrupts."""

    def rate(cpu: int) -> tuple[int, int, int]:
        folder = root / f"cpu{cpu}"
        frequency = folder / "cpufreq" / "cpuinfo_max_freq"
        return _number(folder / "cpu_capacity"), _number(frequency), cpu

    return max(allowed, key=rate)


def other_cpus(root: Path = Path("/sys/devices/system/cpu")) -> list[int | None]:
    """List the CPUs to load while `quiet` measures on another CPU.

    The list has the siblings on that CPU's core. Without siblings, or if the system does not list
    them, as in most virtual machines, it has the nearest CPUs, at most `MOST_BUSY`. On systems
    without pinning it has None, which means any CPU. On a machine with one CPU it is empty.
    """
    allowed = _affinity()
    if not allowed:
        return [None] * min((os.cpu_count() or 1) - 1, MOST_BUSY)
    measured = best_cpu(allowed, root)
    siblings = _numbers(root / f"cpu{measured}" / "topology" / "thread_siblings_list")
    nearest = sorted(allowed - {measured}, key=lambda cpu: abs(cpu - measured))
    return [cpu for cpu in nearest if cpu in siblings] or list(nearest[:MOST_BUSY])


def _numbers(path: Path) -> set[int]:
    """Read a list such as `0-1,8`; empty if the file is missing."""
    try:
        parts = [part.split("-") for part in path.read_text(encoding="ascii").split(",")]
        return {cpu for part in parts for cpu in range(int(part[0]), int(part[-1]) + 1)}
    except (OSError, ValueError):
        return set()


def _number(path: Path) -> int:
    """Read the number in a file; 0 if the file is missing."""
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
