"""`quicksalt trust load`: what a store takes and what it leaves out."""

from __future__ import annotations

import click

from quicksalt.cli.trust.common import SHOWN, Opened, from_store, left_out, report_json, summary
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples
from quicksalt_lab.ruler import units


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

    A certificate that is no authority's is trusted as itself alone: it vouches for no other.

    Exits with 1 if no certificate was found, or if --strict is given and anything was left out.
    """
    store = opened.store
    opened.out.print(f"{summary(store.report)}; {units.number(len(store.names()), 'name')}")
    alone = [one for one in store if not one.is_authority]
    if alone:
        opened.out.print(
            f"  {units.number(len(alone), 'certificate')} of no authority, trusted alone:"
        )
    for one in alone[:SHOWN]:
        opened.out.print(f"    {one.subject}", soft_wrap=True)
    for line in left_out(store.report):
        opened.out.print(f"  {line}", soft_wrap=True)
    trusted_alone = [one.position for one in alone]
    opened.write_json({**report_json(store.report), "trusted_alone": trusted_alone})
    return Exit.OK if len(store) else Exit.FAILED
