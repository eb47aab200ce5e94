"""`quicksalt lab regret`: the regret of the chosen candidates at raced and other lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import click

from quicksalt.cli import epochs, show
from quicksalt.cli.session import Session
from quicksalt.lab import race
from quicksalt.lab import regret as lab
from quicksalt.lab.survey import survey
from quicksalt_lab.cli import screen, tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.options import defaulted, numbers
from quicksalt_lab.cli.output import examples
from quicksalt_lab.cli.screen import fold
from quicksalt_lab.ruler.epochs import BUSY, QUIET, by_topic
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Verdict


def _lengths(_context: click.Context, _option: click.Parameter, text: str) -> tuple[int, ...]:
    lengths = numbers(text, "numbers of bytes, such as 300,3000")
    if any(not 0 <= length <= 1 << 26 for length in lengths):
        raise click.BadParameter("expected lengths from 0 to 67108864 bytes")
    return lengths


def _limit(name: str, default: float, condition: str) -> Callable[[Any], Any]:
    text = f"The largest regret allowed in a {condition} epoch."
    option = partial(defaulted, metavar="X", type=click.FloatRange(min=1))
    return option(name, default=default, help=text)


@click.command(
    epilog=examples(
        "quicksalt lab regret",
        "quicksalt lab regret poly1305 --lengths 300,3000,100000",
        "quicksalt lab regret --limit 1.03 --busy-limit 1.05 --busy-epochs 2",
    )
)
@defaulted(
    "--lengths",
    metavar="N,N,...",
    default=",".join(map(str, lab.UNRACED)),
    callback=_lengths,
    help="Further message lengths in bytes, in addition to the lengths of the race.",
)
@_limit("--limit", lab.LIMIT, QUIET)
@_limit("--busy-limit", lab.BUSY_LIMIT, BUSY)
@epochs.measuring_epochs(quiet=2, busy=1)
def regret(
    session: Session,
    primitives: tuple[str, ...],
    lengths: tuple[int, ...],
    wanted: tuple[str, ...],
    details: bool,
    **limit: float,
) -> int:
    """Time the chosen candidates against the fastest candidates.

    Regret is the choice's time over the best candidate's time in the same run. It is measured in
    several epochs, each in its own process: quiet epochs without added load, and busy epochs with
    other CPUs running the same operation. If an operation at some length is not certainly within
    the limits in every epoch, the regrets of all its candidates are shown.

    Exits with 1 if a regret is certainly above its limit, with 5 if one is undecided.
    """
    limits = {QUIET: limit["limit"], BUSY: limit["busy_limit"]}
    cells = lab.cells(survey(primitives), lengths)
    groups = epochs.race(session, "regret", cells, wanted, limits)
    verdicts = [lab.judge(group, lab.limit_of(group, limits)) for group in groups]
    card = session.card()
    if details:
        tables.card(session.console, card)
        show.cells(session.console, groups)
    tables.floors(session.console, groups)
    show.refusals(session.console, groups)
    _summary(session, groups, limits)
    regrets = [race.regret(group).middle for group in groups]
    detail = {
        "limit": limits[QUIET],
        "busy_limit": limits[BUSY],
        "worst": max(regrets),
        "verdicts": Counter(verdicts),
    }
    session.keep(Report("lab regret", card, tuple(groups), detail))
    if Verdict.SLOWER in verdicts or any(group.refused for group in groups):
        return Exit.FAILED
    return Exit.CANNOT_TELL if Verdict.CANNOT_TELL in verdicts else Exit.OK


def _summary(session: Session, groups: Sequence[Group], limits: Mapping[str, float]) -> None:
    cells = by_topic(groups)
    within = 0
    for cell in cells:
        verdicts = [lab.judge(group, lab.limit_of(group, limits)) for group in cell]
        within += set(verdicts) == {Verdict.SAME}
        for group, verdict in zip(cell, verdicts, strict=True):
            if verdict is not Verdict.SAME:
                word = "above the limit" if verdict is Verdict.SLOWER else "cannot tell"
                text = f"{show.topic(group)}: regret {show.regret(group)}: {word}"
                fold(session.console, text, indent="  ")
        if set(verdicts) != {Verdict.SAME}:
            _alternatives(session, cell, limits)
    worst = max(groups, key=lambda group: race.regret(group).middle)
    told = f"{limits[QUIET]}"
    if any(group.condition == BUSY for group in groups):
        told += f" quiet and {limits[BUSY]} busy"
    screen.verdict(
        session.console,
        within / len(cells),
        f"{within} of {len(cells)} certainly within {told}; worst {show.regret(worst)} "
        f"({show.topic(worst)}). Regret is a choice's time over the best candidate's.",
    )


def _alternatives(session: Session, cell: Sequence[Group], limits: Mapping[str, float]) -> None:
    """Print each candidate's regret in the epochs of a cell, and whether one meets the limits.

    If the chosen candidate measured alone meets the limits, the difference is noise between two
    runs of the same code.
    """
    names = race.names(cell)
    for name in names:
        fold(session.console, f"  {show.spread(cell, [name])}", indent="  ")
    fitting = lab.fits(cell, names, limits)
    chosen = cell[0][race.CHOICE].note
    if chosen in fitting:
        fold(
            session.console,
            f"  the chosen candidate, {chosen}, measured alone is within the limits",
        )
    if not fitting:
        session.console.print("  no candidate is within the limits in every epoch")
