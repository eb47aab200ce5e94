"""`quicksalt hashsig sign`: sign files."""

from __future__ import annotations

import os
import sys

from quicksalt import _signatures as native
from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Argument, Command, Option, echo
from quicksalt.cli.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def sign(  # noqa: PLR0913 - one for each parameter of the command
    *,
    key_file: str,
    files: tuple[str, ...],
    passphrase_file: str | None,
    passphrase_fd: int | None,
    no_passphrase: bool,
    name: str,
    output: str | None,
    force: bool,
) -> Mapping[str, object]:
    """Sign each FILE with KEY; the signature goes into FILE.sig.

    FILE - is the standard input. Files of any size are read once, piece by piece. Each signature
    uses up a one-time key. All are reserved before the first is used; what fails after that is lost
    and never used again.
    """
    paths = _signatures(files, output)
    if passphrase_fd == 0 and keyfiles.STDIN in files:
        raise errors.usage("the standard input cannot be both the passphrase and the file")
    if not force:
        keyfiles.refuse_existing(*paths, hint=keyfiles.FORCE)
    for file in files:
        keyfiles.opened(file).close()
    beside = (keyfiles.beside(key_file, suffix) for suffix in (".pub", ".cache"))
    needed = (key_file, *beside, *files, passphrase_file, passphrase_fd)
    for path in paths:
        keyfiles.refuse_source(path, *needed)
    word = keyfiles.key_passphrase(key_file, passphrase_file, passphrase_fd, no_passphrase)
    with Waiting("signing"), native.FileStore.open(key_file, passphrase=word) as store:
        line = native.KeySpace(store).line(name)
        signatures = _signed(line, files)
        remaining = line.remaining()
    for path, signature in zip(paths, signatures, strict=True):
        _write(path, signature, force=force)
    echo(f"{remaining} signature{'' if remaining == 1 else 's'} left", err=True)
    return {"signatures": paths, "remaining": remaining}


def _signatures(files: Sequence[str], output: str | None) -> list[str]:
    """Name the files of the signatures."""
    if output is not None:
        if len(files) > 1:
            raise errors.usage("--output is for one FILE alone")
        return [output]
    if keyfiles.STDIN in files:
        raise errors.usage("a signature of the standard input needs --output, such as --output -")
    paths = [keyfiles.beside(file, ".sig") for file in files]
    if len({os.path.realpath(path) for path in paths}) < len(files):
        raise errors.usage("a file is named twice")
    return paths


def _signed(line: native.Line, files: Sequence[str]) -> list[bytes]:
    """Sign with one reservation, no more than is needed, and with nothing done ahead."""
    key = native.HashsigSigningKey.open_over(line, None, (len(files), 1, False))
    try:
        return [_sign(key, file) for file in files]
    finally:
        key.close()


def _sign(key: native.HashsigSigningKey, file: str) -> bytes:
    with keyfiles.opened(file) as message:
        return key.sign_pieces(keyfiles.pieces(message))


def _write(path: str, signature: bytes, *, force: bool) -> None:
    if path == keyfiles.STDIN:
        sys.stdout.buffer.write(signature)
        sys.stdout.buffer.flush()
        return
    keyfiles.write_new(path, signature, force=force)
    echo(path)


COMMAND = Command(
    sign,
    (
        Argument("key_file", "KEY"),
        Argument("files", "FILE...", many=True, stdin=True),
        *keyfiles.PASSPHRASE_OPTIONS,
        Option(
            "--name",
            "Sign with the part of the key that `reserve --name` made.",
            metavar="NAME",
            default="",
        ),
        Option(
            "--output", "Where the signature of FILE goes; - is stdout.", metavar="SIG", letter="-o"
        ),
        Option("--force", "Replace signatures that are there.", letter="-f"),
    ),
    (
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig sign --name nightly --passphrase-file word.txt \\",
        "    release.key *.tar.gz",
        "tar c src | quicksalt hashsig sign --output src.sig release.key -",
    ),
)
