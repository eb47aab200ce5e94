"""Forcing candidates for a while, and leaving everything as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from quicksalt import _native
from quicksalt.lab.survey import Operation

AUTO = "auto"
"""The name that lifts a force."""


class Forcing:
    """The choices as they were, and the way to portable and back."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        """Remember what is forced now."""
        self._operations = operations

    def restore(self) -> None:
        """Bring back the remembered choices."""
        for operation in self._operations:
            _native.force(operation.name, forced(operation) or AUTO)

    def portable(self) -> None:
        """Force portable wherever it is offered."""
        for operation in self._operations:
            if "portable" in operation.usable:
                _native.force(operation.name, "portable")


@contextmanager
def forcing(operations: Sequence[Operation]) -> Iterator[Forcing]:
    """Give a `Forcing` for the time of a block, after which the choices are as before."""
    keeper = Forcing(operations)
    try:
        yield keeper
    finally:
        keeper.restore()


def forced(operation: Operation) -> str | None:
    """Return the candidate that the operation is forced to; a force holds for all its sizes."""
    first = operation.classes[0]
    return first.candidate if first.reason == "forced" else None
