"""`quicksalt lab selftest`: show that the ruler sees what is there, and only that."""

from __future__ import annotations

from dataclasses import asdict

import click

from quicksalt.cli.session import Session, measuring
from quicksalt.lab import selftest as lab
from quicksalt.lab.survey import survey
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.schema import Report


@click.command(epilog=examples("quicksalt lab selftest", "quicksalt lab selftest --trials 100"))
@click.option(
    "--trials",
    metavar="N",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="How often to try.",
)
@measuring
def selftest(session: Session, trials: int) -> int:
    """Slow a function down by 5 % and show that it is seen, and that equals stay equal.

    A trial times 100 calls against another 100 and against 105 of the same function. Exits with 1
    unless the slowdown is seen in 95 % of the trials, no verdict falls on the equal competitor and
    at least 95 % of the trials are not void.
    """
    what, work = lab.native_work(survey())
    measured = lab.trials(trials, work, what, session.plan)
    groups = session.gather("trials", measured, trials)
    outcome = lab.judge(groups)
    out = session.console
    for group in groups[:1]:
        out.print(f"first trial: slowed / base {units.ratio(group.ratio(lab.SLOWED))}")
        out.print(f"             equal / base  {units.ratio(group.ratio(lab.EQUAL))}")
        out.print(f"             A/A           {units.ratio(group.control)}")
    out.print(
        f"5 % slowdown seen in {outcome.seen} of {outcome.trials} trials; "
        f"false verdicts on the equal competitor: {outcome.false}; void: {outcome.void}; "
        f"worst A/A floor {units.percent(outcome.worst_floor)}"
    )
    card = session.card()
    tables.card(out, card)
    session.keep(Report("lab selftest", card, tuple(groups), asdict(outcome)))
    out.print("passed" if outcome.passed else "FAILED")
    return Exit.OK if outcome.passed else Exit.FAILED
