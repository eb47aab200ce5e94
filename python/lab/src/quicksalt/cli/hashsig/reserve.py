"""`quicksalt hashsig reserve`: take signatures out of a key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from quicksalt.cli.hashsig import common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt.hashsig import FileStore, KeySpace
from quicksalt_lab.cli.output import examples


@click.command(
    epilog=examples(
        "quicksalt hashsig reserve --name nightly release.key 365",
        "quicksalt hashsig reserve release.key 1000",
    )
)
@click.argument("key_file", metavar="KEY", type=common.FILE)
@click.argument("count", metavar="N", type=click.IntRange(min=1, max=2**63 - 1))
@common.passphrase_options
@click.option(
    "--name",
    metavar="NAME",
    help="Give the indices to a new allocation of this name, for `sign --name`.",
)
@click.option(
    "--source", metavar="NAME", default="", help="The allocation that the indices are taken from."
)
@common.reporting
def reserve(  # noqa: PLR0913
    *,
    key_file: Path,
    count: int,
    passphrase_file: Path | None,
    passphrase_fd: int | None,
    no_passphrase: bool,
    name: str | None,
    source: str,
) -> Mapping[str, object]:
    """Set the next N signatures of KEY aside, for good.

    With --name they become a part of the key that signs by itself. Without it nothing will ever be
    signed with them here: they are left to another signer, or were used elsewhere already.
    """
    word = keyfiles.key_passphrase(key_file, passphrase_file, passphrase_fd, no_passphrase)
    with Waiting("reserving"), FileStore.open(key_file, passphrase=word) as store:
        space = KeySpace(store)
        if name is not None:
            given = space.allocate(name, count, source=source)
        else:
            given = space.line(source).reserve(count)
        remaining = space.remaining()
    to = "used up" if name is None else f"given to {name!r}"
    click.echo(f"indices {given.start} to {given.stop - 1}: {to}")
    return {"start": given.start, "stop": given.stop, "name": name, "remaining": remaining}
