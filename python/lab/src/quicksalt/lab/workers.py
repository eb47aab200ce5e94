"""The benefit of workers: the benchmark of the CoinZdense post.

1024 one-time keys with 20-byte hashes and 7 bits per chain are announced to an executor, which then
returns their public keys. The reference computes them sequentially without an executor. Times are
wall times, with the total CPU time of all workers.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context

from quicksalt.hashsig import coinzdense as czd
from quicksalt.hashsig.native import NativeExecutor
from quicksalt_lab.ruler.clock import WALL
from quicksalt_lab.ruler.measure import Competitor, Plan, insist
from quicksalt_lab.ruler.result import Group, Series, Topic
from quicksalt_lab.ruler.stats import median

HASHLEN = 20
OTSBITS = 7
KEYS = 1024
STRIDE = 1_000_000
"""Distance between the first indices of consecutive keys."""

CREDENTIALS = ("coinzdense", "demodemo", "secretpassword12345")

NONE = "none"
THREADS = "threads"
PROCESSES = "processes"
NATIVE = "native"
KINDS = (THREADS, PROCESSES, NATIVE)

LIMIT = 0.56
"""Maximum time of two threads relative to one."""

MOST_WAITING = 0.05
"""Maximum share of time that a row may wait for a processor used by another program."""


@dataclass(frozen=True)
class Setting:
    """An executor kind and its number of workers."""

    kind: str
    workers: int = 0

    @property
    def name(self) -> str:
        """The name, such as `threads 2`."""
        return f"{self.kind} {self.workers}" if self.workers else self.kind


@dataclass
class Runs:
    """The workload in one setting, with the CPU time of each run."""

    setting: Setting
    executor: Executor | None
    count: int
    cpu_ns: list[int] = field(default_factory=list)
    waiting: list[float] = field(default_factory=list)
    """For each run, the share of wall time that a worker was ready without a processor."""
    found: bytes = b""

    def run(self, iterations: int) -> None:
        """Create the keys, announce them, and collect their public keys."""
        for _ in range(iterations):
            before, waited, begun = self._cpu_ns(), self._waited_ns(), time.monotonic_ns()
            keys = make(self.count)
            if self.executor is not None:
                for key in keys:
                    key.announce(self.executor)
            self.found = b"".join([key.get_pubkey() for key in keys])
            self.cpu_ns.append(self._cpu_ns() - before)
            wall = (time.monotonic_ns() - begun) * max(self.setting.workers, 1)
            self.waiting.append((self._waited_ns() - waited) / wall)

    def competitor(self) -> Competitor:
        """Return the competitor for the ruler."""
        return Competitor(self.setting.name, self.run, lambda: self.found)

    def _cpu_ns(self) -> int:
        """Read the CPU time of this process and the executor's processes."""
        return time.process_time_ns() + sum(map(_of_process, workers_of(self.executor)))

    def _waited_ns(self) -> int:
        """Read the time that the threads of these processes waited for a processor."""
        return sum(map(_waited, ("self", *map(str, workers_of(self.executor)))))


def available() -> int:
    """Return the number of CPUs available to this process."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


@dataclass(frozen=True)
class Spent:
    """Figures of each row besides its wall time: medians by row name."""

    cpu_ns: dict[str, float]
    waiting: dict[str, float]
    """Like `Runs.waiting`; 0 if the system does not report it."""

    def crowded(self) -> dict[str, float]:
        """Return the rows of threads that lacked processors, with the share of waiting time.

        Process executors are excluded: their workers also wait for the process that distributes
        work.
        """
        few = {Setting(kind, n).name for kind in (THREADS, NATIVE) for n in range(available() + 1)}
        waiting = self.waiting.items()
        return {name: share for name, share in waiting if name in few and share > MOST_WAITING}


def settings(most: int) -> list[Setting]:
    """List the reference and each kind of executor with 1 to `most` workers.

    The first setting is the A/A row, because it needs the largest number of processors.
    """
    each = [Setting(NONE), *(Setting(kind, n) for kind in KINDS for n in range(1, most + 1))]
    widest = Setting(THREADS, most)
    return [widest, *(setting for setting in each if setting != widest)]


def order(series: Series) -> tuple[int, str]:
    """Return a row's sort key: the reference first, then each kind by its number of workers."""
    kind, _, _ = series.name.partition(" ")
    return (NONE, *KINDS).index(kind), series.name


def salts(count: int) -> list[bytes]:
    """Return the salts of the keys."""
    secret = czd.key_from_creds(*CREDENTIALS)
    return [czd.LevelKey(secret, i, HASHLEN, OTSBITS, 3).levelsalt for i in range(count)]


_SALTS: list[bytes] = []


def make(count: int) -> list[czd.OneTimeSigningKey]:
    """Create the keys without computing their public keys."""
    if len(_SALTS) < count:
        _SALTS[:] = salts(count)
    secret = czd.key_from_creds(*CREDENTIALS)
    return [
        czd.OneTimeSigningKey(HASHLEN, OTSBITS, _SALTS[i], secret, STRIDE * i) for i in range(count)
    ]


def measure(wanted: Sequence[Setting], plan: Plan, count: int = KEYS) -> tuple[Group, Spent]:
    """Time the settings interleaved."""
    plan = replace(plan, clock=WALL, pin=False, reference=NONE)
    with _started(wanted) as executors:
        runs = [Runs(s, e, count) for s, e in zip(wanted, executors, strict=True)]
        group = insist(
            Topic("hashsig.onetime-public-keys", count, "keys"),
            lambda: [run.competitor() for run in runs],
            plan,
        )
    return group, Spent(
        {run.setting.name: median(run.cpu_ns) for run in runs},
        {run.setting.name: median(run.waiting) for run in runs},
    )


@contextmanager
def _started(wanted: Sequence[Setting]) -> Iterator[list[Executor | None]]:
    """Start the executors with all their workers, and shut them down at the end."""
    makers: dict[str, Callable[[int], Executor]] = {
        THREADS: ThreadPoolExecutor,
        NATIVE: NativeExecutor,
        PROCESSES: lambda n: ProcessPoolExecutor(n, get_context("spawn")),
    }
    executors: list[Executor | None] = []
    try:
        for setting in wanted:
            executor = makers[setting.kind](setting.workers) if setting.workers else None
            executors.append(executor)
            if executor is not None:
                wait([executor.submit(time.sleep, 0.2) for _ in range(setting.workers)])
        yield executors
    except BaseException:
        for executor in executors:
            _abandon(executor)
        raise
    else:
        for executor in executors:
            if executor is not None:
                executor.shutdown()


def _abandon(executor: Executor | None) -> None:
    """Cancel an executor's work as far as possible, without waiting."""
    if executor is not None:
        for pid in workers_of(executor):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        executor.shutdown(wait=False, cancel_futures=True)


def workers_of(executor: Executor | None) -> list[int]:
    """Return the ids of an executor's processes."""
    if not isinstance(executor, ProcessPoolExecutor):
        return []
    return [p.pid for p in executor._processes.values() if p.pid is not None]


def _waited(process: str) -> int:
    """Read the time in ns that a process's threads were ready but waited for a processor."""
    total = 0
    with contextlib.suppress(OSError):
        for task in os.scandir(f"/proc/{process}/task"):
            # A thread may exit meanwhile; proc(5) describes the file.
            with contextlib.suppress(OSError), open(f"{task.path}/schedstat") as file:
                total += int(file.read().split()[1])
    return total


def _of_process(pid: int) -> int:
    """Read the CPU time of another process; 0 if the system does not report it."""
    if sys.platform != "linux":
        return 0
    # The clock id of a process, computed as in clock_getcpuclockid(3).
    return time.clock_gettime_ns(~pid << 3 | 2)
