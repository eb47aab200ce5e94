"""`quicksalt lab children`: time programs that measure with their own clock."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import click

from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.cli.session import Session, measuring
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.child import PROTOCOL, TIMEOUT_S, start
from quicksalt_lab.ruler.measure import insist
from quicksalt_lab.ruler.result import Group, Topic


def read_children(
    _context: click.Context, _parameter: click.Parameter, texts: Sequence[str]
) -> dict[str, list[str]]:
    """Parse `NAME=COMMAND` words; split each command as a shell does."""
    commands: dict[str, list[str]] = {}
    for text in texts:
        name, mark, command = text.partition("=")
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise click.BadParameter(f"{text!r}: {error}") from None
        if not (name and mark and words):
            raise click.BadParameter(f"expected NAME=COMMAND, not {text!r}")
        if name in commands:
            raise click.BadParameter(f"two children are named {name!r}")
        commands[name] = words
    return commands


def _read_words(_context: click.Context, _option: click.Parameter, text: str) -> list[str]:
    if not (text.isascii() and text.isprintable()):
        raise click.BadParameter(f"expected ASCII words, not {text!r}")
    return text.split()


timeout_option = click.option(
    "--timeout",
    "timeout_s",
    metavar="S",
    type=click.FloatRange(min=0, min_open=True),
    default=TIMEOUT_S,
    show_default=True,
    help="Seconds to wait for each answer from a child.",
)


@click.command(
    "children",
    epilog=examples(
        "quicksalt lab children 'C=./child' 'Python=python3 child.py'",
        "quicksalt lab children --task 'verify 10' ours=./one theirs=./two",
    ),
)
@click.argument(
    "commands", metavar="NAME=COMMAND...", nargs=-1, required=True, callback=read_children
)
@click.option(
    "--task",
    "words",
    default="",
    metavar="WORDS",
    callback=_read_words,
    help="The task that all children run, such as 'verify 10'.",
)
@click.option(
    "--pin/--no-pin",
    default=True,
    help="Pin each child's main thread to one CPU (the default), or let it migrate.",
)
@timeout_option
@partial(measuring, clocks=False)
def race_children(
    session: Session,
    commands: dict[str, list[str]],
    words: list[str],
    timeout_s: float,
    *,
    pin: bool,
) -> int:
    """Time programs in any language that measure with their own clock.

    Each COMMAND starts a child: a process that speaks the line protocol `quicksalt-child/1`, which
    docs/children.md specifies. The child runs batches of work and reports their duration. The
    children run interleaved in random order and must produce the same output; the first is the base
    and runs twice to measure the noise.

    Exits with 1 if a child is refused because its output differs or because it fails before timing,
    with 4 if a child does not start or fails later, with 5 if noise prevents a verdict.
    """
    plan = replace(session.plan, pin=pin)
    with ExitStack() as stack:
        started = [
            stack.enter_context(start(name, argv, timeout_s=timeout_s))
            for name, argv in commands.items()
        ]
        topic = Topic(" ".join(words) or "the work of the children")
        group = insist(topic, lambda: [child.competitor(*words) for child in started], plan)
    _show(session, group)
    session.end([group], {"protocol": PROTOCOL, "commands": commands})
    if group.refused:
        return Exit.FAILED
    return Exit.CANNOT_TELL if group.void else Exit.OK


def _show(session: Session, group: Group) -> None:
    heads = tables.Heads(["child"], ["time", f"/ {group.base.name}"], ["verdict", "description"])
    rows = []
    for series in group.series:
        base = series is group.base
        ratio = "" if base else units.ratio(group.ratio(series.name))
        verdict = "" if base or group.void else str(group.verdict(series.name))
        note = " ".join(filter(None, (series.note, series.clock and f"({series.clock})")))
        rows.append((series.name, units.time(series.median), ratio, verdict, note))
    tables.listing(session.console, f"{group.topic.name}, {group.clock} time", heads, rows)
    tables.refusals(session.console, [group])
    tables.floors(session.console, [group])
