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
"""Where nobody asks for others."""

BUDGET_S = 1.0
"""Seconds of native runs at one size after which none is begun."""


@dataclass(frozen=True)
class Plan:
    """What to run."""

    command: tuple[str, ...]
    """`{n}` stands for the size, in any argument."""
    sizes: tuple[int, ...]
    setup: str | None = None
    """A line of shell that prepares a size, outside of all measurement."""
    addresses: bool = False
    """Whether instructions are counted by address at every size, which lines of inlined code need;
    at the largest they are, unless an interpreter is run."""
    env: Mapping[str, str] = field(default_factory=dict)
    ok_exits: tuple[int, ...] = tool.OK
    """Exit codes of the command that are no failure, such as 1 of `diff`."""

    def check(self) -> None:
        """Raise SizesError if no exponent could come of it."""
        check_sizes(self.sizes)
        if not any(PLACE in text for text in (*self.command, self.setup or "")):
            raise SizesError(f"no {PLACE} for the size: write it into COMMAND or --setup")

    def at(self, n: int) -> list[str]:
        """Return the command for a size."""
        return [argument.replace(PLACE, str(n)) for argument in self.command]


@dataclass(frozen=True)
class Point:
    """What was found at one size."""

    n: int
    counts: Counts
    native: tool.Native | None = None
    """None for what was read from a file."""


def run(plan: Plan, folder: Path, *, timed: bool = True) -> Iterator[Point]:
    """Run the plan, a size at a time; callgrind's files are left in subfolders named by size.

    Raises CommandError, which names the size, and what else `tool.count` does.
    """
    tool.require()
    plan = replace(plan, command=tuple(tool.found(plan.command)))
    # What is inlined there is no function of the user's, and their files are large.
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
    """Prepare each size and time it natively; no run may take more than `most_s`, 0 is no limit."""
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
    more = "" if n == plan.sizes[0] else f"\n  smaller sizes work: is {n:,} beyond its own limits?"
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
    """Read existing files; without sizes, those are the last numbers in their names."""
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
        raise SizesError(f"{path} has no size in its name: give --sizes")
    return int(numbers[-1])
