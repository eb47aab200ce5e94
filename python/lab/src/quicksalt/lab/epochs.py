"""Epochs of the race, each in its own process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from typing import IO, Any, cast

from quicksalt import _native
from quicksalt.lab import race, regret
from quicksalt.lab.forcing import forced
from quicksalt.lab.neighbour import Neighbours, neighbours
from quicksalt.lab.race import Cell
from quicksalt.lab.survey import policy, survey
from quicksalt_lab import children
from quicksalt_lab.ruler import epochs, schema
from quicksalt_lab.ruler.clock import CLOCKS, other_cpus
from quicksalt_lab.ruler.measure import DisagreementError, LabError, Plan
from quicksalt_lab.ruler.result import Group

PATIENCE_S = 10.0
"""Time that a process gets to exit after its last line or a malformed line."""


@dataclass(frozen=True)
class Task:
    """The task of an epoch's process; serialisable as JSON."""

    condition: str
    cells: Sequence[tuple[str, int]]
    """Operation and size of each cell."""
    policy: str
    forced: Mapping[str, str]
    """The forced choices of the parent process."""
    rounds: int
    batch_ns: int
    clock: str
    seed: int | None
    limit: float | None
    """The regret limit, if any: an undecided regret is measured again."""


def possible(conditions: Sequence[str]) -> tuple[str, ...]:
    """Remove the busy epochs if this machine lacks a second CPU for the load."""
    return tuple(conditions) if other_cpus() else tuple(c for c in conditions if c != epochs.BUSY)


def run(
    cells: Sequence[Cell],
    conditions: Sequence[str],
    plan: Plan | None = None,
    limits: Mapping[str, float] | None = None,
) -> Iterator[Group]:
    """Race the cells in consecutive epochs, one per condition.

    `limits` maps each machine condition to its regret limit; without it, regrets are not judged.
    Raises DisagreementError as the race does, and LabError if an epoch's process fails.
    """
    plan = plan or Plan()
    operations = {cell.operation.name: cell.operation for cell in cells}
    selected = {name: forced(operation) for name, operation in operations.items()}
    for number, condition in enumerate(conditions):
        task = Task(
            condition=condition,
            cells=[(cell.operation.name, cell.size) for cell in cells],
            policy=policy(),
            forced={name: candidate for name, candidate in selected.items() if candidate},
            rounds=plan.rounds,
            batch_ns=plan.batch_ns,
            clock=plan.clock.name,
            # The next number is the seed of a repeated race.
            seed=None if plan.seed is None else plan.seed + 2 * number,
            limit=limits[condition] if limits else None,
        )
        yield from _epoch(task, f"epoch {number + 1} of {len(conditions)} ({condition})")


def _epoch(task: Task, name: str) -> Iterator[Group]:
    argv = [sys.executable, "-P", "-m", __name__]
    # The process and the neighbours must import the same modules as this process.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    with (
        tempfile.TemporaryFile() as errors,
        children.started(argv, stdin=pipe, stdout=pipe, stderr=errors, env=env) as process,
    ):
        measured = 0
        for line in _talk(process, task):
            said = _read(line)
            if "group" not in said:
                break
            yield replace(schema.read_group(said["group"]), condition=task.condition)
            measured += 1
        else:
            said = {}
        if measured == len(task.cells):
            return
        if said.get("error") == DisagreementError.__name__:
            raise DisagreementError(f"{name}: {said['text']}")
        raise LabError(f"{name}: {said.get('text') or _end(process, errors)}")


def _talk(process: subprocess.Popen[bytes], task: Task) -> Iterator[bytes]:
    """Send a process its task, and yield the lines of its answer."""
    stdin, stdout = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
    try:
        stdin.write(json.dumps(asdict(task)).encode() + b"\n")
        stdin.flush()
    except BrokenPipeError:
        return
    yield from stdout


def _read(line: bytes) -> dict[str, Any]:
    """Parse a line from an epoch's process; empty if it is malformed."""
    try:
        said = json.loads(line)
    except ValueError:
        said = None
    return said if isinstance(said, dict) else {}


def _end(process: subprocess.Popen[bytes], errors: IO[bytes]) -> str:
    """Describe how a process ended, with the last line of its error output."""
    try:
        code = children.ended(process, PATIENCE_S)
    except subprocess.TimeoutExpired:
        return "malformed output, and the process does not exit"
    errors.seek(0)
    complaints = errors.read().decode(errors="replace").splitlines()
    how = f"exit code {code}" if code >= 0 else f"signal {-code}"
    return ": ".join([f"the process ended with {how}", *complaints[-1:]])


def main() -> None:
    """Run as an epoch's process: read the task from one line, write a line per benchmark group."""
    task = Task(**json.loads(sys.stdin.readline()))
    try:
        for group in _measured(task):
            _say({"group": schema.group_values(group)})
    except LabError as error:
        _say({"error": type(error).__name__, "text": str(error)})
    except BrokenPipeError:
        # The parent process has exited.
        sys.stderr.close()


def _say(values: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


def _measured(task: Task) -> Iterator[Group]:
    _native.set_policy(task.policy)
    for name, candidate in task.forced.items():
        _native.force(name, candidate)
    operations = {o.name: o for o in survey(dict.fromkeys(name for name, _ in task.cells))}
    plan = Plan(
        rounds=task.rounds, batch_ns=task.batch_ns, clock=CLOCKS[task.clock], seed=task.seed
    )
    is_busy = task.condition == epochs.BUSY
    with neighbours(other_cpus()) if is_busy else nullcontext(Neighbours([])) as beside:
        for name, size in task.cells:
            cell = Cell(operations[name], size)
            beside.work_on(cell)
            if task.limit is None:
                yield from race.race([cell], plan)
            else:
                yield from regret.measure([cell], task.limit, plan)


if __name__ == "__main__":
    main()
