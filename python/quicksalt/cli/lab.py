"""`quicksalt lab`: the views beyond the race."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup

VIEWS = ("dispatch", "growth", "peers", "regret", "reservations", "selftest", "tls", "workers")


@click.group(cls=LazyGroup, places={view: f"quicksalt.cli.{view}:{view}" for view in VIEWS})
def lab() -> None:
    """Measure the ruler, peers, trust stores, TLS, the cost of choosing, key stores, workers."""
