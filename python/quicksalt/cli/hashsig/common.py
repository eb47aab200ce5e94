"""What the subcommands share: secrets, parameters, files, errors as exit codes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import click

from quicksalt import exceptions as exc
from quicksalt.cli.output import BrokenError, json_option, write
from quicksalt.hashsig import HssPublicKey, Params
from quicksalt.hashsig import exceptions as own

PASSPHRASE_MAX = 4096
"""The longest passphrase in a file, in bytes."""


class ParamsType(click.ParamType[Params]):
    """Parameters of a key."""

    name = "params"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Params:
        """Read the text."""
        try:
            return value if isinstance(value, Params) else Params.parse(str(value))
        except exc.ValueError as error:
            self.fail(str(error), param, ctx)


PATH = click.Path(dir_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, exists=True, readable=True, path_type=Path)
INDEX = click.IntRange(min=0, max=2**63 - 1)

params_option = click.option(
    "--params",
    metavar="H/W,...",
    type=ParamsType(),
    default="10/8,10/8",
    show_default=True,
    help="Height and Winternitz parameter of each level, such as 10/8 or SHAKE256:15/4,10/4.",
)


def reporting(command: Callable[..., Mapping[str, object]]) -> Callable[..., None]:
    """Give a subcommand `--json`, where it writes what it returns, and turn errors into exit codes.

    What is wrong with an argument is a usage error; what files and stores refuse is exit code 4.
    """

    @json_option
    @wraps(command)
    def wrapped(*, json_path: Path | None, **rest: object) -> None:
        with exit_codes():
            outcome = command(**rest)
            if json_path is not None:
                write(json_path, json.dumps(outcome, indent=2) + "\n")
        if not outcome.get("ok", True):
            sys.exit(1)

    return wrapped


@contextmanager
def exit_codes() -> Iterator[None]:
    """Turn what the library refuses into exit codes."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (own.StateError, own.RecoveryError, exc.InvalidkeyError, OSError) as error:
        raise BrokenError(_said(error)) from None
    except (exc.ValueError, exc.UnavailableError) as error:
        raise click.UsageError(str(error)) from None


def _said(error: Exception) -> str:
    """Return the text; that of an `OSError` of Python's own names the file."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}"
    if isinstance(error, OSError) and len(error.args) > 1:
        return str(error.args[1])
    return str(error)


def passphrase_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the ways in which the passphrase of the key file can be given."""
    command = click.option(
        "--no-passphrase", is_flag=True, help="The key file is guarded by its mode alone."
    )(command)
    return click.option(
        "--passphrase-file",
        metavar="FILE",
        type=FILE,
        help="Read the passphrase of the key file from the first line; else it is asked for.",
    )(command)


def passphrase(file: Path | None, none: bool, *, new: bool, of: str = "Passphrase") -> str | None:
    """Return the passphrase: out of a file, asked for, or none."""
    if none and file is not None:
        raise click.UsageError("--passphrase-file and --no-passphrase exclude each other")
    if none:
        return None
    if file is not None:
        with file.open("rb") as lines:
            line = lines.readline(PASSPHRASE_MAX + 2).rstrip(b"\r\n")
        try:
            word = line.decode()
        except UnicodeDecodeError:
            raise click.UsageError(f"the first line of {file} is not UTF-8") from None
        if not word or len(line) > PASSPHRASE_MAX:
            raise click.UsageError(
                f"the first line of {file} must be a passphrase of 1 to {PASSPHRASE_MAX} bytes"
            )
        return word
    return _asked(of, new)


def _asked(of: str, new: bool) -> str:
    """Ask for a passphrase: on the terminal, or by reading a line where there is none."""
    hide = _has_terminal()
    try:
        return str(click.prompt(of, hide_input=hide, confirmation_prompt=new, err=True))
    except click.Abort:
        if hide:
            raise
        raise click.UsageError(
            f"no terminal to ask for the {of.lower()} on, and no line to read: "
            "name a file that holds it, see --help"
        ) from None


def confirm(question: str) -> None:
    """Ask; who says no, or cannot be asked, ends the command."""
    try:
        agreed = click.confirm(question, err=True)
    except click.Abort:
        raise click.UsageError("nobody to ask: give --yes if it is so") from None
    if not agreed:
        raise BrokenError("nothing was changed")


def _has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return sys.stdin.isatty()
    return True


def is_open(path: Path) -> bool:
    """Tell whether a key file is guarded by nothing but its mode, as its header says."""
    with path.open("rb") as file:
        return file.read(18)[17:] == b"\x00"


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, whole or not at all."""
    with path.open("xb") as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise


@contextmanager
def removed_on_failure(*paths: Path) -> Iterator[None]:
    """Remove files that were just made unless what follows succeeds."""
    try:
        yield
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        raise


def refuse_existing(*paths: Path) -> None:
    """Refuse before any work is done what would be overwritten."""
    for path in paths:
        if path.exists() or path.is_symlink():
            raise BrokenError(f"{path} already exists: it is not overwritten")


def public_key(path: Path) -> HssPublicKey:
    """Read a public key."""
    with path.open("rb") as file:
        content = file.read(1024)
    try:
        return HssPublicKey(content)
    except exc.ValueError as error:
        raise click.UsageError(f"{path} holds no public key: {error}") from None


def beside(path: Path, suffix: str) -> Path:
    """Return the file of the same name with a suffix more."""
    return path.with_name(path.name + suffix)
