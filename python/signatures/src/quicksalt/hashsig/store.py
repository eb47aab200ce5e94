"""What a signing key asks of the place where its state is kept."""

from __future__ import annotations

from typing import Protocol


class Store(Protocol):
    """The state of a key: two calls, so that a database can do it as well as a file.

    A store may have a third, `bind(identity: bytes, /) -> None`, which signing keys call when they
    are made over it. It notes the identity, a hash of 32 bytes of the public key, durably, and
    raises `StateError` if another is noted already.
    """

    def reserve(self, count: int, /) -> range:
        """Mark the next `count` indices as used, durably, and return them.

        Return only when no crash, of whatever machine, can make it return any of them again; what
        it returns never goes back behind what it returned before. Raise `ExhaustedError` if fewer
        are left. After an exception nothing may count as given out.
        """
        ...

    def watermark(self) -> tuple[int, int]:
        """Return the least index that was never given out and the end of all."""
        ...
