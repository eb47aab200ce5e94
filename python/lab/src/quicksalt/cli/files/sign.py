"""`quicksalt sign`: signatures of minisign."""

from __future__ import annotations

import os
import time

from quicksalt import minisign
from quicksalt.cli import errors
from quicksalt.cli.files import passphrases, streams
from quicksalt.cli.files.verify import SUFFIX
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Argument, Command, Option, echo
from quicksalt.cli.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def sign(  # noqa: PLR0913 - one for each parameter of the command
    *,
    key: str,
    files: tuple[str, ...],
    comment: str | None,
    passphrase_file: str | None,
    passphrase_fd: int | None,
    force: bool,
) -> Mapping[str, object]:
    """Sign each FILE with the secret key in KEY; the signature goes into FILE.minisig.

    KEY was made by `quicksalt keygen --sign` or by minisign, which can verify the signatures.
    """
    try:
        (comment or "").encode()
    except UnicodeEncodeError:
        raise errors.usage("--comment must be text in UTF-8") from None
    places = [f"{file}{SUFFIX}" for file in files]
    if not force:
        keyfiles.refuse_existing(*places, hint=keyfiles.FORCE)
    for place in places:
        keyfiles.refuse_source(place, key, f"{key}.pub", *files, passphrase_file, passphrase_fd)
    text = keyfiles.read(key)
    word = _word(key, text, passphrase_file, passphrase_fd)
    secret: minisign.SecretKey | None = None
    for file, place in zip(files, places, strict=True):
        said = comment or f"timestamp:{int(time.time())}\tfile:{_shown(file)}\thashed"
        with Waiting("signing"):
            if secret is None:
                secret, signature = _first(key, text, word, file, said)
            else:
                signature = secret.sign(file, trusted_comment=said)
        with (
            streams.target(place, force=force, text=True) as target,
            open(str(target), "w", encoding="utf-8") as written,
        ):
            written.write(signature)
        echo(place)
    return {"signatures": places}


def _shown(file: str) -> str:
    """Return the name of a file; what a line of text cannot have stands as U+FFFD."""
    name = os.fsencode(os.path.basename(file)).decode(errors="replace")
    return name.translate(dict.fromkeys([*range(32), 127], "\ufffd"))


def _word(key: str, text: bytes, file: str | None, descriptor: int | None) -> str | bytes | None:
    try:
        if minisign.is_encrypted(text):
            return passphrases.given(file, descriptor, new=False)
    except minisign.FormatError as error:
        raise errors.usage(f"{key}: {error}") from None
    return None


def _first(
    key: str, text: bytes, word: str | bytes | None, file: str, comment: str
) -> tuple[minisign.SecretKey, str]:
    """Open the key and sign the first file, which is hashed meanwhile."""
    try:
        return minisign.SecretKey.open_and_sign(text, word, file, trusted_comment=comment)
    except minisign.FormatError as error:
        raise errors.usage(f"{key}: {error}") from None


COMMAND = Command(
    sign,
    (
        Argument("key", "KEY"),
        Argument("files", "FILE...", many=True),
        Option(
            "--comment",
            "A comment that is signed too; by default time and file name.",
            metavar="TEXT",
        ),
        *passphrases.OPTIONS,
        Option("--force", "Replace a file that is there.", letter="-f"),
    ),
    (
        "quicksalt sign release.key program.tar.gz   writes program.tar.gz.minisig",
        "quicksalt sign --comment 'version 2' --passphrase-file word.txt \\",
        "    release.key *.tar.gz",
    ),
)
