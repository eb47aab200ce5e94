"""`quicksalt grow`: which function makes a program slow when its input grows."""

from __future__ import annotations

import signal
import sys
import tempfile
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn

import click
from rich.console import Console

from quicksalt_lab.cli import show_grow as show
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.host import host
from quicksalt_lab.cli.options import (
    env_option,
    guarded,
    keep_option,
    numbers,
    ok_exit_option,
    require_program,
    top_option,
)
from quicksalt_lab.cli.output import examples, json_option, output_option, write
from quicksalt_lab.cli.terminal import console, progress
from quicksalt_lab.grow import experiment, first_look, page, repeat, words
from quicksalt_lab.grow.fit import SizesError
from quicksalt_lab.grow.report import Report, analyse, detail
from quicksalt_lab.grow.timing import Timing, timing
from quicksalt_lab.grow.verdict import Outcome, judge
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.valgrind import inline, tool

EXITS = {Outcome.OK: Exit.OK, Outcome.OVER: Exit.FAILED, Outcome.CANNOT_TELL: Exit.CANNOT_TELL}


class Request(NamedTuple):
    """The command line options."""

    command: tuple[str, ...]
    """The command to run, or with --from the files to read."""
    sizes: tuple[int, ...]
    auto: bool
    setup: str | None
    project: int | None
    max_exponent: float | None
    lines: bool
    existing: bool
    keep: Path | None
    env: dict[str, str]
    ok_exits: tuple[int, ...]
    top: int


def _sizes(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, ...]:
    return numbers(text or "", "numbers, such as 64,128,256,512")


@click.command(
    epilog=examples(
        "quicksalt grow --sizes 64,128,256,512 -- ./program {n}",
        "quicksalt grow --auto -- ./program {n}",
        "quicksalt grow --setup './generate {n} > in{n}' -- ./program in{n}",
        "quicksalt grow --project 20000 --max-exponent 1.2 -- ./program {n}",
        "quicksalt grow --ok-exit 1 --setup './two {n}' -- diff a{n} b{n}",
        "quicksalt grow --from callgrind.out.64 callgrind.out.128 callgrind.out.256",
    )
)
@click.argument("command", metavar="[--] COMMAND | FILE...", nargs=-1, required=True)
@click.option(
    "--sizes",
    metavar="N,N,...",
    callback=_sizes,
    help="At least three sizes in a geometric series (default 64,128,256,512,1024).",
)
@click.option(
    "--auto",
    is_flag=True,
    help="Find sizes: n doubles until a native run takes 0.4 s; warn if time grows faster.",
)
@click.option("--setup", metavar="LINE", help="Shell command that prepares a size; not measured.")
@click.option(
    "--project", metavar="N", type=click.IntRange(min=2), help="Also predict the cost at this size."
)
@click.option(
    "--max-exponent",
    metavar="X",
    type=click.FloatRange(min=0),
    help="Exit with 1 if the program or an origin grows faster; needs four sizes.",
)
@click.option("--lines", is_flag=True, help="Also analyse source lines and inlined functions.")
@click.option(
    "--from", "existing", is_flag=True, help="Read callgrind's FILEs instead of running a command."
)
@keep_option("Write callgrind's output files to this folder.")
@env_option
@ok_exit_option
@top_option(12)
@output_option("--html", "Also write a page with pictures.")
@json_option
def grow(json_path: Path | None, html_path: Path | None, **asked: object) -> None:
    """Name the function that makes a program slow when its input grows.

    Runs COMMAND under callgrind at each size, with {n} replaced by the size. Prints for each
    function its share of the growth, inclusive and own, and the exponents of n of its inclusive
    cost, its own cost and its number of calls. Instruction counts are exact: other load on the
    machine does not change them. An origin is a function that adds a power of n. Library callees
    such as malloc are not origins; their cost is attributed to the caller.

    Times never make a function an origin. If processor time clearly grows faster than instructions,
    grow prints a warning and does not declare the program free of origins: instruction counts do
    not include work of the kernel or cache misses.

    The environment is small and fixed; --env adds variables. Child processes of COMMAND and all
    threads are included in the counts.

    Exits with 1 if --max-exponent is exceeded, with 3 if valgrind is missing (grow then prints wall
    times), with 4 if COMMAND fails at a size, with 5 if the counts do not allow a verdict: they do
    not grow or grow unsteadily, the time grows faster, three sizes cannot distinguish a power from
    a jump, or two runs disagree.
    """
    request = Request(**asked)  # type: ignore[arg-type]
    out = console()

    def work() -> int:
        try:
            found = _find(out, request)
        except SizesError as error:
            raise click.UsageError(str(error)) from None
        if found is None:
            return Exit.MISSING
        judged = judge(found, request.max_exponent)
        show.show(out, found, request.top)
        if json_path is not None:
            machine = host().card()
            kept = {**detail(found), "verdict": asdict(judged)}
            write(json_path, schema.dump(schema.Report("grow", machine, (), kept)))
        if html_path is not None:
            write(html_path, page.page(found, judged))
        show.verdict(out, found, judged)
        return EXITS[judged.outcome]

    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        code = guarded(work)
    except KeyboardInterrupt:
        click.echo("interrupted: no report written", err=True)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
    sys.exit(code)


def _terminated(_signal: int, _frame: object) -> NoReturn:
    """Terminate like an interrupt, to remove temporary files and child programs."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    click.echo("terminated: no report written", err=True)
    raise SystemExit(Exit.TERMINATED)


def _find(out: Console, request: Request) -> Report | None:
    """Run the command or read the files; return None if valgrind is missing."""
    if request.auto and (request.existing or request.sizes):
        raise SizesError("--auto cannot be combined with --sizes or --from")
    if request.existing:
        files = [Path(word) for word in request.command]
        points = list(experiment.read(files, request.sizes))
        _check_projection(request.project, points[-1].n)
        return analyse(points, (), to=request.project, lines=request.lines)
    unfolds = request.lines and inline.tool() is not None
    if request.lines and not unfolds:
        click.echo(f"inlined functions are not resolved: {inline.INSTALL}", err=True)
    plan = experiment.Plan(
        request.command,
        request.sizes or experiment.SIZES,
        request.setup,
        unfolds,
        request.env,
        request.ok_exits,
    )
    plan.check()
    require_program(plan.command)
    timed = None
    if request.auto:
        found = first_look.look(plan)
        show.first_look(out, found)
        plan, timed = replace(plan, sizes=found.sizes), found.timing
    _check_projection(request.project, plan.sizes[-1])
    try:
        tool.require()
    except tool.MissingToolError as error:
        click.echo(str(error), err=True)
        _wall_only(out, plan)
        return None
    return _run(request, plan, timed)


def _run(request: Request, plan: experiment.Plan, timed: Timing | None) -> Report:
    with (
        tempfile.TemporaryDirectory(prefix="quicksalt-grow-") as temporary,
        host().hidden() as answer,
    ):
        folder = request.keep or Path(temporary)
        steps = experiment.run(plan, folder)
        points = list(progress("callgrind", steps, len(plan.sizes)))
        analysed = partial(
            analyse,
            command=plan.command,
            to=request.project,
            lines=request.lines,
            hidden=answer(),
            timed=timed,
        )
        return repeat.judged(plan, folder, points, analysed)


def _check_projection(to: int | None, largest: int) -> None:
    if to is not None and to <= largest:
        raise SizesError(f"--project {to}: expected more than the largest size, {largest}")


def _wall_only(out: Console, plan: experiment.Plan) -> None:
    timed = list(progress("wall time", experiment.time_all(plan), len(plan.sizes)))
    out.print("Native wall times only, which are noisy and do not identify a function:")
    for n, native in timed:
        out.print(f"  n = {n:,}: {units.time(1e9 * native.median_s)}")
    grows = timing([(float(n), native) for n, native in timed]).exponent
    if grows is None:
        out.print("  too short for an exponent: use sizes that run for at least 0.1 s")
    else:
        out.print(f"  exponent {words.power(grows)}, of processor time")
