"""`quicksalt decrypt`: decrypt a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from quicksalt import age
from quicksalt import openssl as enc
from quicksalt.cli import errors
from quicksalt.cli.files import options, passphrases, streams
from quicksalt.cli.files.encrypt import read_identities
from quicksalt.cli.hashsig import common
from quicksalt.cli.waiting import Waiting
from quicksalt_lab.cli.output import examples


@click.command(
    epilog=examples(
        "quicksalt decrypt -i key.txt notes.org.age         writes notes.org",
        "quicksalt decrypt -i ~/.ssh/id_ed25519 -o - notes.org.age | less",
        "ssh host cat folder.tar.age | quicksalt decrypt -i key.txt | tar x",
        "quicksalt decrypt notes.org.age                    asks for the passphrase",
    )
)
@click.argument("source", metavar="[FILE]", type=options.FILE_OR_DASH, default="-")
@click.option(
    "--identity",
    "-i",
    "identities",
    metavar="FILE",
    multiple=True,
    type=common.FILE,
    help="A file of age identities or a private key of OpenSSH; may be repeated.",
)
@options.passphrase_options
@click.option(
    "--work-factor-max",
    metavar="N",
    type=click.IntRange(min=1, max=30),
    default=age.WORK_FACTOR_MAX,
    show_default=True,
    help="Refuse a file whose passphrase takes more than 2^N KiB of memory to hash.",
)
@click.option("--openssl", is_flag=True, help="Read what `openssl enc` or kaesar wrote.")
@click.option(
    "--cipher",
    metavar="NAME",
    default=enc.CIPHER,
    show_default=True,
    help="With --openssl: AES of 128, 192 or 256 bits in CBC or CTR.",
)
@click.option(
    "--kdf",
    type=click.Choice(["pbkdf2", "sha256", "md5"]),
    help="With --openssl: how the key is derived; by default all are tried.",
)
@click.option(
    "--iterations",
    metavar="N",
    type=click.IntRange(min=1, max=2**32 - 1),
    default=enc.ITERATIONS,
    show_default=True,
    help="With --openssl: how many iterations of PBKDF2 to try.",
)
@options.output_option
@options.force_option
@common.reporting
def decrypt(  # noqa: PLR0913
    *,
    source: str,
    identities: tuple[Path, ...],
    passphrase_file: str | None,
    passphrase_fd: int | None,
    work_factor_max: int,
    openssl: bool,
    cipher: str,
    kdf: str | None,
    iterations: int,
    output: str | None,
    force: bool,
) -> Mapping[str, object]:
    """Decrypt FILE, or the standard input, that age or a program like it encrypted.

    The output is FILE without .age, or the standard output where there is no FILE. A file appears
    when all of it is written and found genuine; on the standard output that is known at the end
    alone: exit code 1 says that what was written is not the content.
    """
    place = output or _without_suffix(source, ".enc" if openssl else ".age")
    if not force:
        streams.refuse_existing(place)
    found = [identity for file in identities for identity in read_identities(file)]

    def ask() -> str:
        return passphrases.given(passphrase_file, passphrase_fd, new=False, source=source)

    if openssl:
        if identities:
            raise errors.usage("--openssl takes a passphrase and no identity")
        how = {"cipher": cipher, "kdf": kdf, "iterations": iterations}
        return _openssl(source, place, ask(), force, how)
    if not identities or passphrase_file is not None or passphrase_fd is not None:
        found.append(age.Identity.passphrase(ask, work_factor_max=work_factor_max))
    with streams.target(place, force=force, text=False) as target, Waiting("decrypting"):
        age.decrypt_file(streams.source(source), target, found)
    if place != "-":
        click.echo(place)
    return {"output": place}


def _openssl(
    source: str, place: str, word: str, force: bool, how: dict[str, Any]
) -> Mapping[str, object]:
    with streams.target(place, force=force, text=False) as target, Waiting("decrypting"):
        found = enc.decrypt_file(streams.source(source), target, word, **how)
    if place != "-":
        click.echo(place)
    text = "note: this format is not authenticated: the content may have been changed"
    click.echo(text, err=True)
    return {"output": place, **found._asdict()}


def _without_suffix(source: str, suffix: str) -> str:
    if source == "-":
        return "-"
    place = source.removesuffix(suffix)
    if place == source or not Path(place).name:
        raise errors.usage(f"{source} does not end in {suffix}: say where to with --output")
    return place
