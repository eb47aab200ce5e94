"""`quicksalt lab reservations`: what a durable reservation costs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from quicksalt.cli.session import Session, measuring
from quicksalt.lab import reservations as lab
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import BrokenError, examples
from quicksalt_lab.cli.screen import fold, verdict
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.ruler.clock import WALL


@click.command(
    epilog=examples(
        "quicksalt lab reservations",
        "quicksalt lab reservations --folder /var/lib/keys --json reservations.json",
    )
)
@click.option(
    "--folder",
    metavar="DIR",
    default=".",
    show_default=True,
    type=click.Path(exists=True, file_okay=False, writable=True, path_type=Path),
    help="A folder on the disk to measure.",
)
@partial(measuring, clocks=False)
def reservations(session: Session, folder: Path) -> int:
    """Time how fast a store in a file gives indices out, by the size of its reservations.

    Every reservation waits for the disk, so that larger ones give more indices a second, and let a
    key sign more messages. The clock is the wall's.

    Exits with 1 if reservations of 64 surely give less than 20 times as many indices a second as
    reservations of one, with 5 if that cannot be told.
    """
    session.plan = replace(session.plan, clock=WALL)
    try:
        group = lab.race(folder, session.plan)
        signed = lab.signers(folder, session.plan)
    except OSError as error:
        raise BrokenError(str(error)) from None
    heads = tables.Heads(["indices a reservation"], ["a reservation", "indices / s", "gain"], [])
    rows = []
    slowest = lab.name(lab.SIZES[-1])
    for size in lab.SIZES:
        series = group[lab.name(size)]
        rows.append(
            (
                str(size),
                units.time(series.median * size / lab.INDICES),
                units.three_digits(1e9 * lab.INDICES / series.median),
                units.ratio(group.ratio(slowest, series.name), 1),
            )
        )
    title = f"a store in a file on {folder.absolute()}, wall time"
    tables.listing(session.console, title, heads, rows)
    large, small = signed[lab.name(lab.SIZES[0])], signed[lab.name(lab.SIZES[-1])]
    fold(
        session.console,
        f"signing with {lab.PARAMS}: {units.time(large.median / lab.INDICES)} a message, with "
        f"reservations of one {units.time(small.median / lab.INDICES)}, "
        f"gain {units.ratio(lab.gain(signed), 1)}",
        indent="  ",
    )
    tables.floors(session.console, [group, signed])
    card = session.card()
    tables.card(session.console, card)
    gain = lab.gain(group)
    told = f"Reservations of {lab.SIZES[0]} give {units.ratio(gain, 1)} times as many indices a "
    told += f"second as reservations of one; the goal is at least {lab.GOAL:.0f}."
    verdict(session.console, gain.middle / lab.GOAL, told)
    detail = {"gain": schema.interval(gain), "goal": lab.GOAL}
    session.keep(schema.Report("lab reservations", card, (group, signed), detail))
    if gain.high < lab.GOAL:
        return Exit.FAILED
    return Exit.OK if gain.low >= lab.GOAL and not group.void else Exit.CANNOT_TELL
