"""`quicksalt lab lms`: compare quicksalt's LMS with other implementations."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial

import click

from quicksalt.cli.session import Session, measuring
from quicksalt.lab.peers import lms as lab
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.children import read_children, timeout_option
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.ruler import child, units
from quicksalt_lab.ruler.result import Group


def _widths(_context: click.Context, _option: click.Parameter, text: str) -> tuple[int, ...]:
    words = [word for word in text.split(",") if word]
    if not words or not set(words) <= {str(width) for width in lab.WIDTHS}:
        raise click.BadParameter("expected a subset of 1, 2, 4 and 8, such as 4,8")
    return tuple(dict.fromkeys(map(int, words)))


@click.command(
    epilog=examples(
        "quicksalt lab lms ours=./one theirs=./two --check 'slow=python3 three.py'",
        "quicksalt lab lms ours=./one theirs=./two --widths 8 --json lms.json",
    )
)
@click.argument("raced", metavar="NAME=COMMAND...", nargs=-1, required=True, callback=read_children)
@click.option(
    "--check",
    "checked",
    metavar="NAME=COMMAND",
    multiple=True,
    callback=read_children,
    help="An implementation too slow to time: only cross-check its signatures.",
)
@click.option(
    "--widths",
    metavar="W,W,...",
    default="4,8",
    show_default=True,
    callback=_widths,
    help="Winternitz parameters in bits, a subset of 1, 2, 4 and 8.",
)
@click.option("--markdown", is_flag=True, help="Also print the table in the form of README.md.")
@timeout_option
@partial(measuring, clocks=False)
def lms(  # noqa: PLR0913 - one argument an option
    session: Session,
    raced: dict[str, list[str]],
    checked: dict[str, list[str]],
    widths: tuple[int, ...],
    timeout_s: float,
    *,
    markdown: bool,
) -> int:
    """Cross-check implementations of LMS and time them side by side.

    Each COMMAND starts a child with the tasks generate, sign and verify; `make peers-hashsig`
    builds the children and runs this command. Each child verifies the signatures of all children,
    valid and damaged. Then key generation, signing with trees of height 10, and verification are
    timed in CPU time. The first child is the base.

    Exits with 1 if a child gives a wrong verdict, with 4 if a child does not start or fails, with 5
    if noise prevents a verdict.
    """
    if twice := raced.keys() & checked.keys():
        raise click.UsageError(f"two children are named {min(twice)!r}")
    with ExitStack() as stack:
        children = [
            stack.enter_context(child.start(name, argv, timeout_s=timeout_s))
            for name, argv in (raced | checked).items()
        ]
        verdicts = lab.check(children)
        names = ", ".join(f"{one.name} ({one.version})" for one in children)
        session.console.print(f"{verdicts} correct verdicts, each from: {names}", soft_wrap=True)
        groups = (
            group
            for width in widths
            for group in lab.race(children[: len(raced)], width, session.plan)
        )
        found = session.gather("lms", groups, 3 * len(widths))
    _show(session, found)
    report = session.end(found, {"verdicts": verdicts})
    if markdown:
        session.console.print(f"\n{lab.markdown(report)}", soft_wrap=True)
    return Exit.CANNOT_TELL if any(group.void for group in found) else Exit.OK


def _show(session: Session, groups: Sequence[Group]) -> None:
    base = groups[0].base.name
    left = ["operation", "implementation"]
    heads = tables.Heads(left, ["time", f"{base} / it"], ["verdict"])
    rows = []
    for group in groups:
        for series in group.series:
            ratio = units.ratio(group.ratio(base, series.name)) if series.name != base else ""
            verdict = "" if series.name == base else group.verdict(base, series.name)
            shown = "void" if group.void else str(verdict)
            time = lab.time(group, series.name)
            rows.append((group.topic.name, series.name, time, ratio, shown))
    title = "LMS, SHA-256, n = 32, one level, time per operation"
    tables.listing(session.console, title, heads, rows)
    tables.floors(session.console, groups)
