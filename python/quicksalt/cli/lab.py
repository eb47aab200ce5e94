"""`quicksalt lab`: the views beyond the race."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup

VIEWS = (
    "dispatch",
    "growth",
    "lms",
    "peers",
    "regret",
    "reservations",
    "selftest",
    "tls",
    "workers",
)
PLACES = {view: f"quicksalt.cli.{view}:{view}" for view in VIEWS}


SHARED = {
    "children": "quicksalt_lab.cli.children:race_children",
    "compare": "quicksalt_lab.cli.compare:compare_reports",
}
"""Views that know no cryptography."""


@click.group(cls=LazyGroup, places={**PLACES, **SHARED})
def lab() -> None:
    """Measure the ruler, peers, children, trust stores, TLS, the cost of choosing, key stores."""
