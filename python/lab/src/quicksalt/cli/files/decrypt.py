"""`quicksalt decrypt`: decrypt a file."""

from __future__ import annotations

import os

from quicksalt import age
from quicksalt.cli import errors
from quicksalt.cli.files import passphrases, streams
from quicksalt.cli.files.encrypt import read_identities
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Argument, Command, Further, Option, echo
from quicksalt.cli.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def decrypt(  # noqa: PLR0913 - one for each parameter of the command
    *,
    source: str,
    identities: tuple[str, ...],
    passphrase_file: str | None,
    passphrase_fd: int | None,
    work_factor_max: int,
    openssl: bool,
    cipher: str | None,
    kdf: str | None,
    iterations: int | None,
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
        keyfiles.refuse_existing(place, hint=keyfiles.FORCE)
    keyfiles.refuse_source(place, source, *identities, passphrase_file, passphrase_fd)
    found = [identity for file in identities for identity in read_identities(file)]

    def ask() -> str:
        return passphrases.given(passphrase_file, passphrase_fd, new=False, source=source)

    if openssl:
        if identities:
            raise errors.usage("--openssl takes a passphrase and no identity")
        # What is not said is as the library has it.
        said = {"cipher": cipher, "kdf": kdf, "iterations": iterations}
        how = {name: value for name, value in said.items() if value is not None}
        return _openssl(source, place, ask(), force, how)
    if not identities or passphrase_file is not None or passphrase_fd is not None:
        found.append(age.Identity.passphrase(ask, work_factor_max=work_factor_max))
    with streams.target(place, force=force, text=False) as target, Waiting("decrypting"):
        age.decrypt_file(streams.source(source), target, found)
    if place != "-":
        echo(place)
    return {"output": place}


def _openssl(
    source: str, place: str, word: str, force: bool, how: dict[str, Any]
) -> Mapping[str, object]:
    from quicksalt import openssl as enc

    with streams.target(place, force=force, text=False) as target, Waiting("decrypting"):
        found = enc.decrypt_file(streams.source(source), target, word, **how)
    if place != "-":
        echo(place)
    text = "note: this format is not authenticated: the content may have been changed"
    echo(text, err=True)
    return {"output": place, **found._asdict()}


def _without_suffix(source: str, suffix: str) -> str:
    if source == "-":
        return "-"
    place = source.removesuffix(suffix)
    if place == source or not os.path.basename(place):
        raise errors.usage(f"{source} does not end in {suffix}: say where to with --output")
    return place


def _further(name: str) -> Callable[..., Any]:
    import click

    from quicksalt import openssl as enc

    options = {
        "work_factor_max": click.option(
            "--work-factor-max",
            metavar="N",
            type=click.IntRange(min=1, max=30),
            default=age.WORK_FACTOR_MAX,
            show_default=True,
            help="Refuse a file whose passphrase takes more than 2^N KiB of memory to hash.",
        ),
        "cipher": click.option(
            "--cipher",
            metavar="NAME",
            default=enc.CIPHER,
            show_default=True,
            help="With --openssl: AES of 128, 192 or 256 bits in CBC or CTR.",
        ),
        "kdf": click.option(
            "--kdf",
            type=click.Choice(["pbkdf2", "sha256", "md5"]),
            help="With --openssl: how the key is derived; by default all are tried.",
        ),
        "iterations": click.option(
            "--iterations",
            metavar="N",
            type=click.IntRange(min=1, max=2**32 - 1),
            default=enc.ITERATIONS,
            show_default=True,
            help="With --openssl: how many iterations of PBKDF2 to try.",
        ),
    }
    return options[name]


COMMAND = Command(
    decrypt,
    (
        Argument("source", "[FILE]", stdin=True, default="-"),
        Option(
            "--identity",
            "A file of age identities or a private key of OpenSSH; may be repeated.",
            metavar="FILE",
            letter="-i",
            many="identities",
            is_file=True,
        ),
        *passphrases.OPTIONS,
        Further("work_factor_max", age.WORK_FACTOR_MAX, _further),
        Option("--openssl", "Read what `openssl enc` or kaesar wrote."),
        Further("cipher", None, _further),
        Further("kdf", None, _further),
        Further("iterations", None, _further),
        *streams.OPTIONS,
    ),
    (
        "quicksalt decrypt -i key.txt notes.org.age         writes notes.org",
        "quicksalt decrypt -i ~/.ssh/id_ed25519 -o - notes.org.age | less",
        "ssh host cat folder.tar.age | quicksalt decrypt -i key.txt | tar x",
        "quicksalt decrypt notes.org.age                    asks for the passphrase",
    ),
)
