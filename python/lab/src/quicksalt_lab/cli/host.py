"""Whose command the lab's subcommands belong to."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import click

from quicksalt_lab.ruler.clock import DEFAULT, Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from quicksalt_lab.ruler.card import Card
    from quicksalt_lab.valgrind.hidden import Hidden


class Host:
    """A command with nothing of its own to say; others derive from it and are `obj` of click."""

    def card(
        self, *, seed: int | None = None, clock: Clock = DEFAULT, steal_before: int | None = None
    ) -> Card:
        """Take the machine card, now."""
        from quicksalt_lab.ruler import card

        return card.take(seed=seed, clock=clock, steal_before=steal_before)

    def hidden(self) -> AbstractContextManager[Callable[[], Hidden | None]]:
        """Find out, beside other work, what valgrind hides; None if that cannot be told."""
        return nullcontext(lambda: None)


def host() -> Host:
    """Return that of the command that runs."""
    return click.get_current_context().find_object(Host) or Host()
