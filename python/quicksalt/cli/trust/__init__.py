"""`quicksalt trust`: what a store of certificates holds, and what it says of chains."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup
from quicksalt_lab.cli.output import examples


@click.group(
    cls=LazyGroup,
    places={
        "diff": "quicksalt.cli.trust.diff:diff",
        "export": "quicksalt.cli.trust.export:export",
        "list": "quicksalt.cli.trust.show:list_",
        "load": "quicksalt.cli.trust.load:load",
        "show": "quicksalt.cli.trust.show:show",
        "verify": "quicksalt.cli.trust.verify:verify",
    },
    epilog=examples(
        "quicksalt trust load /etc/ssl/certs",
        "quicksalt trust verify --connect example.org",
        "quicksalt trust export --connect example.org --out few.pem",
    ),
)
def trust() -> None:
    """Load, list, compare and export trusted certificates, and verify chains with them.

    Where no file, directory, --system or --certifi is given, the system's store is meant.
    """
