"""Certificate revocation lists."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from quicksalt import _signatures, exceptions

if TYPE_CHECKING:
    from typing_extensions import Buffer

Depth = Literal["leaf", "chain"]
"""Which certificates must not be revoked: the leaf, or the intermediates too."""
Policy = Literal["accept", "reject"]


class RevocationLists:
    """Revocation lists of any issuers, and how strictly they are followed.

    A certificate is looked up in the newest list of its issuer, whose signature is checked then.
    """

    def __init__(
        self, *, depth: Depth = "chain", unknown: Policy = "reject", expired: Policy = "reject"
    ) -> None:
        """Make an empty collection.

        `unknown` is about certificates for whose issuer there is no list, `expired` about lists
        that say that a newer one must be there by now.
        """
        _require("depth", depth, ("leaf", "chain"))
        _require("unknown", unknown, ("accept", "reject"))
        _require("expired", expired, ("accept", "reject"))
        self.depth, self.unknown, self.expired = depth, unknown, expired
        self._native = _signatures.RevocationLists()

    @classmethod
    def load(
        cls,
        *paths: str | os.PathLike[str],
        depth: Depth = "chain",
        unknown: Policy = "reject",
        expired: Policy = "reject",
    ) -> RevocationLists:
        """Read the lists of files, in PEM or DER; see `add` for what raises."""
        lists = cls(depth=depth, unknown=unknown, expired=expired)
        for path in map(Path, paths):
            if not stat.S_ISREG(path.stat().st_mode):
                raise exceptions.ValueError(f"{path}: not a regular file")
            lists.add(path.read_bytes(), name=str(path))
        return lists

    def add(self, data: Buffer, *, name: str = "<bytes>") -> int:
        """Add one list in DER or those of a PEM file, and return how many they are.

        `ValueError` for what is no list, or one of a kind that is not followed: a delta list, an
        indirect one, one for some reasons alone. Nothing is added then.
        """
        try:
            return self._native.add(data)
        except exceptions.ValueError as error:
            raise exceptions.ValueError(f"{name}: {error}") from None

    def __len__(self) -> int:
        """Return how many lists there are."""
        return self._native.count()

    def settings(self) -> tuple[_signatures.RevocationLists, bool, bool, bool]:
        """Return what the native module asks for."""
        is_accepted = (self.unknown == "accept", self.expired == "accept")
        return self._native, self.depth == "leaf", *is_accepted


def _require(name: str, value: str, allowed: tuple[str, str]) -> None:
    if value not in allowed:
        raise exceptions.ValueError(f"{name} must be {' or '.join(allowed)}, not {value!r}")
