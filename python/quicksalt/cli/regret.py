"""`quicksalt lab regret`: what the standing choices lose, at raced and at other lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

from quicksalt.cli import show
from quicksalt.cli.session import Session, measuring
from quicksalt.lab import race
from quicksalt.lab import regret as lab
from quicksalt.lab.survey import survey
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Verdict


def _lengths(_context: click.Context, _option: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        lengths = tuple(int(part) for part in text.split(",") if part)
    except ValueError:
        raise click.BadParameter("expected numbers of bytes, such as 300,3000") from None
    if any(not 0 <= length <= 1 << 26 for length in lengths):
        raise click.BadParameter("expected lengths from 0 to 67108864 bytes")
    return lengths


@click.command(
    epilog=examples(
        "quicksalt lab regret",
        "quicksalt lab regret poly1305 --lengths 300,3000,100000",
        "quicksalt lab regret --limit 1.03",
    )
)
@click.argument("primitives", metavar="[PRIMITIVE]...", nargs=-1)
@click.option(
    "--lengths",
    metavar="N,N,...",
    default=",".join(map(str, lab.UNRACED)),
    show_default=True,
    callback=_lengths,
    help="Lengths in bytes, further to those of the race.",
)
@click.option(
    "--limit", type=click.FloatRange(min=1), default=lab.LIMIT, show_default=True, help="Allowed."
)
@measuring
def regret(
    session: Session, primitives: tuple[str, ...], lengths: tuple[int, ...], limit: float
) -> int:
    """Time the standing choices of this process against the best candidates.

    Regret is the time of the choice over that of the best candidate, in the same run. Exits with
    1 if one is surely above the limit, with 5 if that cannot be told of one.
    """
    cells = lab.cells(survey(primitives), lengths)
    measured = lab.measure(cells, limit, session.plan)
    groups = list(session.progress("regret", measured, len(cells)))
    verdicts = [lab.judge(group, limit) for group in groups]
    show.cells(session.console, groups)
    tables.floors(session.console, groups)
    _summary(session, groups, verdicts, limit)
    card = session.card()
    tables.card(session.console, card)
    regrets = [race.regret(group).middle for group in groups]
    detail = {"limit": limit, "worst": max(regrets), "verdicts": Counter(verdicts)}
    session.keep(Report("lab regret", card, tuple(groups), detail))
    if Verdict.SLOWER in verdicts or any(group.refused for group in groups):
        return Exit.FAILED
    return Exit.CANNOT_TELL if Verdict.CANNOT_TELL in verdicts else Exit.OK


def _summary(
    session: Session, groups: Sequence[Group], verdicts: Sequence[Verdict], limit: float
) -> None:
    for group, verdict in zip(groups, verdicts, strict=True):
        if verdict is not Verdict.SAME:
            word = "above the limit" if verdict is Verdict.SLOWER else "cannot tell"
            session.console.print(f"{show.topic(group)}: regret {show.regret(group)}: {word}")
    worst = max(groups, key=lambda group: race.regret(group).middle)
    within = verdicts.count(Verdict.SAME)
    session.console.print(
        f"{within} of {len(groups)} surely within {limit}; worst {show.regret(worst)} "
        f"({show.topic(worst)})"
    )
