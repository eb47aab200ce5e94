"""The interface that a signing key requires of a store."""

from __future__ import annotations

from typing import Protocol


class Store(Protocol):
    """The state of a key: two methods that a database can implement as well as a file.

    A store may have a third method, `bind(identity: bytes, /) -> None`, which signing keys call
    when they are created over the store. It durably records the identity, a 32-byte hash of the
    public key, and raises `StateError` if another identity is already recorded.
    """

    def reserve(self, count: int, /) -> range:
        """Mark the next `count` indices as used, durably, and return them.

        Return only when no crash of any machine can make the store return any of them again; ranges
        must never go backwards. Raise `ExhaustedError` if fewer are left. After an exception, no
        index may count as handed out.
        """
        ...

    def watermark(self) -> tuple[int, int]:
        """Return the lowest index that was never handed out, and the end of all indices."""
        ...
