"""`quicksalt lab tls`: servers verified by a store and by OpenSSL."""

from __future__ import annotations

import click

from quicksalt import exceptions
from quicksalt.cli.session import Session, measuring
from quicksalt.lab import tls as lab
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.cli.screen import verdict
from quicksalt_lab.ruler import schema, units


@click.command(epilog=examples("quicksalt lab tls", "quicksalt lab tls --json tls.json"))
@measuring
def tls(session: Session) -> int:
    """Time contexts and requests of Python's ssl, verified by a trust store and by OpenSSL.

    A request is a handshake, the verification of a chain of three and 1000 bytes each way, through
    memory. A store remembers the signatures of servers that it has met; the row beside it is of a
    store that has not met them. Making the certificates takes the package cryptography; without it,
    exits with 3.

    Exits with 1 if a store's context surely takes more than 0.12 of the time of Python's own, or a
    request to a server that it has met more time than Python's, with 5 if that cannot be told.
    """
    try:
        groups = session.gather("tls", (run(session.plan) for run in RUNS), len(RUNS))
    except exceptions.UnavailableError as error:
        click.echo(str(error), err=True)
        return Exit.MISSING
    heads = tables.Heads(["what", "verified by"], ["time", "of Python's own"], [])
    rows = [
        (
            group.topic.name,
            series.name,
            units.time(series.median),
            units.ratio(group.ratio(series.name)) if series.name != lab.OPENSSL else "-",
        )
        for group in groups
        for series in group.series
    ]
    tables.listing(session.console, "contexts of Python's ssl, time a call", heads, rows)
    card = session.card()
    tables.card(session.console, card)
    tables.floors(session.console, groups)
    ratios = [group.ratio(lab.OURS) for group in groups]
    goals = (lab.CONTEXT_GOAL, lab.REQUEST_GOAL)
    for group, ratio, goal in zip(groups, ratios, goals, strict=True):
        text = f"goal, {group.topic.name}: at most {goal:g} of the time of Python's own; "
        verdict(session.console, ratio.middle, f"{text}it takes {units.ratio(ratio)}.")
    detail = {"goals": {group.topic.name: goal for group, goal in zip(groups, goals, strict=True)}}
    session.keep(schema.Report("lab tls", card, tuple(groups), detail))
    if any(ratio.low > goal for ratio, goal in zip(ratios, goals, strict=True)):
        return Exit.FAILED
    told = all(ratio.high <= goal for ratio, goal in zip(ratios, goals, strict=True))
    return Exit.OK if told and not any(group.void for group in groups) else Exit.CANNOT_TELL


RUNS = (lab.contexts, lab.requests)
