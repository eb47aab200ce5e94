"""`quicksalt lab repair`: the experiment of 2008, repeated."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from quicksalt.cli import show_grow
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
from quicksalt.lab import card, schema
from quicksalt.lab.grow.report import detail
from quicksalt.lab.story import page, telling
from quicksalt.lab.valgrind import tool


@click.command(epilog=examples("quicksalt lab repair", "quicksalt lab repair --html repair.html"))
@output_option("--html", "Also write a page with pictures.")
@json_option
def repair(html_path: Path | None, json_path: Path | None) -> None:
    """Find the fault of 2008 in a small C program, and none in its repaired form.

    In 2008 GnuTLS recomputed a list of names after every certificate that it loaded. The program
    that does the same is compiled on the spot and grown, and so is its repair.

    Exits with 1 if another function than the culprit is named or the repair is not linear, with 3
    if valgrind or a C compiler is missing.
    """
    out = console()

    def work() -> int:
        try:
            with tempfile.TemporaryDirectory(prefix="quicksalt-story-") as folder:
                told = telling.tell(Path(folder))
                found = list(progress("repair", told, len(telling.FORMS)))
        except tool.MissingToolError as error:
            click.echo(str(error), err=True)
            return Exit.MISSING
        for one in found:
            out.print(f"\n{one.form.name}:")
            show_grow.summary(out, one.report)
        if json_path is not None:
            told_of = {one.form.name: detail(one.report) for one in found}
            report = schema.Report("lab repair", card.take(), (), told_of)
            Session.write(json_path, schema.dump(report))
        if html_path is not None:
            Session.write(html_path, page.page(found))
        return Exit.OK if all(one.as_it_should for one in found) else Exit.FAILED

    sys.exit(guarded(work))
