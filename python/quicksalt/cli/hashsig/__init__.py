"""`quicksalt hashsig`: keys and signatures in files."""

from __future__ import annotations

import click

from quicksalt.cli.hashsig.info import info
from quicksalt.cli.hashsig.keygen import keygen
from quicksalt.cli.hashsig.recover import recover
from quicksalt.cli.hashsig.reserve import reserve
from quicksalt.cli.hashsig.sign import sign
from quicksalt.cli.hashsig.verify import verify
from quicksalt.cli.session import examples


@click.group(
    epilog=examples(
        "quicksalt hashsig keygen --params 10/8,10/8 release.key",
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig verify release.key.pub program.tar.gz",
    )
)
def hashsig() -> None:
    """Sign with HSS, whose keys count their signatures.

    A key file holds the key and which of its one-time keys are used. Never copy it back from a
    backup without `recover`: a one-time key used twice gives the key away.
    """


for command in (keygen, sign, verify, info, reserve, recover):
    hashsig.add_command(command)
