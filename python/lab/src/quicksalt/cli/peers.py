"""`quicksalt lab peers`: compare quicksalt with PyNaCl, libnacl and cryptography."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table

from quicksalt.cli.session import Session, measuring
from quicksalt.lab import calls
from quicksalt.lab.peers import match
from quicksalt_lab.cli import screen, tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.options import defaulted, details_option
from quicksalt_lab.cli.output import UnknownNameError, examples
from quicksalt_lab.cli.screen import fold, narrow
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Verdict, median
from quicksalt_lab.unknown import unknown


@click.command(
    epilog=examples(
        "quicksalt lab peers",
        "quicksalt lab peers crypto_sign SigningKey.sign",
        "quicksalt lab peers --size 16384 --json peers.json",
    )
)
@click.argument("rows", metavar="[ROW]...", nargs=-1)
@defaulted(
    "--size",
    metavar="N",
    type=click.IntRange(min=1, max=1 << 26),
    default=calls.SIZE,
    help="Bytes of the message.",
)
@details_option
@measuring
def peers(session: Session, rows: tuple[str, ...], size: int, details: bool) -> int:
    """Time NaCl's functions and PyNaCl's classes against the peers that are installed.

    All libraries get the same input and must return the same output; the ratio is quicksalt's time
    over the fastest peer's. A ROW is a function such as crypto_sign or a method such as
    SigningKey.sign; the default is all rows.

    Exits with 1 if a row is slower than its best peer or misses a goal, with 5 if a row is
    undecided, with 3 if no peer is installed.
    """
    problems = {peer.name: peer.problem for peer in match.PEERS}
    for problem in filter(None, problems.values()):
        click.echo(problem, err=True)
    there = [peer for peer in match.PEERS if problems[peer.name] is None]
    if not there:
        return Exit.MISSING
    lined_up = _select(list(match.rows(there, size)), rows)
    played = (match.play(row, size, session.plan) for row in lined_up)
    groups = session.gather("peers", played, len(lined_up))
    card = session.card()
    if details:
        tables.card(session.console, card)
    _table(session, there, groups)
    tables.floors(session.console, groups)
    goals = _goals(session, groups) if size == calls.SIZE else []
    versions = ", ".join(f"{peer.name} {peer.version}" for peer in there)
    fold(session.console, f"Peers: {versions}")
    _verdict(session, groups)
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
            raise UnknownNameError(unknown("row", name, known, "quicksalt lab peers"))
    return [row for row in lined_up if not names or row.name in names]


def _table(session: Session, there: Sequence[match.Peer], groups: Sequence[Group]) -> None:
    out = session.console
    title = f"quicksalt and its peers, {groups[0].topic.size} B, time per call"
    if narrow(out):
        fold(out, f"{title}; the best peer, and quicksalt / best peer", style="bold")
        for group in groups:
            _stacked(out, group)
    else:
        out.print(_grid(title, there, groups))
    tables.refusals(out, groups, topics=True)


def _grid(title: str, there: Sequence[match.Peer], groups: Sequence[Group]) -> Table:
    """Build the table of rows with a column for each peer."""
    grid = tables.new_table(title)
    names = [match.OURS, *(peer.name for peer in there)]
    tables.columns(grid, ["row"], [*names, "quicksalt / best peer"], ["verdict"])
    for group in groups:
        best = match.best_peer(group)
        times = [units.time(group[n].median) if n in group else "-" for n in names]
        ratio = units.ratio(group.ratio(match.OURS, best)) if best else "-"
        grid.add_row(group.topic.name, *times, ratio, str(match.verdict(group) or ""))
    return grid


def _stacked(out: Console, group: Group) -> None:
    """Print a row as two lines: its verdict, and its figures."""
    ours = units.time(group.base.median)
    best = match.best_peer(group)
    if best is None:
        out.print(f"{group.topic.name}\n  {ours:>9}", soft_wrap=True)
        return
    ratio = units.ratio(group.ratio(match.OURS, best))
    theirs = f"{best} {units.time(group[best].median)}"
    figures = f"  {ours:>9}  {theirs:<22}{ratio}"
    out.print(f"{group.topic.name}: {match.verdict(group)}\n{figures}", soft_wrap=True)


def _verdict(session: Session, groups: Sequence[Group]) -> None:
    """Print how many rows are faster, and the worst row."""
    verdicts = Counter(match.verdict(group) for group in groups)
    ratios = {
        group.topic.name: group.ratio(match.OURS, best).middle
        for group in groups
        if not group.void and (best := match.best_peer(group))
    }
    if not ratios:
        return
    told = [f"{verdicts[Verdict.FASTER]} of {len(groups)} rows faster than the best peer"]
    told += [f"{verdicts[v]} {v}" for v in Verdict if v is not Verdict.FASTER and verdicts[v]]
    worst = max(ratios, key=lambda name: ratios[name])
    screen.verdict(
        session.console,
        verdicts[Verdict.FASTER] / len(groups),
        f"{', '.join(told)}; median {median(list(ratios.values())):.2f} of its time, "
        f"worst {ratios[worst]:.2f} ({worst}).",
    )


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
        if group is None or goal.peer not in group:
            continue
        ratio = group.ratio(match.OURS, goal.peer)
        verdicts.append(match.reached(goal, group))
        fold(
            session.console,
            f"goal {goal.row}: at most {goal.most:.2f} x {goal.peer}: {units.ratio(ratio)} "
            f"{words[verdicts[-1]]}",
            indent="  ",
        )
    return verdicts
