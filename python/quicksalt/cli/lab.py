"""`quicksalt lab`: the views beyond the race."""

from __future__ import annotations

import click

from quicksalt.cli.dispatch import dispatch
from quicksalt.cli.growth import growth
from quicksalt.cli.peers import peers
from quicksalt.cli.regret import regret
from quicksalt.cli.repair import repair
from quicksalt.cli.reservations import reservations
from quicksalt.cli.selftest import selftest


@click.group()
def lab() -> None:
    """Measure the ruler itself, the peers, the cost of choosing and its regret, and key stores."""


for command in (selftest, peers, growth, dispatch, regret, reservations):
    lab.add_command(command)
lab.add_command(repair)
