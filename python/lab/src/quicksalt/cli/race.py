"""`quicksalt race`: prove and time all candidates."""

from __future__ import annotations

from collections.abc import Sequence

import click

from quicksalt.cli import epochs, show
from quicksalt.cli.session import Session
from quicksalt.lab import race as lab
from quicksalt.lab import table
from quicksalt.lab.regret import LIMIT
from quicksalt.lab.survey import Operation, survey
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.cli.screen import fold
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report

ROUNDS = 21
"""Rounds of an epoch."""

DETAILS = "Times by length, noise floors and the machine"
"""The parts that only --details shows."""


@click.command(
    epilog=examples(
        "quicksalt race",
        "quicksalt race x25519 sha256.hash",
        "quicksalt race blake2b --busy-epochs 3",
        "quicksalt race --json race.json",
    )
)
@epochs.measuring_epochs(quiet=1, busy=1, rounds=ROUNDS)
def race(
    session: Session, primitives: tuple[str, ...], wanted: tuple[str, ...], details: bool
) -> int:
    """Time all candidates, the implementations of each primitive, against each other.

    Each candidate must pass its self-test and produce the portable candidate's output. Prints the
    table of 2012 (NaCl's functions from Python, with portable and with chosen candidates) and a
    verdict; with --details also the candidates of each operation by length, the fastest marked with
    a star, and the regret: the chosen candidate's time over the best candidate's.

    Candidates race in several epochs, each in its own process: quiet epochs without added load, and
    busy epochs with other CPUs running the same operation. The regret shown is the worst epoch's;
    the range over all epochs is printed below.

    A PRIMITIVE is a name such as x25519 or an operation such as x25519.base; the default is all.

    Exits with 1 if a candidate fails its self-test or its output differs from portable's.
    """
    operations = survey(primitives)
    rows = time_rows(session, operations)
    races = epochs.race(session, "racing", lab.cells(operations), wanted)
    report = Report("race", session.card(), (*rows, *races))
    if details:
        tables.card(session.console, report.card)
        show.cells(session.console, races)
    show.refusals(session.console, races)
    show.rows(session.console, rows)
    tables.floors(session.console, report.groups)
    session.keep(report)
    code = outcome(session, operations, report.groups)
    verdicts(session, rows, races)
    if not details:
        fold(session.console, f"{DETAILS}: quicksalt race --details")
    return code


def time_rows(session: Session, operations: Sequence[Operation]) -> list[Group]:
    """Measure the rows of the table of 2012 that use one of the operations."""
    calls = table.calls(operations)
    groups = table.measure_rows(calls, survey(), session.plan)
    return session.gather("the table of 2012", groups, len(calls))


def verdicts(session: Session, rows: Sequence[Group], races: Sequence[Group]) -> None:
    """Print one sentence on the table of 2012 and one on the choices."""
    show.gains(session.console, rows)
    show.within(session.console, races, LIMIT)


def outcome(session: Session, operations: Sequence[Operation], groups: Sequence[Group]) -> int:
    """Print operations that could not be raced; a wrong candidate makes the command fail."""
    failed = show.unusable(session.console, operations)
    wrong = any(group.refused for group in groups)
    return Exit.FAILED if failed or wrong else Exit.OK
