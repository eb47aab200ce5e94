"""`quicksalt lab peers`: quicksalt against PyNaCl, libnacl and cryptography."""

from __future__ import annotations

from collections.abc import Sequence

import click

from quicksalt.cli.session import Session, measuring
from quicksalt.lab import calls
from quicksalt.lab.peers import match
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Verdict


@click.command(
    epilog=examples(
        "quicksalt lab peers",
        "quicksalt lab peers crypto_sign SigningKey.sign",
        "quicksalt lab peers --size 16384 --json peers.json",
    )
)
@click.argument("rows", metavar="[ROW]...", nargs=-1)
@click.option(
    "--size",
    metavar="N",
    type=click.IntRange(min=1, max=1 << 26),
    default=calls.SIZE,
    show_default=True,
    help="Bytes of the message.",
)
@measuring
def peers(session: Session, rows: tuple[str, ...], size: int) -> int:
    """Time NaCl's functions and PyNaCl's classes against the peers that are installed.

    All libraries get the same input and must give the same output; the ratio is time of quicksalt
    over time of the fastest peer. A ROW is a function such as crypto_sign or a method such as
    SigningKey.sign; without any, all are timed.

    Exits with 1 if a row is slower than its best peer or misses a goal, with 5 if that cannot be
    told of one, with 3 if no peer is installed.
    """
    problems = {peer.name: peer.problem for peer in match.PEERS}
    for problem in filter(None, problems.values()):
        click.echo(problem, err=True)
    there = [peer for peer in match.PEERS if problems[peer.name] is None]
    if not there:
        return Exit.MISSING
    lined_up = _select(list(match.rows(there, size)), rows)
    played = (match.play(row, size, session.plan) for row in lined_up)
    groups = list(session.progress("peers", played, len(lined_up)))
    _table(session, there, groups)
    tables.floors(session.console, groups)
    goals = _goals(session, groups) if size == calls.SIZE else []
    card = session.card()
    tables.card(session.console, card)
    session.console.print("Peers: " + ", ".join(f"{p.name} {p.version}" for p in there))
    detail = {"peers": {peer.name: peer.version for peer in there}}
    session.keep(Report("lab peers", card, tuple(groups), detail))
    verdicts = [match.verdict(group) for group in groups] + goals
    if Verdict.SLOWER in verdicts or any(group.refused for group in groups):
        return Exit.FAILED
    return Exit.CANNOT_TELL if Verdict.CANNOT_TELL in verdicts else Exit.OK


def _select(lined_up: Sequence[match.Row], names: Sequence[str]) -> list[match.Row]:
    known = [row.name for row in lined_up]
    for name in names:
        if name not in known:
            raise click.UsageError(f"unknown row {name!r}: expected one of {', '.join(known)}")
    return [row for row in lined_up if not names or row.name in names]


def _table(session: Session, there: Sequence[match.Peer], groups: Sequence[Group]) -> None:
    grid = tables.new_table(f"quicksalt and its peers, {groups[0].topic.size} B, time a call")
    names = [match.OURS, *(peer.name for peer in there)]
    tables.columns(grid, ["row"], [*names, "quicksalt / best peer"], ["verdict"])
    for group in groups:
        best = match.best_peer(group)
        times = [units.time(group[n].median) if n in group else "-" for n in names]
        ratio = units.ratio(group.ratio(match.OURS, best)) if best else "-"
        grid.add_row(group.topic.name, *times, ratio, str(match.verdict(group) or ""))
    session.console.print(grid)
    for group in groups:
        for refusal in group.refused:
            session.console.print(f"REFUSED {refusal.name} in {group.topic.name}: {refusal.reason}")


def _goals(session: Session, groups: Sequence[Group]) -> list[Verdict]:
    by_name = {group.topic.name: group for group in groups}
    words = {
        Verdict.FASTER: "reached",
        Verdict.SLOWER: "MISSED",
        Verdict.CANNOT_TELL: "cannot tell",
    }
    verdicts = []
    for goal in match.GOALS:
        group = by_name.get(goal.row)
        if group is None or (ratio := match.ratio(group, goal.peer)) is None:
            continue
        verdicts.append(match.reached(goal, group))
        session.console.print(
            f"goal {goal.row}: at most {goal.most:.2f} x {goal.peer}: {units.ratio(ratio)} "
            f"{words[verdicts[-1]]}"
        )
    return verdicts
