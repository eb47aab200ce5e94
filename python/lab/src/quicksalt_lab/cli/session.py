"""Options, exit codes, progress and the JSON file, shared by all measuring subcommands."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console

from quicksalt_lab.cli import tables
from quicksalt_lab.cli.host import host
from quicksalt_lab.cli.options import defaulted, guarded, seed_option
from quicksalt_lab.cli.output import json_option, write
from quicksalt_lab.cli.terminal import console, progress
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.ruler.card import Card, steal_ticks
from quicksalt_lab.ruler.clock import CLOCKS, DEFAULT
from quicksalt_lab.ruler.measure import Interrupted, Plan
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report


@dataclass
class Session:
    """One run of a measuring subcommand."""

    plan: Plan
    console: Console
    json: Path | None
    steal_before: int | None
    measured: list[Group] = field(default_factory=list)
    """The groups measured so far."""
    is_kept: bool = False
    """Whether the report has been written."""

    def gather(self, what: str, groups: Iterable[Group], total: int) -> list[Group]:
        """Measure the groups; show progress on a terminal."""
        before = len(self.measured)
        try:
            self.measured.extend(progress(what, groups, total))
        except Interrupted as stopped:
            self.measured.append(stopped.group)
            raise
        return self.measured[before:]

    def card(self) -> Card:
        """Record the machine card at the end of the measurement."""
        return host().card(
            seed=self.plan.seed, clock=self.plan.clock, steal_before=self.steal_before
        )

    def end(self, groups: Iterable[Group], detail: Mapping[str, Any]) -> Report:
        """Print the machine card; write the report if --json was given."""
        report = Report(_kind(), self.card(), tuple(groups), detail)
        tables.card(self.console, report.card)
        self.keep(report)
        return report

    def keep(self, report: Report) -> None:
        """Write the report if --json was given."""
        self.keep_text(schema.dump(report))

    def keep_text(self, text: str) -> None:
        """Write output in a subcommand's own format if --json was given."""
        if self.json is not None:
            write(self.json, text)
        self.is_kept = True

    def keep_part(self) -> None:
        """After an interrupt, write the groups measured so far, unless already written."""
        if not self.measured or self.is_kept:
            return
        self.keep(Report(_kind(), self.card(), tuple(self.measured), partial=True))
        done = f"{units.number(len(self.measured), 'group')} measured"
        kept = f"; {self.json} has the partial results."
        kept = kept if self.json is not None else ", not saved; --json FILE saves partial results."
        click.echo(f"Interrupted: {done}{kept}", err=True)


def _kind() -> str:
    """Return the report kind of the running command: its words without `quicksalt`."""
    return click.get_current_context().command_path.partition(" ")[2]


def _options(clocks: bool, rounds: int) -> list[Callable[..., Any]]:
    """Return the options in `--help` order."""
    options = [
        json_option,
        defaulted(
            "--rounds",
            metavar="N",
            default=rounds,
            help="Number of rounds: odd, at least 3.",
        ),
        defaulted(
            "--batch-ms",
            metavar="MS",
            type=click.FloatRange(min=0.001, max=10_000),
            default=Plan.batch_ns / 1e6,
            help="Duration of one measured batch of calls, in milliseconds.",
        ),
        seed_option,
    ]
    if clocks:
        options.append(
            defaulted(
                "--clock",
                type=click.Choice(sorted(CLOCKS)),
                default=DEFAULT.name,
                help="Clock to measure with: CPU time of the thread, or wall time.",
            )
        )
    return options


def measuring(
    command: Callable[..., int],
    guard: Callable[[Callable[[], int]], int] = guarded,
    *,
    clocks: bool = True,
    rounds: int = Plan.rounds,
) -> Callable[..., Any]:
    """Pass a `Session` to a subcommand as first argument, and convert its errors to exit codes.

    The subcommand returns its exit code; `guard` runs it. After an interrupt the groups measured so
    far are written. With `clocks` false the option --clock is omitted, for competitors that measure
    with their own clocks. `rounds` is the default of --rounds.
    """

    @wraps(command)
    def wrapped(
        *,
        rounds: int,
        batch_ms: float,
        seed: int | None,
        json_path: Path | None,
        clock: str = DEFAULT.name,
        **rest: object,
    ) -> NoReturn:
        if rounds < 3 or rounds % 2 == 0:
            raise click.BadParameter("must be odd and at least 3", param_hint="--rounds")
        seed = secrets.randbits(32) if seed is None else seed
        batch_ns = round(1e6 * batch_ms)
        plan = Plan(rounds=rounds, batch_ns=batch_ns, clock=CLOCKS[clock], seed=seed)
        session = Session(plan, console(), json_path, steal_ticks())

        def work() -> int:
            try:
                return command(session, **rest)
            except KeyboardInterrupt:
                session.keep_part()
                raise

        sys.exit(guard(work))

    with_options: Callable[..., Any] = wrapped
    for option in reversed(_options(clocks, rounds)):
        with_options = option(with_options)
    return with_options
