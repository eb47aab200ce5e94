"""`quicksalt trust`: what a store of certificates holds, and what it says of chains."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup, Place
from quicksalt_lab.cli.output import examples

SECTIONS = {
    "Commands": {
        "load": Place(f"{__name__}.load", "Load certificates; say what is left out, and why."),
        "list": Place(f"{__name__}.show:list_", "List certificates, one a line."),
        "show": Place(f"{__name__}.show", "Show everything about some certificates."),
        "verify": Place(f"{__name__}.verify", "Verify chains that servers send, or in files."),
        "diff": Place(f"{__name__}.diff", "Compare two stores."),
        "export": Place(f"{__name__}.export", "Write certificates as a bundle, or a file each."),
    }
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
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
