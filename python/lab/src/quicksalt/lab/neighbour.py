"""Neighbours: processes that load the other CPUs with the measured operation.

A neighbour runs all candidates of an operation in turn, in slices far shorter than a batch, so that
every candidate is measured next to the same mix. It reads its work from standard input, one line
per operation, and exits at the end of input.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from queue import SimpleQueue
from typing import IO, cast

from quicksalt import _native
from quicksalt.lab.race import Cell
from quicksalt_lab import children
from quicksalt_lab.ruler.measure import LabError

SLICE_NS = 200_000
"""Duration of a candidate's turn, unless a single call takes longer."""

READY = b"ready\n"

ANYWHERE = -1
"""The CPU number of an unpinned neighbour."""


class Neighbours:
    """The running neighbour processes."""

    def __init__(self, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        """Wrap processes that wait for work."""
        self.processes = processes

    def work_on(self, cell: Cell) -> None:
        """Set the work of all neighbours. Raises LabError if a neighbour has exited."""
        task = [cell.operation.name, cell.size, *cell.operation.usable]
        line = json.dumps(task).encode() + b"\n"
        try:
            for process in self.processes:
                stdin = cast(IO[bytes], process.stdin)
                stdin.write(line)
                stdin.flush()
            said = [cast(IO[bytes], process.stdout).readline() for process in self.processes]
        except BrokenPipeError:
            said = [b""]
        if any(answer != READY for answer in said):
            raise LabError("a neighbour process has exited")


@contextmanager
def neighbours(cpus: Sequence[int | None]) -> Iterator[Neighbours]:
    """Start a neighbour for each CPU; None means any CPU. They end with the block."""
    with ExitStack() as stack:
        started = [stack.enter_context(_started(cpu)) for cpu in cpus]
        yield Neighbours(started)


def _started(cpu: int | None) -> AbstractContextManager[subprocess.Popen[bytes]]:
    argv = [sys.executable, "-P", "-m", __name__, str(ANYWHERE if cpu is None else cpu)]
    pipe, errors = subprocess.PIPE, sys.stderr.fileno()
    return children.started(argv, stdin=pipe, stdout=pipe, stderr=errors)


def main() -> None:
    """Run as a neighbour process."""
    cpu = int(sys.argv[1])
    if cpu != ANYWHERE and sys.platform == "linux":
        os.sched_setaffinity(0, {cpu})
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        operation, size, *candidates = json.loads(lines.get())
        slices = [_slice(operation, name, size) for name in candidates]
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()
        while lines.empty():
            for run in slices:
                run()


def _listen(lines: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    # The measuring process has exited.
    os._exit(0)


def _slice(operation: str, candidate: str, size: int) -> Callable[[], None]:
    bench = _native.Bench(operation, candidate, size)
    iterations, elapsed = 1, 0
    while elapsed < SLICE_NS:
        start = time.perf_counter_ns()
        bench.run(iterations)
        elapsed = time.perf_counter_ns() - start
        iterations *= 1 if elapsed >= SLICE_NS else 2
    return lambda: bench.run(iterations)


if __name__ == "__main__":
    main()
