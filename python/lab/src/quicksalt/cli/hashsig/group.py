"""The group `quicksalt hashsig`."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup, Place
from quicksalt_lab.cli.output import examples

ROOM = "quicksalt.cli.hashsig"
SECTIONS = {
    "Commands": {
        "keygen": Place(f"{ROOM}.keygen", "Make a key, and its public key beside it."),
        "sign": Place(f"{ROOM}.sign:COMMAND", "Sign files; each signature uses up a one-time key."),
        "verify": Place(f"{ROOM}.verify:COMMAND", "Verify signatures with a public key."),
        "info": Place(f"{ROOM}.info", "Show what a key is, and how many signatures are left."),
        "reserve": Place(f"{ROOM}.reserve", "Set signatures aside, under a name or for good."),
        "recover": Place(
            f"{ROOM}.recover", "Go on with a restored copy, or make a lost key again."
        ),
    }
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    epilog=examples(
        "quicksalt hashsig keygen --params SHA-256/192:10/8 release.key",
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig verify release.key.pub program.tar.gz",
    ),
)
def hashsig() -> None:
    """Sign with LMS and HSS (RFC 8554), hash-based signatures that outlast quantum computers.

    A key file holds the key and which of its one-time keys are used. Never copy it back from a
    backup without `recover`: a one-time key used twice gives the key away.
    """
