"""`quicksalt encrypt`: encrypt a file."""

from __future__ import annotations

import sys

from quicksalt import age
from quicksalt.cli import errors
from quicksalt.cli.files import passphrases, streams
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Argument, Command, Option, echo
from quicksalt.cli.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def encrypt(  # noqa: PLR0913 - one for each parameter of the command
    *,
    source: str,
    recipients: tuple[str, ...],
    files: tuple[str, ...],
    identities: tuple[str, ...],
    passphrase: bool,
    passphrase_file: str | None,
    passphrase_fd: int | None,
    armor: bool,
    openssl: bool,
    output: str | None,
    force: bool,
) -> Mapping[str, object]:
    """Encrypt FILE, or the standard input, in the format of age.

    The output is FILE.age, or the standard output where there is no FILE. It appears when all of it
    is written. With --openssl it is FILE.enc, encrypted with a passphrase.
    """
    to = _recipients(recipients, files, identities)
    words = (passphrase_file, passphrase_fd)
    with_passphrase = openssl or passphrase or words != (None, None)
    if with_passphrase == bool(to):
        raise errors.usage("give either recipients (-r, -R, -i) or --passphrase")
    place = output or ("-" if source == "-" else f"{source}.{'enc' if openssl else 'age'}")
    if place == "-" and not armor and sys.stdout.isatty():
        raise errors.usage("bytes are not written to a terminal: give --output or --armor")
    if not force:
        keyfiles.refuse_existing(place, hint=keyfiles.FORCE)
    keyfiles.refuse_source(place, source, *files, *identities, passphrase_file, passphrase_fd)
    word = None
    if with_passphrase:
        word = passphrases.given(passphrase_file, passphrase_fd, new=True, source=source)
    with streams.target(place, force=force, text=armor) as target, Waiting("encrypting"):
        if openssl:
            from quicksalt import openssl as enc

            form = "base64" if armor else "binary"
            enc.encrypt_file(streams.source(source), target, word or "", form=form)
        else:
            age.encrypt_file(streams.source(source), target, to, passphrase=word, armored=armor)
    if openssl:
        echo("note: this format is not authenticated: changes go unnoticed", err=True)
    if place != "-":
        echo(place)
    return {"output": place, "recipients": to}


def _recipients(
    texts: tuple[str, ...], files: tuple[str, ...], identities: tuple[str, ...]
) -> list[str]:
    found = [recipient for text in texts for recipient in age.recipients(text)]
    for file in files:
        try:
            found += age.recipients(keyfiles.read(file).decode())
        except ValueError as error:
            raise errors.usage(f"{file}: {error}") from None
    for file in identities:
        found += [identity.recipient for identity in read_identities(file)]
    return found


def read_identities(file: str | Path) -> list[age.Identity]:
    """Read a file of identities; one that is itself encrypted with a passphrase is decrypted."""
    content = keyfiles.read(file)
    try:
        if content.startswith((b"age-encryption.org/", b"-----BEGIN AGE ENCRYPTED FILE-----")):

            def ask() -> str:
                return passphrases.given(None, None, new=False, of=f"Passphrase of {file}")

            content = age.decrypt(content, [age.Identity.passphrase(ask)])
        return age.Identity.read(content)
    except ValueError as error:
        raise errors.usage(f"{file}: {error}") from None


COMMAND = Command(
    encrypt,
    (
        Argument("source", "[FILE]", stdin=True, default="-"),
        Option(
            "--recipient",
            "Who can decrypt: age1... or ssh-ed25519 ...; may be repeated.",
            metavar="TEXT",
            letter="-r",
            many="recipients",
        ),
        Option(
            "--recipients-file",
            "A file of recipients, one a line; may be repeated.",
            metavar="FILE",
            letter="-R",
            many="files",
            is_file=True,
        ),
        Option(
            "--identity",
            "Who can decrypt: the owners of the identities in this file.",
            metavar="FILE",
            letter="-i",
            many="identities",
            is_file=True,
        ),
        Option("--passphrase", "Encrypt with a passphrase.", letter="-p"),
        *passphrases.OPTIONS,
        Option("--armor", "Write ASCII text instead of bytes.", letter="-a"),
        Option(
            "--openssl",
            "Write what `openssl enc -d -aes-256-cbc -pbkdf2` reads; "
            "nothing detects changes to it.",
        ),
        *streams.OPTIONS,
    ),
    (
        "quicksalt encrypt -r age1... notes.org           writes notes.org.age",
        "quicksalt encrypt -R team.txt -o - notes.org | ssh host 'cat > notes.age'",
        "tar c folder | quicksalt encrypt -r age1... -o folder.tar.age",
        "quicksalt encrypt --passphrase notes.org",
        "quicksalt encrypt --openssl notes.org            writes notes.org.enc",
    ),
)
