"""What the commands read and write: files, whole or not at all, and the standard streams."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from quicksalt.files.protocols import Readable, Writable


OPTIONS = (
    Option(
        "--output",
        "Where to; - is the standard output.",
        metavar="FILE",
        letter="-o",
        is_target=True,
    ),
    Option("--force", "Replace a file that is there.", letter="-f"),
)
"""Where the output goes."""


def source(path: str) -> str | Readable:
    """Return what is read: a path, or the standard input without its buffer."""
    if path != "-":
        return path
    buffer = sys.stdin.buffer
    return getattr(buffer, "raw", buffer)


@contextmanager
def target(path: str, *, force: bool, text: bool) -> Iterator[str | Writable]:
    """Give what to write to; a file gets its name when all is written.

    Nothing stays of a file that was not written to its end, and what was there stays then. `text`
    says that a terminal can show what comes.
    """
    if path == "-":
        buffer = sys.stdout.buffer
        raw = getattr(buffer, "raw", buffer)
        yield raw if text or not sys.stdout.isatty() else Terminal(raw)
        return
    name = Path(path)
    if not force:
        keyfiles.refuse_existing(path, hint=keyfiles.FORCE)
    if force and name.exists() and not name.is_file():
        # Such as /dev/null, which has no place beside it.
        yield path
        return
    beside = name.with_name(f".{name.name[:200]}.{os.urandom(6).hex()}.part")
    try:
        _make(beside, path)
        yield os.fspath(beside)
        beside.chmod(_mode(name))
        _name(beside, name, force)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _mode(name: Path) -> int:
    """Return the mode of the file that is replaced, or of a new one."""
    with suppress(OSError):
        return stat.S_IMODE(name.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _make(beside: Path, path: str) -> None:
    """Create a file that only its owner can read until its content is whole and genuine."""
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        # Named is what was asked for.
        raise OSError(error.errno, error.strerror, path) from None


def _name(beside: Path, name: Path, force: bool) -> None:
    if force:
        # What is replaced must not be lost to a crash that comes before the new content is safe.
        descriptor = os.open(beside, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        beside.replace(name)
        return
    try:
        # Unlike a rename, this fails if somebody else made the file meanwhile.
        os.link(beside, name)
    except FileExistsError:
        raise errors.broken(f"{name} already exists: {keyfiles.FORCE}") from None
    except OSError:
        # No links there, as on FAT.
        beside.rename(name)


CONTROL = frozenset(range(32)) - frozenset(b"\t\n\r") | {127}
"""Bytes that no text has."""


class Terminal:
    """A terminal, which gets no bytes that it would take for commands."""

    def __init__(self, raw: Writable) -> None:
        """Write to it."""
        self._raw = raw

    def write(self, data: bytes) -> int:
        """Write text; refuse what is none."""
        if CONTROL.intersection(data):
            raise errors.usage(
                "the content is no text, and the output is a terminal: name a file with --output"
            )
        return self._raw.write(data)
