"""The group `quicksalt hashsig`."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup
from quicksalt_lab.cli.output import examples

SUBCOMMANDS = {
    **{name: f"{name}:{name}" for name in ("info", "keygen", "recover", "reserve")},
    **{name: f"declared:{name}" for name in ("sign", "verify")},
}


@click.group(
    cls=LazyGroup,
    places={name: f"quicksalt.cli.hashsig.{place}" for name, place in SUBCOMMANDS.items()},
    epilog=examples(
        "quicksalt hashsig keygen --params 10/8,10/8 release.key",
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig verify release.key.pub program.tar.gz",
    ),
)
def hashsig() -> None:
    """Sign with HSS, whose keys count their signatures.

    A key file holds the key and which of its one-time keys are used. Never copy it back from a
    backup without `recover`: a one-time key used twice gives the key away.
    """
