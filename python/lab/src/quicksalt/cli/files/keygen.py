"""`quicksalt keygen`: make an identity."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from quicksalt import age, minisign
from quicksalt.cli import errors
from quicksalt.cli.files import passphrases
from quicksalt.cli.files.encrypt import read_identities
from quicksalt.cli.hashsig import common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt_lab.cli.output import examples
from quicksalt_lab.interrupts import Held


@click.command(
    epilog=examples(
        "quicksalt keygen -o key.txt          prints the recipient, which is public",
        "quicksalt keygen --recipients key.txt",
        "quicksalt keygen --sign -o release.key       writes release.key.pub too",
    )
)
@click.argument("source", metavar="[FILE]", type=common.FILE, required=False)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    type=common.TARGET,
    help="The file to write the secret key to.",
)
@click.option(
    "--recipients",
    "-y",
    is_flag=True,
    help="Print the recipients that belong to the identities in FILE.",
)
@click.option(
    "--sign",
    "-s",
    is_flag=True,
    help="Make a key of minisign that signs; its public key goes to OUTPUT.pub.",
)
@common.taking(passphrases.OPTIONS)
@click.option(
    "--no-passphrase",
    is_flag=True,
    help="With --sign: do not encrypt the key; only its file mode protects it.",
)
@common.reporting
def keygen(  # noqa: PLR0913
    *,
    source: Path | None,
    output: str | None,
    recipients: bool,
    sign: bool,
    passphrase_file: str | None,
    passphrase_fd: int | None,
    no_passphrase: bool,
) -> Mapping[str, object]:
    """Make an identity of age, which decrypts, and print its recipient, which others encrypt to.

    With --sign, make a signing key of minisign. Its passphrase is hashed in 1 GiB of memory.

    Without --output the identity goes to the standard output. No file is ever replaced.
    """
    if recipients != (source is not None) or (recipients and output is not None):
        raise errors.usage("--recipients goes with a FILE of identities, and neither with --output")
    if sign:
        if output in (None, "-") or source is not None:
            raise errors.usage("--sign needs the --output that the secret key goes to")
        word = None
        keyfiles.refuse_existing(str(output), f"{output}.pub")
        if not no_passphrase:
            word = passphrases.given(passphrase_file, passphrase_fd, new=True)
        return _signing(str(output), word)
    if no_passphrase or passphrase_file is not None or passphrase_fd is not None:
        raise errors.usage("an identity has no passphrase: encrypt its file with one")
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
        keyfiles.refuse_existing(str(output))
        keyfiles.write_new(str(output), text.encode(), secret=True)
        click.echo(f"Public key: {identity.recipient}")
    return {"recipients": [identity.recipient], "output": output or "-"}


def _signing(place: str, word: str | None) -> Mapping[str, object]:
    key = minisign.SecretKey.generate()
    with Waiting("locking the key"):
        text = key.to_text(word)
    # A key without its public key is none that was made.
    with Held():
        keyfiles.write_new(place, text.encode(), secret=True)
        with common.removed_on_failure(Path(place)):
            keyfiles.write_new(f"{place}.pub", key.public_key.encode())
    click.echo(f"{place}.pub: {key.public_key.splitlines()[1]}")
    return {"key": place, "public": f"{place}.pub", "id": minisign.key_id(key.public_key)}
