"""Neighbours: processes that keep the other CPUs busy with the work that is being measured.

A neighbour runs all candidates of an operation in turn, in slices far shorter than a batch, so that
no candidate has a neighbour of its own kind more than the others have. It is told what to run by
lines on its standard input, and ends with it.
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
"""How long a candidate runs before it is the next one's turn, if one call takes no longer."""

READY = b"ready\n"

ANYWHERE = -1
"""Stands for the CPU of a neighbour that is not bound to one."""


class Neighbours:
    """Running neighbours."""

    def __init__(self, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        """Take processes that wait for work."""
        self.processes = processes

    def work_on(self, cell: Cell) -> None:
        """Have all of them do this from now on. Raises LabError if one has ended."""
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
            raise LabError("a process that kept another CPU busy has ended")


@contextmanager
def neighbours(cpus: Sequence[int | None]) -> Iterator[Neighbours]:
    """Start a neighbour for each of the CPUs; None stands for any. They end with the block."""
    with ExitStack() as stack:
        started = [stack.enter_context(_started(cpu)) for cpu in cpus]
        yield Neighbours(started)


def _started(cpu: int | None) -> AbstractContextManager[subprocess.Popen[bytes]]:
    argv = [sys.executable, "-P", "-m", __name__, str(ANYWHERE if cpu is None else cpu)]
    pipe, errors = subprocess.PIPE, sys.stderr.fileno()
    return children.started(argv, stdin=pipe, stdout=pipe, stderr=errors)


def main() -> None:
    """Be a neighbour."""
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
    # Nobody is left to work beside.
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
