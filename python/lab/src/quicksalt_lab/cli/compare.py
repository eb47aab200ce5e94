"""`quicksalt lab compare`: find rows that became slower between two reports."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console

from quicksalt_lab.cli import screen, tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.options import defaulted, guarded
from quicksalt_lab.cli.output import examples, json_option, write
from quicksalt_lab.cli.screen import fold
from quicksalt_lab.cli.terminal import console
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.ruler.compare import Comparison, Place, Row, compare, obstacles
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import MARGIN, Verdict, median

SHOWN = 20
"""Maximum number of rows per verdict without --details."""

TELLING = (Verdict.SLOWER, Verdict.CANNOT_TELL, Verdict.FASTER)
"""The verdicts with rows shown without --details, most important first."""

REPORT = click.Path(exists=True, dir_okay=False, path_type=Path)


class Request(NamedTuple):
    """The command line options."""

    before: Path
    after: Path
    only: tuple[str, ...]
    against: str
    margin: float
    anyway: bool
    details: bool


@click.command(
    "compare",
    epilog=examples(
        "quicksalt lab compare before.json after.json",
        "quicksalt lab compare a.json b.json --only quicksalt --against PyNaCl",
        "quicksalt lab compare here.json there.json --anyway",
    ),
)
@click.argument("before", type=REPORT)
@click.argument("after", type=REPORT)
@click.option(
    "--only", metavar="NAME", multiple=True, help="Compare this competitor; may be repeated."
)
@click.option(
    "--against",
    metavar="NAME",
    default="",
    help="Compare ratios to this competitor, so that a slowdown of a whole run cancels out.",
)
@defaulted(
    "--margin",
    metavar="PERCENT",
    type=click.FloatRange(min=0, max=100),
    default=100 * MARGIN,
    help="A row is the same if its interval is within this of 1.",
)
@click.option("--anyway", is_flag=True, help="Compare reports of different machines or clocks too.")
@click.option("--details", is_flag=True, help="Show all rows, including unchanged rows.")
@json_option
def compare_reports(json_path: Path | None, **asked: object) -> None:
    """Compare two reports: each row is the same, slower, faster, or undecided.

    BEFORE and AFTER are files written by --json of a measuring command such as `quicksalt race`. A
    row is one competitor at one size; its ratio is time in AFTER over time in BEFORE. A row is the
    same if the whole 95 % interval of the ratio is within --margin, and slower or faster if the
    interval is outside both the margin and the noise floor of each run.

    Reports of another processor or clock are refused unless --anyway is given.

    Exits with 1 if a row is slower, with 5 if a row is undecided or the reports cannot be compared,
    with 4 if a file is not a report.
    """
    request = Request(**asked)  # type: ignore[arg-type]
    out = console()

    def work() -> int:
        first, second = schema.load_file(request.before), schema.load_file(request.after)
        if not _may(first, second, anyway=request.anyway):
            return Exit.CANNOT_TELL
        found = compare(first, second, request.only, request.against, request.margin / 100)
        if not found.rows:
            click.echo(_nothing(found, first, second), err=True)
            return Exit.CANNOT_TELL
        _remarks(out, first, second, request.against)
        _show(out, found, details=request.details)
        if json_path is not None:
            report = Report("lab compare", second.card, (), _detail(found, first))
            write(json_path, schema.dump(report))
        return _code(found)

    sys.exit(guarded(work))


def _may(first: Report, second: Report, *, anyway: bool) -> bool:
    """Print the differences that prevent a comparison; return whether to compare."""
    differences = obstacles(first.card, second.card)
    if not differences:
        return True
    head = "compared anyway, although" if anyway else "the reports cannot be compared:"
    for difference in differences:
        click.echo(f"{head} {difference}", err=True)
    if not anyway:
        click.echo("--anyway compares them nevertheless", err=True)
    return anyway


def _nothing(found: Comparison, first: Report, second: Report) -> str:
    if not (found.only_before or found.only_after):
        return "neither report has a matching row"
    return (
        f"no row in common: {len(found.only_before)} of a {first.kind!r} before, "
        f"{len(found.only_after)} of a {second.kind!r} after"
    )


def _remarks(out: Console, first: Report, second: Report, against: str) -> None:
    """Print further differences between the runs, and the meaning of the ratios."""
    if against:
        fold(out, f"Ratios compare times relative to {against}, not the times shown.")
    one, other = first.card.software, second.card.software
    for what, a, b in (
        ("build", one.build, other.build),
        ("Python", one.python, other.python),
        ("kernel", one.kernel, other.kernel),
    ):
        if a != b:
            fold(out, f"{what}: {a} before, {b} after", indent="  ")
    for when, report in (("before", first), ("after", second)):
        if report.partial:
            fold(out, f"{when}: an interrupted run with only part of its rows")


def _show(out: Console, found: Comparison, *, details: bool) -> None:
    for verdict in (*TELLING, Verdict.SAME) if details else TELLING:
        rows = sorted(found.having(verdict), key=lambda row: -abs(row.ratio.middle - 1))
        _table(out, verdict, rows, len(rows) if details else SHOWN)
    for when, places in (("before", found.only_before), ("after", found.only_after)):
        if places:
            names = sorted({_name(place) for place in places})
            more = "" if details or len(names) <= 3 else f" and {len(names) - 3} more"
            listed = ", ".join(names if details else names[:3])
            fold(out, f"only {when}: {listed}{more}", indent="  ")
    worst = max(found.rows, key=lambda row: row.ratio.middle)
    counts = [f"{len(found.having(v))} {v}" for v in Verdict if found.having(v)]
    middle = median([row.ratio.middle for row in found.rows])
    screen.verdict(
        out,
        1 - len(found.having(Verdict.SLOWER)) / len(found.rows),
        f"{units.number(len(found.rows), 'row')}: {', '.join(counts)}; median {middle:.3f} of the "
        f"time before, worst {worst.ratio.middle:.3f} ({_name(worst.place)}).",
    )


def _table(out: Console, verdict: Verdict, rows: Sequence[Row], most: int) -> None:
    if not rows:
        return
    out.print(f"{verdict}:", style="bold")
    for row in rows[:most]:
        times = f"{units.time(row.before_ns):>9} -> {units.time(row.after_ns):>8}"
        out.print(f"  {_name(row.place)}", soft_wrap=True)
        tables.sentence(out, f"    {times}  {units.ratio(row.ratio)}  ", row.why)
    if len(rows) > most:
        out.print(f"  and {len(rows) - most} more: --details")


def _name(place: Place) -> str:
    parts = (place.topic, units.size(place.size, place.axis), place.condition, place.name)
    return " ".join(filter(None, parts))


def _detail(found: Comparison, first: Report) -> dict[str, Any]:
    """Return the verdicts as JSON values; the written report has the second report's card."""
    rows = [asdict(row) | {"ratio": schema.interval(row.ratio)} for row in found.rows]
    return {
        "before": asdict(first.card),
        "rows": [row.pop("place") | row for row in rows],
        "only_before": [asdict(place) for place in found.only_before],
        "only_after": [asdict(place) for place in found.only_after],
    }


def _code(found: Comparison) -> Exit:
    if found.having(Verdict.SLOWER):
        return Exit.FAILED
    return Exit.CANNOT_TELL if found.having(Verdict.CANNOT_TELL) else Exit.OK
