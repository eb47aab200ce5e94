"""`quicksalt lab report`: old and new measurements on one page."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console

from quicksalt.cli.session import guarded
from quicksalt.lab.report import page
from quicksalt.lab.report.builds import read as read_builds
from quicksalt.lab.report.views import VIEWS, Outcome, StoppedError, read, run
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.options import defaulted, keep_option
from quicksalt_lab.cli.output import examples, write
from quicksalt_lab.cli.screen import fold
from quicksalt_lab.cli.terminal import console
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.measure import LabError

KINDS = [view.kind for view in VIEWS]


@click.command(
    epilog=examples(
        "quicksalt lab report",
        "quicksalt lab report --only 'lab peers' --only race --keep figures",
        "quicksalt lab report figures/*.json --output story.html",
    )
)
@click.argument(
    "files", metavar="[FILE]...", nargs=-1, type=click.Path(exists=True, path_type=Path)
)
@defaulted(
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    default=Path("report.html"),
    help="The page to write.",
)
@click.option(
    "--only",
    metavar="VIEW",
    multiple=True,
    type=click.Choice(KINDS),
    help="Run only this view; may be repeated.",
)
@click.option("--quick", is_flag=True, help="Few rounds of few rows, to preview the page.")
@keep_option("Write the views' JSON files to this folder.")
@click.option(
    "--builds",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Also show build times, which `make report` writes to target/builds.",
)
def report(  # noqa: PLR0913
    files: tuple[Path, ...],
    output: Path,
    only: tuple[str, ...],
    keep: Path | None,
    builds: Path | None,
    *,
    quick: bool,
) -> None:
    """Write one page with five measurements, old and new.

    Runs the views, or reads FILEs written by --json of race, lab peers, lab tls, lab workers, lab
    targets, lab emacs and lab growth. The page is self-contained. If a view's tool is missing, the
    view names the package to install, and the other views continue; an interrupted view reports its
    partial results.

    Exits with 3 if no view has measured anything, with 4 if a FILE is not a report.
    """
    out = console()

    def work() -> int:
        built = read_builds(builds) if builds is not None else []
        if files:
            outcomes, stopped = read(files), False
            if bad := [one.reason for one in outcomes if one.report is None]:
                raise LabError("; ".join(bad))
        else:
            outcomes, stopped = _run(out, only, keep, quick=quick)
        if not any(one.report for one in outcomes):
            for one in outcomes:
                click.echo(f"{one.kind}: {one.reason}", err=True)
            return Exit.INTERRUPTED if stopped else Exit.MISSING
        write(output, page.page(outcomes, built))
        shown = units.number(len([one for one in outcomes if one.report]), "view")
        fold(out, f"{output}: {shown}", style="bold")
        return Exit.INTERRUPTED if stopped else Exit.OK

    sys.exit(guarded(work))


def _run(
    out: Console, only: Sequence[str], keep: Path | None, *, quick: bool
) -> tuple[list[Outcome], bool]:
    """Run the views; the second value is true after an interrupt."""
    outcomes: list[Outcome] = []
    with ExitStack() as stack:
        folder = keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        for view in VIEWS:
            if only and view.kind not in only:
                continue
            out.print(f"quicksalt {view.kind} ...")
            try:
                outcomes.append(run(view, folder, quick=quick))
            except StoppedError as stopped:
                return [*outcomes, stopped.outcome], True
            _tell(out, outcomes[-1])
    return outcomes, False


def _tell(out: Console, one: Outcome) -> None:
    if one.report is None:
        fold(out, f"  not there: {one.reason}", indent="    ")
        return
    noisy = sum(group.void for group in one.report.groups)
    told = f"  {units.number(len(one.report.groups), 'group')}"
    fold(out, told + (f", {noisy} too noisy to tell" if noisy else ""), indent="    ")
