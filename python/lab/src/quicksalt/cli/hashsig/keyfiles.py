"""Keys, signatures and passphrases in files. Loads nothing that a signature does not need."""

from __future__ import annotations

import os
import stat
import sys

from quicksalt import _signatures
from quicksalt.cli import errors
from quicksalt.cli.plain import Option
from quicksalt_lab.interrupts import Held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    FilePath = str | os.PathLike[str]

PASSPHRASE_MAX = 4096
"""The longest passphrase in a file, in bytes."""

KEY_FILE = b"quicksalt-store\n"
"""What the files of private keys begin with."""

STDIN = "-"
"""Stands for the standard input where a message is asked for, for the standard output else."""

FORCE = "--force replaces it"
"""What to do about a file that is there already."""

PIECE = 1 << 20
"""Bytes of a message that are in memory at a time."""


def passphrase_options(file: str, descriptor: str) -> tuple[Option, Option]:
    """Declare the ways in which a passphrase can be given, with their texts."""
    return (
        Option("--passphrase-file", file, metavar="FILE", is_file=True),
        Option("--passphrase-fd", descriptor, metavar="N", is_number=True),
    )


PASSPHRASE_OPTIONS = (
    *passphrase_options(
        "Read the passphrase of the key file from the first line; else it is asked for.",
        "Read it from the first line of an open file descriptor.",
    ),
    Option("--no-passphrase", "The key file is not encrypted; only its file mode protects it."),
)
"""The ways in which the passphrase of the key file can be given."""


def key_passphrase(
    key: FilePath, file: FilePath | None, descriptor: int | None, none: bool
) -> str | None:
    """Return the passphrase of a key file that is there; none is asked for if it has none."""
    none = none or (file is None and descriptor is None and is_open(key))
    return passphrase(file, descriptor, none, new=False)


def passphrase(
    file: FilePath | None,
    descriptor: int | None = None,
    none: bool = False,
    *,
    new: bool,
    of: str = "Passphrase",
) -> str | None:
    """Return the passphrase: out of a file or a file descriptor, asked for, or none."""
    ways = {
        "--passphrase-file": file is not None,
        "--passphrase-fd": descriptor is not None,
        "--no-passphrase": none,
    }
    if sum(ways.values()) > 1:
        names = " and ".join(name for name, is_given in ways.items() if is_given)
        raise errors.usage(f"{names} exclude each other")
    if none:
        return None
    if descriptor is not None:
        return word(_first_line(descriptor), f"file descriptor {descriptor}")
    if file is not None:
        with open(file, "rb") as lines:
            return word(lines.readline(PASSPHRASE_MAX + 2), f"{file}")
    return _asked(of, new)


def _first_line(descriptor: int) -> bytes:
    line = b""
    if os.isatty(descriptor):
        raise errors.usage(
            f"file descriptor {descriptor} is a terminal, which shows what is typed: "
            "leave --passphrase-fd out, and the passphrase is asked for"
        )
    try:
        # Byte by byte: what is behind the line may be for somebody else.
        while len(line) <= PASSPHRASE_MAX and not line.endswith(b"\n"):
            byte = os.read(descriptor, 1)
            if not byte:
                break
            line += byte
    except OSError as error:
        text = f"cannot read file descriptor {descriptor}: {error.strerror}"
        raise errors.usage(text) from None
    return line


def word(line: bytes, place: str) -> str:
    """Return the passphrase in the first line of a place."""
    line = line.rstrip(b"\r\n")
    try:
        found = line.decode()
    except UnicodeDecodeError:
        raise errors.usage(f"the first line of {place} is not UTF-8") from None
    if not found or len(line) > PASSPHRASE_MAX:
        raise errors.usage(
            f"the first line of {place} must be a passphrase of 1 to {PASSPHRASE_MAX} bytes"
        )
    return found


def _asked(of: str, new: bool) -> str:
    """Ask for a passphrase: on the terminal, or by reading a line where there is none."""
    import click

    hide = has_terminal()
    try:
        return str(click.prompt(of, hide_input=hide, confirmation_prompt=new, err=True))
    except click.Abort:
        if hide:
            raise
        raise errors.usage(
            f"no terminal to ask for the {of.lower()} on, and no line to read: "
            "name a file that holds it, see --help"
        ) from None


def has_terminal() -> bool:
    """Tell whether there is somebody to ask without reading the standard input."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return sys.stdin.isatty()
    return True


def is_open(path: FilePath) -> bool:
    """Tell whether a key file is guarded by nothing but its mode, as its header says."""
    with open(path, "rb") as file:
        return file.read(18)[17:] == b"\x00"


def read(path: FilePath) -> bytes:
    """Read a file whole."""
    with open(path, "rb") as file:
        return file.read()


def opened(path: FilePath) -> BinaryIO:
    """Open a message; - is the standard input."""
    if path == STDIN:
        return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)
    return open(path, "rb", buffering=0)


def pieces(file: BinaryIO) -> Callable[[], bytes]:
    """Return what reads a message piece by piece."""
    return lambda: file.read(PIECE)


def write_new(path: FilePath, content: bytes, *, force: bool = False, secret: bool = False) -> None:
    """Write a file whole or not at all; it must not be there yet unless `force` replaces it.

    A secret is for its owner alone.
    """
    place = f"{os.fspath(path)}.{os.getpid()}" if force else path

    def opened(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600 if secret else 0o666)

    with Held(), open(place, "xb", opener=opened) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if force:
                os.replace(place, path)
        except BaseException:
            if os.path.lexists(place):
                os.unlink(place)
            raise


def refuse_existing(*paths: FilePath, hint: str = "it is not overwritten") -> None:
    """Refuse before any work is done what would be overwritten; - is the standard output."""
    for path in paths:
        if path != STDIN and os.path.lexists(path):
            raise errors.broken(f"{path} already exists: {hint}")


def refuse_source(target: FilePath, *sources: FilePath | int | None) -> None:
    """Refuse a target that is a file which the command needs, whatever path leads to it.

    A source may be an open file descriptor; - is the standard input.
    """
    try:
        there = os.stat(target)
    except OSError:
        return
    if not stat.S_ISREG(there.st_mode):
        return
    for source in sources:
        try:
            needed = os.stat(0 if source == STDIN else source)  # type: ignore[arg-type]
        except (OSError, TypeError):
            continue
        if os.path.samestat(there, needed):
            named = "the standard input" if source in (STDIN, 0) else source
            raise errors.usage(f"{target} is the same file as {named}: name another output")


def public_key(path: FilePath) -> _signatures.HssPublicKey:
    """Read a public key."""
    with open(path, "rb") as file:
        content = file.read(1024)
    try:
        return _signatures.HssPublicKey(content)
    except ValueError as error:
        if content.startswith(KEY_FILE):
            text = f"{path} holds the private key: the public one is in {beside(path, '.pub')}"
            raise errors.usage(text) from None
        raise errors.usage(f"{path} holds no public key: {error}") from None


def beside(path: FilePath, suffix: str) -> str:
    """Return the file of the same name with a suffix more."""
    return os.fspath(path) + suffix
