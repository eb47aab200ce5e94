"""The host of the lab's subcommands in quicksalt."""

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
    """The command `quicksalt`; it loads the native module on first use."""

    def card(
        self, *, seed: int | None = None, clock: Clock = DEFAULT, steal_before: int | None = None
    ) -> Card:
        """Record the machine card, with build and processor as reported by the native module."""
        from quicksalt.lab import card

        return card.take(seed=seed, clock=clock, steal_before=steal_before)

    def hidden(self) -> AbstractContextManager[Callable[[], Hidden | None]]:
        """Ask the native module under valgrind which features it detects."""
        from quicksalt.lab import hidden_features

        return hidden_features.asked()
