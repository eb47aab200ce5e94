"""`quicksalt lab growth`: how loading certificates grows with their number."""

from __future__ import annotations

import secrets
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from quicksalt.cli import show
from quicksalt.cli.session import (
    Exit,
    Session,
    console,
    examples,
    guarded,
    json_option,
    output_option,
    progress,
)
from quicksalt.lab import card, schema, units
from quicksalt.lab.grow.fit import SizesError, check_sizes
from quicksalt.lab.growth import experiment, picture
from quicksalt.lab.growth.experiment import Plan, Row
from quicksalt.lab.growth.loaders import Absent, Loader, find


def _sizes(_context: click.Context, _option: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        sizes = tuple(int(part) for part in text.split(",") if part)
        check_sizes(sizes)
    except SizesError as error:
        raise click.BadParameter(str(error)) from None
    except ValueError:
        raise click.BadParameter("expected numbers, such as 156,625,2500,10000") from None
    return sizes


@click.command(
    epilog=examples(
        "quicksalt lab growth",
        "quicksalt lab growth --sizes 100,200,400 --rounds 3",
        "quicksalt lab growth --html growth.html --max-exponent 1.2",
    )
)
@click.option(
    "--sizes",
    metavar="N,N,...",
    default="156,625,2500,10000",
    show_default=True,
    callback=_sizes,
    help="Certificates; a geometric series.",
)
@click.option(
    "--rounds",
    metavar="N",
    type=click.IntRange(min=1),
    default=experiment.ROUNDS,
    show_default=True,
    help="Loads of each size.",
)
@click.option(
    "--budget",
    metavar="S",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="Who is expected to need longer for one load is left out.",
)
@click.option(
    "--max-exponent",
    metavar="X",
    type=click.FloatRange(min=0),
    help="Exit with 1 if our own store grows faster.",
)
@click.option("--seed", metavar="N", type=int, help="Of the order; drawn by default.")
@output_option("--html", "Also write a page with a picture.")
@json_option
def growth(
    json_path: Path | None, html_path: Path | None, max_exponent: float | None, **asked: object
) -> None:
    """Load more and more certificates with our store and with the peers of this machine.

    Peers are Python's ssl, cryptography, and small programs over OpenSSL, GnuTLS and Go that are
    built on the spot. Times are of the processor, medians of interleaved rounds; the exponent is
    that of the last sizes, the cost of starting cancelled. In 2008 such a table would have shown
    GnuTLS with 2.
    """
    out = console()

    def work() -> int:
        plan = _plan(**asked)  # type: ignore[arg-type]
        rows, absent = _measure(plan)
        _show(out, plan.sizes, rows, absent)
        machine = card.take(seed=plan.seed)
        show.card(out, machine)
        if json_path is not None:
            detail = picture.detail(plan, rows, absent)
            report = schema.Report("lab growth", machine, (), detail)
            Session.write(json_path, schema.dump(report))
        if html_path is not None:
            Session.write(html_path, picture.page(plan, rows, absent))
        ours = rows[0].exponent(plan.sizes)
        if max_exponent is None:
            return Exit.OK
        if ours is None:
            return Exit.CANNOT_TELL
        return Exit.OK if ours <= max_exponent else Exit.FAILED

    sys.exit(guarded(work))


def _plan(sizes: tuple[int, ...], rounds: int, budget: float, seed: int | None) -> Plan:
    return Plan(sizes, rounds, budget, secrets.randbits(32) if seed is None else seed)


def _measure(plan: Plan) -> tuple[list[Row], list[Absent]]:
    with tempfile.TemporaryDirectory(prefix="quicksalt-growth-") as name:
        folder = Path(name)
        found = list(find(folder))
        loaders = [one for one in found if isinstance(one, Loader)]
        rows: list[Row] = []
        steps = experiment.run(loaders, plan, folder)
        for rows in progress("growth", steps, len(plan.sizes)):  # noqa: B007
            pass
    return rows, [one for one in found if isinstance(one, Absent)]


def _show(
    out: Console, sizes: Sequence[int], rows: Sequence[Row], absent: Sequence[Absent]
) -> None:
    grid = show.new_table("Certificates loaded from one file, processor time")
    heads = [*(f"{size:,}" for size in sizes), "a certificate", "/ ours", "exponent"]
    show.columns(grid, ["loader"], heads, ["version"])
    for row in rows:
        last = max(row.times)
        exponent = row.exponent(sizes)
        grid.add_row(
            row.loader.name,
            *(units.time(row.times[size]) if size in row.times else "-" for size in sizes),
            units.time(row.times[last] / last),
            f"{row.times[last] / rows[0].times[last]:.0f}x",
            "-" if exponent is None else f"{exponent:.2f}",
            row.loader.version,
        )
    out.print(grid)
    for one in absent:
        out.print(f"Not there: {one.name}: {one.reason}")
