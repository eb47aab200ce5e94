"""`quicksalt lab`: the views beyond the race."""

from __future__ import annotations

import click

from quicksalt.cli.dispatch import dispatch
from quicksalt.cli.growth import growth
from quicksalt.cli.peers import peers
from quicksalt.cli.regret import regret
from quicksalt.cli.reservations import reservations
from quicksalt.cli.selftest import selftest
from quicksalt.cli.tls import tls
from quicksalt.cli.workers import workers


@click.group()
def lab() -> None:
    """Measure the ruler, peers, trust stores, TLS, the cost of choosing, key stores, workers."""


for command in (selftest, peers, growth, dispatch, regret, reservations, tls, workers):
    lab.add_command(command)
