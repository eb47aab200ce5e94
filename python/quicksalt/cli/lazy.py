"""Groups whose subcommands are imported when they are asked for: most need few of the modules."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click


class LazyGroup(click.Group):
    """A group that knows of its subcommands only where they are."""

    def __init__(
        self, *arguments: object, places: Mapping[str, str] | None = None, **options: object
    ) -> None:
        """Take `module:attribute` for each name."""
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._places = dict(places or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, sorted."""
        return sorted([*self._places, *super().list_commands(ctx)])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand."""
        place = self._places.get(cmd_name)
        if place is None:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = place.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{place} is no command")
        return command
