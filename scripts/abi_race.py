"""Times the C interfaces of libsodium and quicksalt, and quicksalt's underlying Rust calls.

python scripts/abi_race.py LIBSODIUM QUICKSALT CHILD RUST [PATTERN] [OPTION ...]: both shared
libraries, the compiled child that calls their functions, and the child in Rust. All competitors are
interleaved in one run. `make peers-abi` runs this command.
"""

from __future__ import annotations

import math
import re
from contextlib import ExitStack
from functools import partial

import click
from abi_tasks import all_tasks

from quicksalt.cli.session import Session, measuring
from quicksalt.lab.targets import race
from quicksalt.lab.targets.find import Target
from quicksalt.lab.targets.work import Work
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report

LIBSODIUM, QUICKSALT, RUST = "libsodium", "quicksalt", "Rust"
MORE_NS = 20
"""Maximum extra time of a call through C over the call in Rust."""

EPOCHS = 3
"""Number of runs in fresh processes; C counts as slower only if it is slower in each run.

The addresses of code and data change the time of a long message by some nanoseconds between
runs."""


def more(group: Group) -> tuple[float, float, float] | None:
    """Return the extra nanoseconds of C over Rust: low end, middle and high end of the interval."""
    if QUICKSALT not in group or RUST not in group:
        return None
    ratio, rust = group.ratio(QUICKSALT, RUST), group[RUST].median
    low, middle, high = ((end - 1) * rust for end in (ratio.low, ratio.middle, ratio.high))
    return low, middle, high


def is_slower(group: Group) -> bool:
    """Return whether C is certainly slower than Rust by more than the limit."""
    found = more(group)
    return found is not None and not group.void and found[0] > MORE_NS


@click.command()
@click.argument("libsodium")
@click.argument("quicksalt")
@click.argument("child")
@click.argument("rust")
@click.argument("pattern", default="")
@partial(measuring, clocks=False)
def main(session: Session, pattern: str, **paths: str) -> int:
    """Time all common functions of libsodium and quicksalt with PATTERN in their name."""
    tasks = [task for task in all_tasks() if re.search(pattern, task.function)]
    targets = [
        Target(LIBSODIUM, (paths["child"], paths["libsodium"], "cpu")),
        Target(QUICKSALT, (paths["child"], paths["quicksalt"], "cpu")),
        Target(RUST, (paths["rust"],)),
    ]
    groups, versions = run(session, targets, tasks)
    for _ in range(EPOCHS - 1):
        suspects = {group.topic for group in groups if is_slower(group)}
        if not suspects:
            break
        again, _ = run(session, targets, [task for task in tasks if task.topic in suspects])
        acquitted = {group.topic: group for group in again if not is_slower(group)}
        groups = [acquitted.get(group.topic, group) for group in groups]
    show(session, groups)
    detail = {
        "targets": versions,
        "slower": [group.topic.name for group in groups if is_slower(group)],
    }
    session.keep(Report("peers abi", session.card(), tuple(groups), detail))
    return Exit.FAILED if any(group.refused for group in groups) else Exit.OK


def run(
    session: Session, targets: list[Target], tasks: list[Work]
) -> tuple[list[Group], dict[str, str]]:
    """Time tasks in fresh processes; return a group per task, and the targets' versions."""
    with ExitStack() as stack:
        field = race.line_up(targets, stack)
        if field.absent:
            raise click.ClickException("; ".join(one.reason for one in field.absent))
        groups = session.gather("tasks", race.play(field, tasks, session.plan), len(tasks))
    return groups, field.versions


def show(session: Session, groups: list[Group]) -> None:
    """Print a line for each task, and a summary."""
    grid = tables.new_table("C interfaces, processor time")
    tables.columns(
        grid, ["function"], ["size", LIBSODIUM, QUICKSALT, "ratio", "C - Rust, ns"], ["low to high"]
    )
    ratios: list[float] = []
    for group in groups:
        size = units.size(group.topic.size, group.topic.axis)
        both = LIBSODIUM in group and QUICKSALT in group
        ratio = group.ratio(QUICKSALT, LIBSODIUM).middle if both else math.nan
        ratios += [ratio] if both else []
        found = more(group)
        middle = f"{found[1]:.1f}" if found else "-"
        ends = f"{found[0]:.1f} to {found[2]:.1f}" if found else ""
        times = (units.time(group[n].median) if n in group else "-" for n in (LIBSODIUM, QUICKSALT))
        grid.add_row(group.topic.name, size, *times, f"{ratio:.2f}", middle, ends)
        for refusal in group.refused:
            session.console.print(f"REFUSED {refusal.name} in {group.topic.name}: {refusal.reason}")
    session.console.print(grid)
    faster = sum(ratio < 1 for ratio in ratios)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
    session.console.print(
        f"{faster} of {len(ratios)} are faster than libsodium's, mean ratio {mean:.2f}."
    )
    slower = [g for g in groups if is_slower(g)]
    compared = sum(more(group) is not None for group in groups)
    session.console.print(
        f"{len(slower)} of {compared} take more than {MORE_NS} ns longer than the Rust call "
        f"in each of {EPOCHS} runs"
        f"{': ' if slower else '.'}{', '.join(f'{g.topic.name} {g.topic.size}' for g in slower)}"
    )


if __name__ == "__main__":
    main()
