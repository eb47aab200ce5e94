"""`quicksalt lab tls`: time server verification by a trust store and by OpenSSL."""

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

    A request is a handshake, the verification of a chain of three certificates, and 1000 bytes each
    way, through memory. A store caches the verified signatures of known servers; a second row
    measures a store without the cache. Creating the certificates needs the package cryptography;
    exits with 3 without it.

    Exits with 1 if a store's context certainly takes more than 0.12 of the time of Python's, or a
    request to a known server more time than Python's, with 5 if undecided.
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
    tables.listing(session.console, "contexts of Python's ssl, time per call", heads, rows)
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
