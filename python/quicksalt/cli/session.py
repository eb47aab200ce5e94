"""What all measuring subcommands share: options, exit codes, progress and the JSON file."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quicksalt.lab import card, schema
from quicksalt.lab.clock import CLOCKS, DEFAULT
from quicksalt.lab.measure import DisagreementError, LabError, Plan
from quicksalt.lab.survey import UnknownTargetError

PLAIN_WIDTH = 140
"""Columns where the output is no terminal and nobody says how many there are."""

STDOUT_KEY = "quicksalt.stdout"
"""Where a context keeps the standard output that a file's content goes to."""

STDOUT = Path("-")
"""Stands for the standard output where a file is asked for."""

NARROWEST = 72
"""Columns that a table needs. A narrower terminal breaks its lines, but nothing is left out."""

T = TypeVar("T")


class Exit(IntEnum):
    """Exit codes of the command."""

    OK = 0
    FAILED = 1
    USAGE = 2
    MISSING = 3
    BROKEN = 4
    CANNOT_TELL = 5


class BrokenError(click.ClickException):
    """Something outside of the command failed: exit code 4, the text on the error output."""

    exit_code = Exit.BROKEN


@dataclass
class Session:
    """One run of a measuring subcommand."""

    plan: Plan
    console: Console
    json: Path | None
    steal_before: int | None

    def progress(self, what: str, items: Iterable[T], total: int) -> Iterator[T]:
        """Pass the items on, and show on a terminal how many are done."""
        return progress(what, items, total)

    def card(self) -> card.Card:
        """Take the machine card, at the end of the measurement."""
        return card.take(seed=self.plan.seed, clock=self.plan.clock, steal_before=self.steal_before)

    def keep(self, report: schema.Report) -> None:
        """Write the report if a file was asked for."""
        if self.json is not None:
            self.write(self.json, schema.dump(report))

    @staticmethod
    def write(path: Path, text: str) -> None:
        """Write a file, or say why that cannot be done."""
        try:
            if path == STDOUT:
                click.get_current_context().meta[STDOUT_KEY].write(text)
            else:
                schema.save(path, text)
        except OSError as error:
            raise BrokenError(f"cannot write {path}: {error.strerror}") from None


def progress(what: str, items: Iterable[T], total: int) -> Iterator[T]:
    """Pass the items on, and show on a terminal how many are done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    shown = Console(stderr=True)
    bar = Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal)
    with bar:
        task = bar.add_task(what, total=total)
        for item in items:
            bar.advance(task)
            yield item


def steps(what: str, total: int, work: Callable[[Callable[[str], None]], T]) -> T:
    """Do work that tells of each step done; on a terminal, show how many are."""
    shown = Console(stderr=True)
    with Progress(console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(what, total=total)

        def done(step: str) -> None:
            bar.update(task, advance=1, description=f"{what}: {step} done")

        return work(done)


def examples(*lines: str) -> str:
    """Set an epilog of examples for `--help`, its lines kept as they are."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def console() -> Console:
    """Make the console of the standard output; colour only on a terminal."""
    plain = not sys.stdout.isatty()
    width = PLAIN_WIDTH if plain else None
    made = Console(width=width, no_color=plain or None, highlight=False, markup=False)
    made.width = max(made.width, NARROWEST)
    return made


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--json FILE`, refused before any work is done if its folder does not exist."""
    return output_option("--json", "Also write the outcome to this file; - is stdout.")(command)


def env_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--env NAME=VALUE`, for programs that run in an environment of their own."""

    def read(
        _context: click.Context, _option: click.Parameter, texts: Sequence[str]
    ) -> dict[str, str]:
        pairs = [text.partition("=") for text in texts]
        if any(not name or not mark for name, mark, _ in pairs):
            raise click.BadParameter("expected NAME=VALUE")
        return {name: value for name, _, value in pairs}

    return click.option(
        "--env", metavar="NAME=VALUE", multiple=True, callback=read, help="For the environment."
    )(command)


def output_option(name: str, text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make an option for a file to write, refused at once if its folder does not exist.

    The file - is the standard output: then everything else goes to the error output.
    """

    def check(context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
        if path == STDOUT:
            if STDOUT_KEY in context.meta:
                raise click.BadParameter("- can stand for one file alone")
            context.meta[STDOUT_KEY] = sys.stdout
            context.with_resource(redirect_stdout(sys.stderr))
        elif path is not None and not path.absolute().parent.is_dir():
            raise click.BadParameter(f"no folder {path.absolute().parent}")
        return path

    return click.option(
        name,
        f"{name.removeprefix('--')}_path",
        metavar="FILE",
        type=click.Path(dir_okay=False, writable=True, path_type=Path, allow_dash=True),
        callback=check,
        help=text,
    )


def measuring(command: Callable[..., int]) -> Callable[..., Any]:
    """Give a subcommand a `Session` as its first argument, and turn its errors into exit codes.

    The subcommand returns its exit code.
    """

    @json_option
    @click.option(
        "--rounds", metavar="N", default=Plan.rounds, show_default=True, help="Rounds; odd."
    )
    @click.option(
        "--batch-ms",
        metavar="MS",
        type=click.FloatRange(min=0.001, max=10_000),
        default=Plan.batch_ns / 1e6,
        show_default=True,
        help="What a batch is calibrated to.",
    )
    @click.option("--seed", metavar="N", type=int, help="Of the orders; drawn by default.")
    @click.option(
        "--clock",
        type=click.Choice(sorted(CLOCKS)),
        default=DEFAULT.name,
        show_default=True,
        help="The clock that is read.",
    )
    @wraps(command)
    def wrapped(
        *,
        rounds: int,
        batch_ms: float,
        seed: int | None,
        clock: str,
        json_path: Path | None,
        **rest: object,
    ) -> NoReturn:
        if rounds < 3 or rounds % 2 == 0:
            raise click.BadParameter("must be odd and at least 3", param_hint="--rounds")
        seed = secrets.randbits(32) if seed is None else seed
        batch_ns = round(1e6 * batch_ms)
        plan = Plan(rounds=rounds, batch_ns=batch_ns, clock=CLOCKS[clock], seed=seed)
        session = Session(plan, console(), json_path, card.steal_ticks())
        sys.exit(guarded(lambda: command(session, **rest)))

    return wrapped


def guarded(work: Callable[[], int]) -> int:
    """Run the work of a subcommand; errors of the lab become exit codes."""
    try:
        return work()
    except UnknownTargetError as error:
        raise click.UsageError(str(error)) from None
    except DisagreementError as error:
        raise click.ClickException(str(error)) from None
    except LabError as error:
        raise BrokenError(str(error)) from None
