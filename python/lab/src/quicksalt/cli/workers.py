"""`quicksalt lab workers`: the benchmark of the CoinZdense post."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

import click

from quicksalt.cli.session import Session, measuring
from quicksalt.lab import workers as lab
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.cli.screen import fold, verdict
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.clock import WALL
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.result import Group


@click.command(
    epilog=examples(
        "quicksalt lab workers",
        "quicksalt lab workers --workers 4 --rounds 11",
        "quicksalt lab workers --json workers.json",
    )
)
@click.option(
    "--workers",
    "most",
    metavar="N",
    type=click.IntRange(min=1, max=64),
    help="The largest number of workers of an executor; by default the number of CPUs, at least 2.",
)
@click.option(
    "--keys",
    metavar="N",
    type=click.IntRange(min=1, max=1 << 16),
    default=lab.KEYS,
    show_default=True,
    help="Number of one-time keys.",
)
@partial(measuring, clocks=False)
def workers(session: Session, most: int | None, keys: int) -> int:
    """Time 1024 one-time public keys: without executor, with threads, processes, native threads.

    Times are wall times; CPU is the total of all workers.

    Exits with 1 if two threads certainly take more than 0.56 of the time of one, or processes are
    certainly faster than the same number of threads, with 5 if undecided or if other programs used
    the processors.
    """
    session.plan = replace(session.plan, clock=WALL, pin=False)
    most = max(lab.available(), 2) if most is None else most
    spent = lab.Spent({}, {})
    (group,) = session.gather("workers", _measured(session.plan, most, keys, spent), 1)
    _table(session, group, spent.cpu_ns)
    tables.floors(session.console, [group])
    session.end([group], {"cpu_ns": spent.cpu_ns, "waiting": spent.waiting})
    return _judge(session, group, most, spent.crowded())


def _measured(plan: Plan, most: int, keys: int, spent: lab.Spent) -> Iterator[Group]:
    """Time the executors and fill `spent`."""
    group, found = lab.measure(lab.settings(most), plan, keys)
    spent.cpu_ns.update(found.cpu_ns)
    spent.waiting.update(found.waiting)
    yield group


def _table(session: Session, group: Group, cpu: Mapping[str, float]) -> None:
    heads = tables.Heads(["executor"], ["wall", "of none", "CPU", "CPU of none"], [])
    rows = []
    for series in sorted(group.series, key=lab.order):
        wall = f"{100 * series.median / group[lab.NONE].median:.0f} %"
        share = f"{100 * cpu[series.name] / cpu[lab.NONE]:.0f} %"
        time = units.time(cpu[series.name])
        rows.append((series.name, units.time(series.median), wall, time, share))
    title = f"Public keys of {group.topic.size} one-time keys of 20/7"
    tables.listing(session.console, title, heads, rows)
    tables.refusals(session.console, [group])


def _judge(session: Session, group: Group, most: int, crowded: Mapping[str, float]) -> int:
    for name, share in crowded.items():
        told = f"other programs used its processors for {100 * share:.0f} % of the time"
        fold(session.console, f"void: {name}: {told}", indent="  ")
    if group.refused or group.void or crowded:
        return Exit.FAILED if group.refused else Exit.CANNOT_TELL
    if most < 2:
        return Exit.OK
    two = group.ratio(f"{lab.THREADS} 2", f"{lab.THREADS} 1")
    told = f"two threads take {units.ratio(two)} of the time of one"
    verdict(session.console, two.middle, f"{told}; the goal is at most {lab.LIMIT}.")
    against = [
        group.ratio(f"{lab.PROCESSES} {n}", f"{lab.THREADS} {n}") for n in range(1, most + 1)
    ]
    if two.low > lab.LIMIT or any(ratio.high < 1 for ratio in against):
        return Exit.FAILED
    sure = two.high <= lab.LIMIT and all(ratio.low >= 1 for ratio in against)
    return Exit.OK if sure else Exit.CANNOT_TELL
