"""Force candidates temporarily, and restore the previous choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from quicksalt import _native
from quicksalt.lab.survey import Operation

AUTO = "auto"
"""The candidate name that removes a forced choice."""


class Forcing:
    """Saved choices of candidates; switches operations to portable and back."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        """Save the operations, which record the choices to restore."""
        self._operations = operations

    def restore(self) -> None:
        """Restore the saved choices."""
        for operation in self._operations:
            _native.force(operation.name, forced(operation) or AUTO)

    def portable(self) -> None:
        """Force portable for all operations that have it."""
        for operation in self._operations:
            if "portable" in operation.usable:
                _native.force(operation.name, "portable")


@contextmanager
def forcing(operations: Sequence[Operation]) -> Iterator[Forcing]:
    """Yield a `Forcing`; restore the choices at the end of the block."""
    keeper = Forcing(operations)
    try:
        yield keeper
    finally:
        keeper.restore()


def forced(operation: Operation) -> str | None:
    """Return the operation's forced candidate; a forced choice applies to all sizes."""
    first = operation.classes[0]
    return first.candidate if first.reason == "forced" else None
