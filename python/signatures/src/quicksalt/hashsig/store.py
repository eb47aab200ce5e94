"""The interface that a signing key requires of a store."""

from __future__ import annotations

from typing import Protocol


class Store(Protocol):
    """The state of a key: two methods, which can be implemented with a file or a database.

    A store may have a third method, `bind(identity: bytes, /) -> None`, which signing keys call
    when they are created with this store. This method durably records the identity, a 32-byte hash
    of the public key, and raises `StateError` if another identity is already recorded.
    """

    def reserve(self, count: int, /) -> range:
        """Mark the next `count` indices as used, durably, and return them.

        Return only when no crash of any machine can make the store return any of these indices
        again. Each range must be above all earlier ranges. Raise `ExhaustedError` if fewer than
        `count` indices are left. After an exception, the indices must not be treated as handed out.
        """
        ...

    def watermark(self) -> tuple[int, int]:
        """Return the lowest index that was never handed out, and the end of all indices."""
        ...
