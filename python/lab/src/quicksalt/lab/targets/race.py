"""Time all targets, and derive figures from their times."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from quicksalt.lab.targets import work
from quicksalt.lab.targets.find import Target
from quicksalt.lab.targets.work import Line, Work
from quicksalt_lab.ruler.child import Child, ChildError, start
from quicksalt_lab.ruler.clock import WALL
from quicksalt_lab.ruler.measure import Competitor, Plan, insist
from quicksalt_lab.ruler.result import Absent, Group

ANSWER_S = 120
"""Timeout of a child: an engine first compiles a module of a megabyte."""

WALL_BATCH_NS = 20_000_000
"""Long batches, because browsers' clocks have a resolution of 0.1 ms."""

LACKS = "has no "
"""Error text of a child that lacks a function."""


@dataclass
class Field:
    """The started children, by clock."""

    by_processor: list[Child]
    by_wall: list[Child]
    absent: list[Absent]
    """The targets that do not start."""

    @property
    def versions(self) -> dict[str, str]:
        """The version text that each child reports."""
        return {child.name: child.version for child in (*self.by_wall, *self.by_processor)}


def line_up(targets: Sequence[Target], stack: ExitStack) -> Field:
    """Start the children; closing the stack ends them.

    If a target supports only wall time, the other children that support it are also started for it.
    """
    field = Field([], [], [])
    needs_wall = any(not target.argv for target in targets)
    for target in targets:
        for argv, started in ((target.argv, field.by_processor), (target.wall_argv, field.by_wall)):
            if argv and (started is field.by_processor or needs_wall):
                try:
                    child = start(target.name, argv, timeout_s=ANSWER_S)
                    started.append(stack.enter_context(child))
                except ChildError as error:
                    field.absent.append(Absent(target.name, str(error)))
    return field


def count(field: Field, tasks: Sequence[Work]) -> int:
    """Return the number of groups that `play` yields."""
    return len([1 for started in (field.by_processor, field.by_wall) if started for _ in tasks])


def play(field: Field, tasks: Sequence[Work], plan: Plan) -> Iterator[Group]:
    """Time each task on all targets that support it: in processor time, then in wall time."""
    by_wall = replace(plan, clock=WALL, batch_ns=max(plan.batch_ns, WALL_BATCH_NS))
    for started, how in ((field.by_processor, plan), (field.by_wall, by_wall)):
        for task in tasks:
            able = [child for child in started if _has(child, task)]
            if able:
                few = max(3, how.rounds // 3 | 1) if task.is_slow else how.rounds
                yield insist(
                    task.topic, partial(_competitors, able, task), replace(how, rounds=few)
                )


def _competitors(able: Sequence[Child], task: Work) -> list[Competitor]:
    return [child.competitor(*task.words) for child in able]


def _has(child: Child, task: Work) -> bool:
    """Return whether a child's library has the function; the ruler detects all other errors."""
    try:
        child.task(*task.words)
    except ChildError as error:
        return LACKS not in str(error)
    return True


def fits(groups: Sequence[Group]) -> dict[str, dict[str, Line]]:
    """Fit the cost per call and per byte for each message function and each competitor."""
    found: dict[str, dict[str, Line]] = {}
    for function in work.MESSAGES:
        sized = [g for g in groups if g.topic.name == function and g.clock != WALL.name]
        for name in dict.fromkeys(series.name for group in sized for series in group.series):
            points = [(g.topic.size, g[name].median) for g in sized if name in g]
            line = work.fit([n for n, _ in points], [time for _, time in points])
            if line is not None:
                found.setdefault(function, {})[name] = line
    return found


@dataclass(frozen=True)
class Standing:
    """A target's time relative to the base, over all functions."""

    mean: float
    """Geometric mean of the ratios, with each function at its largest size."""
    worst: float
    worst_at: str
    """The function with the worst ratio."""
    functions: int


def largest(groups: Sequence[Group]) -> list[Group]:
    """Return the group of the largest size for each function and clock, without void groups."""
    found: dict[tuple[str, bool], Group] = {}
    for group in groups:
        key = (group.topic.name, group.clock == WALL.name)
        if not group.void and (key not in found or group.topic.size > found[key].topic.size):
            found[key] = group
    return list(found.values())


def standings(groups: Sequence[Group], base: str) -> Mapping[str, Standing]:
    """Return every competitor's standing relative to the base, in processor time if available."""
    ratios: dict[str, dict[str, float]] = {}
    # Groups in processor time come last and replace groups in wall time.
    for group in sorted(largest(groups), key=lambda g: g.clock != WALL.name, reverse=True):
        if base not in group:
            continue
        for series in group.series:
            if series.name != base:
                ratio = group.ratio(series.name, base).middle
                ratios.setdefault(series.name, {})[group.topic.name] = ratio
    return {name: _standing(found) for name, found in ratios.items()}


def _standing(ratios: Mapping[str, float]) -> Standing:
    worst = max(ratios, key=lambda function: ratios[function])
    mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
    return Standing(mean, ratios[worst], worst, len(ratios))
