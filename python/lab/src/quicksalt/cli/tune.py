"""`quicksalt tune`: race the candidates and record the winners on this machine."""

from __future__ import annotations

from collections.abc import Sequence

import click

from quicksalt.cli import epochs, show
from quicksalt.cli.race import DETAILS, outcome, time_rows, verdicts
from quicksalt.cli.session import Session
from quicksalt.lab import race as lab
from quicksalt.lab import tune as tuning
from quicksalt.lab.survey import survey
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.output import BrokenError, examples
from quicksalt_lab.cli.screen import fold
from quicksalt_lab.ruler.result import Group

ROUNDS = 17
"""Rounds of an epoch: four epochs of 17 rounds take less than three times as long as one of 31."""


@click.command(
    epilog=examples(
        "quicksalt tune",
        "quicksalt tune x25519 ed25519",
        "quicksalt tune blake2b --quiet-epochs 4 --busy-epochs 4",
        "quicksalt tune --json records/my-cpu.json",
    )
)
@epochs.measuring_epochs(quiet=2, busy=2, rounds=ROUNDS)
def tune(
    session: Session, primitives: tuple[str, ...], wanted: tuple[str, ...], details: bool
) -> int:
    """Find the fastest candidates on this machine and write them to a record.

    Races all candidates at every size for which there is a choice, in several epochs, each in its
    own process: quiet epochs without added load, and busy epochs with other CPUs running the same
    operation. The regret of a candidate in an epoch is its time over the best candidate's time. The
    candidate with the smallest worst regret over all epochs wins; it replaces the current choice
    only if the current choice's worst regret is certainly greater, by more than the noise floor and
    2 %. The record applies to this processor and this build; QUICKSALT_RECORD sets its path. Runs
    of fewer than 7 rounds or with batches below 0.5 ms are refused as too short to decide. The JSON
    file has the format of the repository's folder `records`, without the individual measurements.

    Exits with 1 if a candidate fails its self-test or its output differs from portable's.
    """
    operations = survey(primitives)
    try:
        cells = tuning.cells(operations, session.plan)
    except tuning.NotTunableError as error:
        raise click.UsageError(str(error)) from None
    groups = epochs.race(session, "tuning", cells, wanted)
    decisions = tuning.decide(cells, groups)
    try:
        path, lost = tuning.save(decisions)
    except OSError as error:
        raise BrokenError(str(error)) from None
    rows = time_rows(session, operations)
    card = session.card()
    if details:
        tables.card(session.console, card)
        show.cells(session.console, _raced(groups))
    show.refusals(session.console, groups)
    show.rows(session.console, rows)
    tables.floors(session.console, [*rows, *groups])
    _switches(session, decisions)
    session.keep_text(tuning.dump(card, decisions))
    code = outcome(session, operations, [*groups, *rows])
    verdicts(session, rows, _raced(groups))
    switched = sum(d.switched for d in decisions)
    fold(
        session.console,
        f"{switched} of {len(decisions)} choices changed. From now on this record decides:",
    )
    session.console.print(f"Record of {len(decisions)} classes: {path}", soft_wrap=True)
    for what in lost:
        fold(session.console, f"No longer in the record: {what}", indent="  ")
    if not details:
        fold(session.console, f"{DETAILS}: quicksalt tune --details")
    return code


def _raced(groups: Sequence[Group]) -> list[Group]:
    """Drop the lengths that are tuned but not raced."""
    return [g for g in groups if g.topic.size in lab.LENGTHS[g.topic.axis]]


def _switches(session: Session, decisions: Sequence[tuning.Decision]) -> None:
    for d in decisions:
        if d.switched:
            fold(
                session.console,
                f"{d.operation} from {d.smallest}: {d.selected} -> {d.chosen}; "
                f"{show.spread(d.epochs, [d.selected or '', d.chosen])}",
                indent="  ",
            )
