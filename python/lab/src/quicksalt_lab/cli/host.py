"""The command that embeds the lab's subcommands."""

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
    """The default host command; a subclass is stored as `obj` of the click context."""

    def card(
        self, *, seed: int | None = None, clock: Clock = DEFAULT, steal_before: int | None = None
    ) -> Card:
        """Record the current machine card."""
        from quicksalt_lab.ruler import card

        return card.take(seed=seed, clock=clock, steal_before=steal_before)

    def hidden(self) -> AbstractContextManager[Callable[[], Hidden | None]]:
        """Detect in the background which features valgrind hides; None if unknown."""
        return nullcontext(lambda: None)


def host() -> Host:
    """Return the host of the running command."""
    return click.get_current_context().find_object(Host) or Host()
