"""`quicksalt hashsig sign`: sign files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import click

from quicksalt.cli.hashsig import common
from quicksalt.cli.output import examples
from quicksalt.hashsig import FileStore, KeySpace, SigningKey
from quicksalt.hashsig.signing import Ahead


@click.command(
    epilog=examples(
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig sign --name nightly --passphrase-file word.txt release.key *.tar.gz",
    )
)
@click.argument("key_file", metavar="KEY", type=common.FILE)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=common.FILE)
@common.passphrase_options
@click.option("--name", metavar="NAME", default="", help="Of the part of the key that signs.")
@common.reporting
def sign(
    *,
    key_file: Path,
    files: tuple[Path, ...],
    passphrase_file: Path | None,
    no_passphrase: bool,
    name: str,
) -> Mapping[str, object]:
    """Sign each FILE with KEY; the signature goes into FILE.sig.

    Each signature uses up a one-time key. All are reserved before the first is used; what fails
    after that is lost and never used again.
    """
    signatures = [common.beside(file, ".sig") for file in files]
    if len(set(signatures)) < len(signatures):
        raise click.UsageError("a file is named twice")
    common.refuse_existing(*signatures)
    messages = [file.read_bytes() for file in files]
    none = no_passphrase or (passphrase_file is None and common.is_open(key_file))
    word = common.passphrase(passphrase_file, none, new=False)
    with ExitStack() as stack:
        store = stack.enter_context(FileStore.open(key_file, passphrase=word))
        line = KeySpace(store).line(name)
        ahead = Ahead(reservation=len(files), background=False)
        key = stack.enter_context(SigningKey.open(line, ahead=ahead))
        signed = key.sign_many(messages)
        remaining = line.remaining()
    for path, signature in zip(signatures, signed, strict=True):
        common.write_new(path, signature)
        click.echo(str(path))
    click.echo(f"{remaining} signatures left", err=True)
    return {"signatures": [str(path) for path in signatures], "remaining": remaining}
