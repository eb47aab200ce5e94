"""A command run at several sizes: natively for its time, under callgrind for its instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from quicksalt_lab import children
from quicksalt_lab.grow.fit import SizesError, check_sizes
from quicksalt_lab.printable import printable_lines
from quicksalt_lab.valgrind import callgrind, perf_map, tool
from quicksalt_lab.valgrind.counts import Counts

PLACE = "{n}"

SIZES = (64, 128, 256, 512, 1024)
"""The default sizes."""

BUDGET_S = 1.0
"""Seconds of native runs at one size after which no further run starts."""


@dataclass(frozen=True)
class Plan:
    """The command and its sizes."""

    command: tuple[str, ...]
    """`{n}` in an argument is replaced by the size."""
    sizes: tuple[int, ...]
    setup: str | None = None
    """A shell command that prepares a size; not measured."""
    addresses: bool = False
    """Whether to count instructions by address at every size, as the analysis of inlined lines
    needs. At the largest size they are always counted by address, except for an interpreter."""
    env: Mapping[str, str] = field(default_factory=dict)
    ok_exits: tuple[int, ...] = tool.OK
    """Exit codes of the command that are not failures, such as 1 for `diff`."""

    def check(self) -> None:
        """Raise SizesError if the sizes do not allow an exponent."""
        check_sizes(self.sizes)
        if not any(PLACE in text for text in (*self.command, self.setup or "")):
            raise SizesError(f"no {PLACE} for the size: write it into COMMAND or --setup")

    def at(self, n: int) -> list[str]:
        """Return the command for a size."""
        return [argument.replace(PLACE, str(n)) for argument in self.command]


@dataclass(frozen=True)
class Point:
    """The results at one size."""

    n: int
    counts: Counts
    native: tool.Native | None = None
    """None if the counts were read from a file."""


def run(plan: Plan, folder: Path, *, timed: bool = True) -> Iterator[Point]:
    """Run the plan size by size; write callgrind's files to subfolders named by size.

    Raises CommandError, which names the size, and the errors of `tool.count`.
    """
    tool.require()
    plan = replace(plan, command=tuple(tool.found(plan.command)))
    # Code inlined in an interpreter is not the user's, and the files would be large.
    compiled = not perf_map.interprets(plan.command[0])
    for n, native in time_all(plan) if timed else _prepare_all(plan):
        place = folder / str(n)
        place.mkdir(parents=True, exist_ok=True)
        try:
            counts = tool.count(
                plan.at(n),
                place,
                addresses=plan.addresses or (n == plan.sizes[-1] and compiled),
                env=plan.env,
                ok_exits=plan.ok_exits,
            )
        except (tool.CommandError, callgrind.CallgrindError) as error:
            raise _failed(plan, n, error) from None
        yield Point(n, counts, native)


def time_all(plan: Plan, *, most_s: int = 0) -> Iterator[tuple[int, tool.Native]]:
    """Prepare each size and time it natively; limit each run to `most_s` (0: no limit)."""
    for n in plan.sizes:
        try:
            _prepare(plan, n)
            native = tool.native(
                plan.at(n),
                budget_s=BUDGET_S,
                most_s=most_s,
                env=plan.env,
                ok_exits=plan.ok_exits,
            )
        except tool.CommandError as error:
            raise _failed(plan, n, error) from None
        yield n, native


def _failed(plan: Plan, n: int, error: Exception) -> tool.CommandError:
    more = (
        ""
        if n == plan.sizes[0]
        else f"\n  smaller sizes work: does {n:,} exceed a limit of the program?"
    )
    return tool.CommandError(f"at n = {n}: {error}{more}")


def _prepare_all(plan: Plan) -> Iterator[tuple[int, None]]:
    for n in plan.sizes:
        try:
            _prepare(plan, n)
        except tool.CommandError as error:
            raise _failed(plan, n, error) from None
        yield n, None


def _prepare(plan: Plan, n: int) -> None:
    if not plan.setup:
        return
    line = plan.setup.replace(PLACE, str(n))
    outcome = children.run(["sh", "-c", line], env=tool.environment(plan.env))
    if outcome.returncode:
        said = "\n  ".join(printable_lines(outcome.stderr.strip()))
        more = f"\n  {said}" if said else ""
        raise tool.CommandError(f"the setup exited with {outcome.returncode}: {line}{more}")


def read(files: Sequence[Path], sizes: Sequence[int] = ()) -> Iterator[Point]:
    """Read existing files; by default the size is the last number in a file's name."""
    numbers = list(sizes) or [_size(path) for path in files]
    if len(numbers) != len(files):
        raise SizesError(f"{len(files)} files, but {len(numbers)} sizes: expected one for each")
    pairs = sorted(zip(numbers, files, strict=True), key=lambda pair: pair[0])
    check_sizes([n for n, _ in pairs])
    for n, path in pairs:
        yield Point(n, callgrind.read(path))


def _size(path: Path) -> int:
    numbers = re.findall(r"\d+", path.name)
    if not numbers:
        raise SizesError(f"{path} has no size in its name: use --sizes")
    return int(numbers[-1])
