"""`quicksalt lab dispatch`: the cost of dispatching a call to the chosen candidate."""

from __future__ import annotations

import click

from quicksalt.cli.session import Session, measuring
from quicksalt.lab import dispatch as lab
from quicksalt.lab.survey import survey
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.ruler import schema, units


@click.command(
    epilog=examples("quicksalt lab dispatch", "quicksalt lab dispatch --operation poly1305.tag")
)
@click.option(
    "--operation",
    metavar="NAME",
    help="Operation such as poly1305.tag; by default the one with the cheapest call.",
)
@measuring
def dispatch(session: Session, operation: str | None) -> int:
    """Time a dispatched call against a direct call of the same candidate.

    Exits with 1 if dispatch certainly costs more than 2 ns per call, with 5 if undecided.
    """
    operations = survey([operation] if operation else [])
    group = lab.race(lab.cheapest(operations, session.plan), session.plan)
    cost = lab.cost(group)
    out, topic = session.console, group.topic
    out.print(
        f"{topic.name} {units.size(topic.size, topic.axis)}: "
        f"direct {units.time(group[lab.DIRECT].median)}, "
        f"through dispatch {units.time(group[lab.CHOICE].median)}"
    )
    out.print(f"cost of dispatch: {units.ratio(cost, 2)} ns per call")
    tables.floors(out, [group])
    session.end([group], {"cost_ns": schema.interval(cost), "limit_ns": lab.LIMIT_NS})
    if cost.low > lab.LIMIT_NS:
        return Exit.FAILED
    return Exit.OK if cost.high <= lab.LIMIT_NS and not group.void else Exit.CANNOT_TELL
