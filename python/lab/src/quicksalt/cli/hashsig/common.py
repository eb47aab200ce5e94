"""What the subcommands share as click's: types, options, questions, errors as exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import click

from quicksalt import exceptions as exc
from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import NUMBER_MAX, Argument, Command, Further, Option, Parameter
from quicksalt.hashsig import Params
from quicksalt.hashsig.signing import Ahead
from quicksalt_lab.cli.output import BrokenError, examples, json_option, write


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
FILE_NAME = click.Path(dir_okay=False, exists=True, readable=True)
STREAM_NAME = click.Path(dir_okay=False, exists=True, readable=True, allow_dash=True)
TARGET = click.Path(dir_okay=False, allow_dash=True)
INDEX = click.IntRange(min=0, max=2**63 - 1)

QUIET = Ahead(reservation=1, background=False)
"""A key that does no more than it is asked for."""

params_option = click.option(
    "--params",
    metavar="H/W,...",
    type=ParamsType(),
    default="10/8,10/8",
    show_default=True,
    help="Height and Winternitz parameter of each level, such as 10/8 or SHAKE256:15/4,10/4. "
    "CNSA 2.0 accepts keys of one level only, and recommends SHA-256/192.",
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
    except Exception as error:
        known = errors.told(error)
        if known is error:
            raise
        raise known from None


def taking(
    parameters: Sequence[Parameter],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what gives a command declared parameters."""

    def take(command: Callable[..., Any]) -> Callable[..., Any]:
        # Each is put before those that are there.
        for parameter in reversed(parameters):
            command = _by_click(parameter)(command)
        return command

    return take


passphrase_options = taking(keyfiles.PASSPHRASE_OPTIONS)


def built(declared: Command) -> click.Command:
    """Build click's command out of what is declared."""
    work = taking(declared.parameters)(reporting(declared.work))
    return click.command(epilog=examples(*declared.examples))(work)


def _by_click(declared: Parameter) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    if isinstance(declared, Further):
        return declared.add(declared.name)
    if isinstance(declared, Argument):
        # Click takes - for a file that is there if that is allowed.
        return click.argument(
            declared.name,
            metavar=declared.metavar,
            nargs=-1 if declared.many else 1,
            required=declared.default is None,
            default=declared.default,
            type=STREAM_NAME if declared.stdin else FILE_NAME,
        )
    names = (*declared.flags, declared.name)
    if declared.metavar is None:
        return click.option(*names, is_flag=True, help=declared.text)
    return click.option(
        *names,
        metavar=declared.metavar,
        type=_kind(declared),
        default=None if declared.many else declared.default,
        multiple=declared.many,
        help=declared.text,
    )


def _kind(declared: Option) -> click.ParamType[Any] | type[str]:
    if declared.is_file:
        return FILE_NAME
    if declared.is_target:
        return TARGET
    return click.IntRange(min=0, max=NUMBER_MAX) if declared.is_number else str


account_passphrase_option = click.option(
    "--account-passphrase-file",
    metavar="FILE",
    type=FILE,
    help="A file with the passphrase of the account; by default the command asks for it.",
)


def account_passphrase(file: Path | None, *, new: bool) -> str:
    """Return the passphrase of an account, out of a file or asked for."""
    return keyfiles.passphrase(file, new=new, of="Passphrase of the account") or ""


trust_disk_option = click.option(
    "--trust-disk",
    is_flag=True,
    help="Use a disk that cannot tell whether a replaced file is gone, such as NFS.",
)


def confirm(question: str) -> None:
    """Ask; who says no, or cannot be asked, ends the command."""
    try:
        agreed = click.confirm(question, err=True)
    except click.Abort:
        raise click.UsageError("nobody to ask: give --yes if it is so") from None
    if not agreed:
        raise BrokenError("nothing was changed")


@contextmanager
def removed_on_failure(*paths: Path) -> Iterator[None]:
    """Remove files that were just made unless what follows succeeds."""
    try:
        yield
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        raise
