"""What the lab's subcommands ask of quicksalt."""

from __future__ import annotations

from quicksalt_lab.cli.host import Host
from quicksalt_lab.ruler.clock import DEFAULT, Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from quicksalt_lab.ruler.card import Card
    from quicksalt_lab.valgrind.hidden import Hidden


class Quicksalt(Host):
    """The command `quicksalt`; what it asks the native module is loaded when it asks."""

    def card(
        self, *, seed: int | None = None, clock: Clock = DEFAULT, steal_before: int | None = None
    ) -> Card:
        """Take the machine card, with the native module's build and the processor as it sees it."""
        from quicksalt.lab import card

        return card.take(seed=seed, clock=clock, steal_before=steal_before)

    def hidden(self) -> AbstractContextManager[Callable[[], Hidden | None]]:
        """Ask the native module, under valgrind, what it sees."""
        from quicksalt.lab import hidden_features

        return hidden_features.asked()
