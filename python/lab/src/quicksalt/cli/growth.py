"""`quicksalt lab growth`: the 2008 experiment, with libraries and with a program."""

from __future__ import annotations

import secrets
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console

from quicksalt.cli.session import guarded
from quicksalt.lab import card
from quicksalt.lab.growth import experiment, page, program, words
from quicksalt.lab.growth.experiment import Loaded, Plan
from quicksalt.lab.growth.loaders import Loader, find
from quicksalt.lab.growth.program import Grown
from quicksalt_lab.cli import show_grow, tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.options import defaulted, numbers, seed_option
from quicksalt_lab.cli.output import examples, json_option, output_option, write
from quicksalt_lab.cli.screen import verdict
from quicksalt_lab.cli.terminal import console, progress
from quicksalt_lab.grow.fit import SizesError, check_sizes
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.ruler.card import Card
from quicksalt_lab.ruler.measure import Interrupted
from quicksalt_lab.ruler.result import Absent, Group
from quicksalt_lab.valgrind import tool

LIBRARIES, PROGRAM = "libraries", "program"
"""The two halves of the experiment."""


@dataclass
class Outcome:
    """The results of the experiment so far."""

    loaded: Loaded | None = None
    grown: list[Grown] = field(default_factory=list)

    def report(self, card: Card, *, partial: bool = False) -> schema.Report:
        """Return the results as a report."""
        groups = self.loaded.groups if self.loaded else ()
        found = page.detail(self.loaded, self.grown)
        return schema.Report("lab growth", card, groups, found, partial)


def _rounds(_context: click.Context, _option: click.Parameter, rounds: int) -> int:
    if rounds < 3 or rounds % 2 == 0:
        raise click.BadParameter("must be odd and at least 3")
    return rounds


def _sizes(_context: click.Context, _option: click.Parameter, text: str) -> tuple[int, ...]:
    sizes = numbers(text, "numbers, such as 156,625,2500,10000")
    try:
        check_sizes(sizes)
    except SizesError as error:
        raise click.BadParameter(str(error)) from None
    return sizes


@click.command(
    epilog=examples(
        "quicksalt lab growth",
        "quicksalt lab growth --only libraries --sizes 100,200,400 --rounds 3",
        "quicksalt lab growth --only program",
        "quicksalt lab growth --html growth.html --max-exponent 1.2",
    )
)
@click.option(
    "--only",
    type=click.Choice([LIBRARIES, PROGRAM]),
    help="Run one half of the experiment; by default both.",
)
@defaulted(
    "--sizes",
    metavar="N,N,...",
    default="156,625,2500,10000",
    callback=_sizes,
    help="Numbers of certificates to load: a geometric series.",
)
@defaulted(
    "--rounds",
    metavar="N",
    default=experiment.ROUNDS,
    callback=_rounds,
    help="Number of rounds at each size: odd, at least 3.",
)
@defaulted(
    "--budget",
    "budget_s",
    metavar="S",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    help="Skip a library at sizes where one load would take longer than this many seconds.",
)
@click.option(
    "--max-exponent",
    metavar="X",
    type=click.FloatRange(min=0),
    help="Exit with 1 if the time of quicksalt's store grows faster than n^X.",
)
@seed_option
@output_option("--html", "Also write a page with pictures.")
@json_option
def growth(
    json_path: Path | None,
    html_path: Path | None,
    max_exponent: float | None,
    only: str | None,
    seed: int | None,
    **asked: object,
) -> None:
    """Repeat the experiment of 2008, in which GnuTLS took 40 s to load 206 certificates.

    Libraries: load increasing numbers of certificates with quicksalt's store and with the peers on
    this machine. Peers are Python's ssl, cryptography, and small programs that use OpenSSL, GnuTLS
    and Go; the programs are compiled for the run and measure with their own clock. quicksalt's
    store also loads the same number of copies of one certificate, each with one more setting. Times
    are processor times, medians of interleaved rounds; the exponent is computed at the largest
    sizes, without the startup cost.

    Program: compile a small C program with the 2008 fault, which rebuilds its list of names after
    every certificate, and its repaired form, and analyse both as `quicksalt grow` does.

    Exits with 1 if quicksalt's store grows faster than --max-exponent, if a function other than the
    faulty one is reported, or if the repaired form is not linear, with 3 if valgrind or a C
    compiler is missing.
    """
    out = console()
    seed = secrets.randbits(32) if seed is None else seed
    plan = Plan(seed=seed, **asked)  # type: ignore[arg-type]

    def work() -> int:
        missing = only != LIBRARIES and _missing()
        found = Outcome()
        try:
            if only != PROGRAM:
                _load(out, plan, found)
            if only != LIBRARIES and not missing:
                _grow(out, found)
        except KeyboardInterrupt:
            if json_path is not None and found.loaded and found.loaded.groups:
                part = found.report(card.take(seed=seed), partial=True)
                write(json_path, schema.dump(part))
            raise
        machine = card.take(seed=seed)
        tables.card(out, machine)
        if json_path is not None:
            write(json_path, schema.dump(found.report(machine)))
        _told(out, found)
        if html_path is not None:
            write(html_path, page.page(found.loaded, found.grown, machine))
        code = _verdict(found, max_exponent)
        return Exit.MISSING if missing and code == Exit.OK else code

    sys.exit(guarded(work))


def _missing() -> bool:
    """Print missing tools before spending minutes on the libraries."""
    try:
        program.require()
    except tool.MissingToolError as error:
        click.echo(f"The program is skipped: {error}", err=True)
        return True
    return False


def _load(out: Console, plan: Plan, outcome: Outcome) -> None:
    """Load with all libraries; after an interrupt, `outcome` has the partial results."""
    with tempfile.TemporaryDirectory(prefix="quicksalt-growth-") as name:
        folder = Path(name)
        found = list(find(folder))
        loaders = [one for one in found if isinstance(one, Loader)]
        absent = [one for one in found if isinstance(one, Absent)]
        steps = experiment.run(loaders, plan, folder)
        groups: list[Group] = []
        try:
            groups.extend(progress("loading", steps, len(plan.sizes)))
        except Interrupted as stopped:
            groups.append(stopped.group)
            raise
        finally:
            rows = experiment.rows(loaders, groups)
            loaded = outcome.loaded = Loaded(plan, rows, absent, tuple(groups))
    first, *figures, last = words.heads(plan.sizes)
    cells = [words.cells(row, loaded) for row in loaded.rows]
    heads = tables.Heads([first], figures, [last])
    tables.listing(out, "Certificates loaded from one file, processor time", heads, cells)
    tables.floors(out, groups)
    tables.absent(out, loaded.absent)


def _grow(out: Console, outcome: Outcome) -> None:
    with tempfile.TemporaryDirectory(prefix="quicksalt-growth-") as folder:
        steps = program.run(Path(folder))
        outcome.grown.extend(progress("growing", steps, len(program.FORMS)))
    for one in outcome.grown:
        out.print(f"The program {one.form.name}:")
        show_grow.summary(out, one.report)
        out.print()


def _told(out: Console, found: Outcome) -> None:
    """Print the load time of the largest number of certificates, and the reported functions."""
    if found.loaded and found.loaded.groups:
        group = max(found.loaded.groups, key=lambda group: group.topic.size)
        slowest = max(group.series, key=lambda series: series.median)
        part = group.base.median / slowest.median
        exponent = found.loaded.exponent
        grows = "" if exponent is None else f", growing as n^{exponent:.2f}"
        told = f"{group.topic.size:,} certificates: {group.base.name} takes "
        told += f"{units.time(group.base.median)}{grows}"
        if slowest is not group.base:
            told += f"; {slowest.name} takes {units.time(slowest.median)}"
        verdict(out, part, f"{told}.")
    if found.grown:
        right = sum(one.as_it_should for one in found.grown)
        told = f"{right} of {len(found.grown)} forms of the program judged correctly: the one "
        told += "with the fault must name the faulty function, the repaired one must be linear."
        verdict(out, right / len(found.grown), told)


def _verdict(found: Outcome, limit: float | None) -> Exit:
    if not all(one.as_it_should for one in found.grown):
        return Exit.FAILED
    if limit is None or found.loaded is None:
        return Exit.OK
    if found.loaded.exponent is None:
        return Exit.CANNOT_TELL
    return Exit.OK if found.loaded.exponent <= limit else Exit.FAILED
