"""`quicksalt hashsig sign`: sign files."""

from __future__ import annotations

import os

from quicksalt import _native
from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Argument, Command, Option, echo
from quicksalt.cli.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def sign(
    *,
    key_file: str,
    files: tuple[str, ...],
    passphrase_file: str | None,
    no_passphrase: bool,
    name: str,
) -> Mapping[str, object]:
    """Sign each FILE with KEY; the signature goes into FILE.sig.

    Each signature uses up a one-time key. All are reserved before the first is used; what fails
    after that is lost and never used again.
    """
    paths = [keyfiles.beside(file, ".sig") for file in files]
    if len({os.path.realpath(path) for path in paths}) < len(files):
        raise errors.usage("a file is named twice")
    keyfiles.refuse_existing(*paths)
    messages = [keyfiles.read(file) for file in files]
    word = keyfiles.key_passphrase(key_file, passphrase_file, no_passphrase)
    with Waiting("signing"), _native.FileStore.open(key_file, passphrase=word) as store:
        line = _native.KeySpace(store).line(name)
        signatures = _signed(line, messages)
        remaining = line.remaining()
    for path, signature in zip(paths, signatures, strict=True):
        keyfiles.write_new(path, signature)
        echo(path)
    echo(f"{remaining} signatures left", err=True)
    return {"signatures": paths, "remaining": remaining}


def _signed(line: _native.Line, messages: list[bytes]) -> list[bytes]:
    """Sign with one reservation, no more than is needed, and with nothing done ahead."""
    key = _native.HashsigSigningKey.open_over(line, None, (len(messages), 1, False))
    try:
        return key.sign_many([*messages])
    finally:
        key.close()


COMMAND = Command(
    sign,
    (
        Argument("key_file", "KEY"),
        Argument("files", "FILE...", many=True),
        *keyfiles.PASSPHRASE_OPTIONS,
        Option("--name", "Of the part of the key that signs.", metavar="NAME", default=""),
    ),
    (
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig sign --name nightly --passphrase-file word.txt release.key *.tar.gz",
    ),
)
