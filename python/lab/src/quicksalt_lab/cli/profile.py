"""`quicksalt profile`: where a program's instructions, time and memory go, and what it leaks."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

import click
from rich.console import Console

from quicksalt_lab.cli import show_profile as show
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.host import host
from quicksalt_lab.cli.options import defaulted, env_option, guarded, keep_option, top_option
from quicksalt_lab.cli.output import examples, json_option, output_option, write
from quicksalt_lab.cli.terminal import console, steps
from quicksalt_lab.profile import baseline, page
from quicksalt_lab.profile.study import STEPS, Plan, Study, detail, run
from quicksalt_lab.ruler import schema
from quicksalt_lab.valgrind import tool


@click.command(
    epilog=examples(
        "quicksalt profile -- ./program --its-option file",
        "quicksalt profile --html profile.html --keep raw -- ./program",
        "quicksalt profile --save before.json -- ./program",
        "quicksalt profile --against before.json --fail-on-leak -- ./program",
    )
)
@click.argument("command", metavar="[--] COMMAND", nargs=-1, required=True)
@defaulted(
    "--repeats",
    metavar="N",
    type=click.IntRange(min=1),
    default=Plan.repeats,
    help="Number of native runs; the table shows their median.",
)
@click.option(
    "--suppressions",
    metavar="FILE",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A suppression file for memcheck; may be given more than once.",
)
@keep_option("Keep the tools' output files in this folder; KCachegrind opens them.")
@output_option("--save", "Keep a baseline; the same as --json.")
@click.option(
    "--against",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Show the difference from this baseline.",
)
@click.option(
    "--fail-on-leak",
    is_flag=True,
    help="Exit with 1 if valgrind finds memory that is definitely lost.",
)
@click.option(
    "--fail-on-error",
    is_flag=True,
    help="Exit with 1 if memcheck finds an error, such as a read of freed memory.",
)
@top_option(15)
@env_option
@output_option("--html", "Also write a page with a flame picture.")
@json_option
def profile(  # noqa: PLR0913 - one argument an option
    *,
    command: tuple[str, ...],
    repeats: int,
    suppressions: tuple[Path, ...],
    keep: Path | None,
    save_path: Path | None,
    against: Path | None,
    fail_on_leak: bool,
    fail_on_error: bool,
    top: int,
    env: dict[str, str],
    html_path: Path | None,
    json_path: Path | None,
) -> None:
    """Run COMMAND natively, under memcheck and under callgrind, and tell what came of it.

    Prints the native time (median of several runs), the peak of resident memory, errors and leaks
    with their stacks, and the functions with inclusive and own share of the instructions, number
    of calls and callers. The environment is small and fixed; --env adds to it. Processes that
    COMMAND starts are looked at too.

    Exits with 1 if something leaks and --fail-on-leak was given, or there is an error of memory and
    --fail-on-error was, with 3 if valgrind is missing,
    with 4 if COMMAND fails.
    """
    out = console()
    plan = Plan(command, repeats, suppressions, env)

    def work() -> int:
        before = baseline.load(against) if against is not None else None
        try:
            study = _run(plan, keep)
        except tool.MissingToolError as error:
            click.echo(str(error), err=True)
            return Exit.MISSING
        show.study(out, study, top)
        if before is not None:
            show.against(out, study, before)
        kept = [path for path in (save_path, json_path) if path is not None]
        if kept:
            report = schema.Report(baseline.KIND, host().card(), (), detail(study))
            for path in kept:
                write(path, schema.dump(report))
        if html_path is not None:
            write(html_path, page.page(study, before))
        show.verdict(out, study)
        return _verdict(out, study, leak=fail_on_leak, error=fail_on_error)

    sys.exit(guarded(work))


def _run(plan: Plan, keep: Path | None) -> Study:
    with tempfile.TemporaryDirectory(prefix="quicksalt-profile-") as temporary:
        folder = keep or Path(temporary)
        return steps("profiling", len(STEPS), partial(run, plan, folder))


def _verdict(out: Console, study: Study, *, leak: bool, error: bool) -> int:
    leaks, errors = leak and bool(study.findings.lost), error and bool(study.findings.errors)
    if leaks:
        out.print("leaks: failed, as --fail-on-leak asks")
    if errors:
        out.print("errors: failed, as --fail-on-error asks")
    return Exit.FAILED if leaks or errors else Exit.OK
