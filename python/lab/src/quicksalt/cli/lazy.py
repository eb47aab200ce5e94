"""Groups that import a subcommand on first use: most commands need few modules.

A group stores each subcommand's module and its line in `--help`, so that neither `--help` nor shell
completion imports a subcommand.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

from quicksalt_lab.cli.help import Context
from quicksalt_lab.cli.output import UnknownNameError
from quicksalt_lab.unknown import unknown

LIST_WIDTH = 62
"""Maximum length of a subcommand's line: with its name it fits in 80 columns."""


class Place(NamedTuple):
    """The location of a subcommand that is imported on first use."""

    module: str
    """The module; `module:attribute` if the attribute and the command have different names."""
    line: str
    """The description, at most `LIST_WIDTH` characters."""

    def load(self, name: str) -> click.Command:
        """Import the subcommand."""
        module, _, attribute = self.module.partition(":")
        command = getattr(import_module(module), attribute or name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.module} is not a command")
        command.context_class = Context
        return command


class LazyGroup(click.Group):
    """A group that knows the module and description of each subcommand."""

    context_class = Context

    def __init__(
        self,
        *arguments: object,
        sections: Mapping[str, Mapping[str, Place]] | None = None,
        **options: object,
    ) -> None:
        """Store the locations of the subcommands, grouped by their heading in `--help`."""
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.sections = sections or {}
        self._places = {
            name: place for section in self.sections.values() for name, place in section.items()
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in `--help` order."""
        return [*self._places, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand."""
        place = self._places.get(cmd_name)
        return super().get_command(ctx, cmd_name) if place is None else place.load(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand that the words name; `help COMMAND` is `COMMAND --help`."""
        if args[0] == "help":
            args = [*args[1:], "--help"]
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            lister = f"{ctx.command_path} --help"
            raise UnknownNameError(unknown("command", name, self.list_commands(ctx), lister))
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the subcommands under their headings."""
        width = max(map(len, self._places), default=0)
        for heading, places in self.sections.items():
            with formatter.section(heading):
                rows = [(name.ljust(width), place.line) for name, place in places.items()]
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the subcommand names and options that match `incomplete`."""
        names = [
            CompletionItem(name, help=place.line)
            for name, place in self._places.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]
