"""What workers are worth: the benchmark of the CoinZdense post.

1024 one-time keys of 20-byte hashes and 7 bits a chain are announced to an executor, and then their
public keys are asked for. The reference computes them one after another without an executor. Times
are on the wall; beside them is the CPU time of all workers together.
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
"""From one key's first index to the next one's."""

CREDENTIALS = ("coinzdense", "demodemo", "secretpassword12345")

NONE = "none"
THREADS = "threads"
PROCESSES = "processes"
NATIVE = "native"
KINDS = (THREADS, PROCESSES, NATIVE)

LIMIT = 0.56
"""What two threads may take of the time of one."""

MOST_WAITING = 0.05
"""The share of its time that a row may wait for a processor that another program has."""


@dataclass(frozen=True)
class Setting:
    """An executor and how many workers it has."""

    kind: str
    workers: int = 0

    @property
    def name(self) -> str:
        """Such as `threads 2`."""
        return f"{self.kind} {self.workers}" if self.workers else self.kind


@dataclass
class Runs:
    """The workload in one setting, and the CPU time that each run of it took."""

    setting: Setting
    executor: Executor | None
    count: int
    cpu_ns: list[int] = field(default_factory=list)
    waiting: list[float] = field(default_factory=list)
    """In each run, the share of the wall's time that a worker was ready and had no processor."""
    found: bytes = b""

    def run(self, iterations: int) -> None:
        """Make the keys, announce them and collect their public keys."""
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
        """Return what the ruler times."""
        return Competitor(self.setting.name, self.run, lambda: self.found)

    def _cpu_ns(self) -> int:
        """Read the CPU time of this process and of the executor's."""
        return time.process_time_ns() + sum(map(_of_process, workers_of(self.executor)))

    def _waited_ns(self) -> int:
        """Read how long the threads of all these processes waited for a processor."""
        return sum(map(_waited, ("self", *map(str, workers_of(self.executor)))))


def available() -> int:
    """Return how many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


@dataclass(frozen=True)
class Spent:
    """What the rows took beside the wall's time, medians by name."""

    cpu_ns: dict[str, float]
    waiting: dict[str, float]
    """As `Runs.waiting`; 0 where the system does not tell."""

    def crowded(self) -> dict[str, float]:
        """Return the rows of threads that had not the processors that they need, and the share.

        An executor of processes waits for its own: the process that hands out the work runs too.
        """
        few = {Setting(kind, n).name for kind in (THREADS, NATIVE) for n in range(available() + 1)}
        waiting = self.waiting.items()
        return {name: share for name, share in waiting if name in few and share > MOST_WAITING}


def settings(most: int) -> list[Setting]:
    """List the reference and each kind of executor with 1 worker to `most`.

    The first is the A/A row: it needs as many processors as any other.
    """
    each = [Setting(NONE), *(Setting(kind, n) for kind in KINDS for n in range(1, most + 1))]
    widest = Setting(THREADS, most)
    return [widest, *(setting for setting in each if setting != widest)]


def order(series: Series) -> tuple[int, str]:
    """Sort rows as one reads them: the reference, then each kind by its number of workers."""
    kind, _, _ = series.name.partition(" ")
    return (NONE, *KINDS).index(kind), series.name


def salts(count: int) -> list[bytes]:
    """Return the salts of the keys."""
    secret = czd.key_from_creds(*CREDENTIALS)
    return [czd.LevelKey(secret, i, HASHLEN, OTSBITS, 3).levelsalt for i in range(count)]


_SALTS: list[bytes] = []


def make(count: int) -> list[czd.OneTimeSigningKey]:
    """Make the keys; no public key is known yet."""
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
    """Start the executors with all their workers, and shut them down in the end."""
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
    """End what an executor is at, as far as that can be done, and wait for nothing."""
    if executor is not None:
        for pid in workers_of(executor):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        executor.shutdown(wait=False, cancel_futures=True)


def workers_of(executor: Executor | None) -> list[int]:
    """Return the ids of the processes of an executor."""
    if not isinstance(executor, ProcessPoolExecutor):
        return []
    return [p.pid for p in executor._processes.values() if p.pid is not None]


def _waited(process: str) -> int:
    """Read how long the threads of a process were ready to run and had no processor, in ns."""
    total = 0
    with contextlib.suppress(OSError):
        for task in os.scandir(f"/proc/{process}/task"):
            # A thread may end meanwhile; proc(5) has the file's form.
            with contextlib.suppress(OSError), open(f"{task.path}/schedstat") as file:
                total += int(file.read().split()[1])
    return total


def _of_process(pid: int) -> int:
    """Read the CPU time of another process; 0 where the system does not tell."""
    if sys.platform != "linux":
        return 0
    # The clock of a process, as clock_getcpuclockid(3) makes it out of the id.
    return time.clock_gettime_ns(~pid << 3 | 2)
