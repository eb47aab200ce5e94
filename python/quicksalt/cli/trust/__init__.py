"""`quicksalt trust`: what a store of certificates holds, and what it says of chains."""

from __future__ import annotations

import click

from quicksalt.cli.session import examples
from quicksalt.cli.trust.diff import diff
from quicksalt.cli.trust.export import export
from quicksalt.cli.trust.load import load
from quicksalt.cli.trust.show import list_, show
from quicksalt.cli.trust.verify import verify


@click.group(
    epilog=examples(
        "quicksalt trust load /etc/ssl/certs",
        "quicksalt trust verify --connect example.org",
        "quicksalt trust export --connect example.org --out few.pem",
    )
)
def trust() -> None:
    """Load, list, compare and export trusted certificates, and verify chains with them.

    Where no file, directory, --system or --certifi is given, the system's store is meant.
    """


for command in (load, list_, show, verify, diff, export):
    trust.add_command(command)
