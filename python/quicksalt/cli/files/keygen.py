"""`quicksalt keygen`: make an identity."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from quicksalt import age
from quicksalt.cli import errors
from quicksalt.cli.files import streams
from quicksalt.cli.files.encrypt import read_identities
from quicksalt.cli.hashsig import common, keyfiles
from quicksalt_lab.cli.output import examples


@click.command(
    epilog=examples(
        "quicksalt keygen -o key.txt          prints the recipient, which is public",
        "quicksalt keygen --recipients key.txt",
    )
)
@click.argument("source", metavar="[FILE]", type=common.FILE, required=False)
@click.option("--output", "-o", metavar="FILE", type=streams.TARGET, help="Where to; it is secret.")
@click.option("--recipients", "-y", is_flag=True, help="Print the recipients of the identities.")
@common.reporting
def keygen(*, source: Path | None, output: str | None, recipients: bool) -> Mapping[str, object]:
    """Make an identity of age, which decrypts, and print its recipient, which others encrypt to.

    Without --output the identity goes to the standard output. No file is ever replaced.
    """
    if recipients != (source is not None) or (recipients and output is not None):
        raise errors.usage("--recipients goes with a FILE of identities, and neither with --output")
    if source is not None:
        found = [identity.recipient for identity in read_identities(source)]
        click.echo("\n".join(found))
        return {"recipients": found}
    identity = age.Identity.generate()
    created = datetime.now(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    text = f"# created: {created}\n# public key: {identity.recipient}\n{identity.to_text()}\n"
    if output in (None, "-"):
        click.echo(text, nl=False)
        click.echo(f"Public key: {identity.recipient}", err=True)
    else:
        keyfiles.refuse_existing(output)
        before = os.umask(0o077)
        try:
            keyfiles.write_new(output, text.encode())
        finally:
            os.umask(before)
        click.echo(f"Public key: {identity.recipient}")
    return {"recipients": [identity.recipient], "output": output or "-"}
