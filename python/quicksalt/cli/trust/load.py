"""`quicksalt trust load`: what a store takes and what it leaves out."""

from __future__ import annotations

import click

from quicksalt.cli.output import Exit, examples
from quicksalt.cli.trust.common import Opened, from_store, left_out, report_json, summary
from quicksalt.lab import units


@click.command(
    epilog=examples(
        "quicksalt trust load",
        "quicksalt trust load /etc/ssl/certs extra.pem",
        "quicksalt trust load --strict --json report.json bundle.pem",
    )
)
@from_store(warns=False)
def load(opened: Opened) -> int:
    """Load certificates and report what was taken and what was not.

    Exits with 1 if no certificate was found, or if --strict is given and anything was left out.
    """
    store = opened.store
    opened.out.print(f"{summary(store.report)}; {units.number(len(store.names()), 'name')}")
    for line in left_out(store.report):
        opened.out.print(f"  {line}", soft_wrap=True)
    opened.write_json(report_json(store.report))
    return Exit.OK if len(store) else Exit.FAILED
