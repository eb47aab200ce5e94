"""`quicksalt trust load`: what a store takes and what it leaves out."""

from __future__ import annotations

import click

from quicksalt.cli.session import Exit, examples
from quicksalt.cli.trust.common import Opened, from_store, report_json, show_report


@click.command(
    epilog=examples(
        "quicksalt trust load",
        "quicksalt trust load /etc/ssl/certs extra.pem",
        "quicksalt trust load --strict --json report.json bundle.pem",
    )
)
@from_store
def load(opened: Opened) -> int:
    """Load certificates and report what was taken and what was not.

    Exits with 1 if no certificate was found, or if --strict is given and anything was left out.
    """
    store = opened.store
    show_report(opened.out, store.report)
    opened.out.print(f"{len(store.names())} names")
    opened.write_json(report_json(store.report))
    return Exit.OK if len(store) else Exit.FAILED
