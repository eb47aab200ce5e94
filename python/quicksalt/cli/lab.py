"""`quicksalt lab`: the views beyond the race."""

from __future__ import annotations

import click

from quicksalt.cli.selftest import selftest


@click.group()
def lab() -> None:
    """Measure the ruler itself, the peers, the cost of choosing and its regret."""


lab.add_command(selftest)
