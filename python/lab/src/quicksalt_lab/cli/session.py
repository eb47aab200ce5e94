"""What all measuring subcommands share: options, exit codes, progress and the JSON file."""

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
    """What was gathered so far."""
    is_kept: bool = False
    """Whether the report has been written."""

    def gather(self, what: str, groups: Iterable[Group], total: int) -> list[Group]:
        """Measure the groups, and show on a terminal how many are done."""
        before = len(self.measured)
        try:
            self.measured.extend(progress(what, groups, total))
        except Interrupted as stopped:
            self.measured.append(stopped.group)
            raise
        return self.measured[before:]

    def card(self) -> Card:
        """Take the machine card, at the end of the measurement."""
        return host().card(
            seed=self.plan.seed, clock=self.plan.clock, steal_before=self.steal_before
        )

    def end(self, groups: Iterable[Group], detail: Mapping[str, Any]) -> Report:
        """Print the machine, and write the report of what was measured if a file was asked for."""
        report = Report(_kind(), self.card(), tuple(groups), detail)
        tables.card(self.console, report.card)
        self.keep(report)
        return report

    def keep(self, report: Report) -> None:
        """Write the report if a file was asked for."""
        self.keep_text(schema.dump(report))

    def keep_text(self, text: str) -> None:
        """Write the outcome in the form of a subcommand's own, if a file was asked for."""
        if self.json is not None:
            write(self.json, text)
        self.is_kept = True

    def keep_part(self) -> None:
        """After an interrupt: write what was gathered, unless nothing was, or all is written."""
        if not self.measured or self.is_kept:
            return
        self.keep(Report(_kind(), self.card(), tuple(self.measured), partial=True))
        done = f"{units.number(len(self.measured), 'group')} measured"
        kept = f"; {self.json} has it, marked partial."
        kept = kept if self.json is not None else ", not kept; --json FILE keeps it."
        click.echo(f"Interrupted: {done}{kept}", err=True)


def _kind() -> str:
    """Return the kind of the running command's report: its words, without `quicksalt`."""
    return click.get_current_context().command_path.partition(" ")[2]


def _options(clocks: bool, rounds: int) -> list[Callable[..., Any]]:
    """Return the options in the order in which `--help` shows them."""
    options = [
        json_option,
        defaulted(
            "--rounds",
            metavar="N",
            default=rounds,
            help="How many rounds to measure: an odd number, at least 3.",
        ),
        defaulted(
            "--batch-ms",
            metavar="MS",
            type=click.FloatRange(min=0.001, max=10_000),
            default=Plan.batch_ns / 1e6,
            help="How long one measured batch of calls lasts, in milliseconds.",
        ),
        seed_option,
    ]
    if clocks:
        options.append(
            defaulted(
                "--clock",
                type=click.Choice(sorted(CLOCKS)),
                default=DEFAULT.name,
                help="What is measured: CPU time of the thread, or time on the wall.",
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
    """Give a subcommand a `Session` as its first argument, and turn its errors into exit codes.

    The subcommand returns its exit code; `guard` runs it. After an interrupt what it has gathered
    is kept. One whose competitors hold their own `clocks` has no option for that of the ruler.
    `rounds` is the default of its option.
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
