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
"""The certificates to check for revocation: only the leaf, or also the intermediates."""
Policy = Literal["accept", "reject"]


class RevocationLists:
    """Revocation lists of any number of issuers, and the settings of the revocation check.

    A certificate is checked against the newest list of its issuer; the list's signature is verified
    at the time of this check.
    """

    def __init__(
        self, *, depth: Depth = "chain", unknown: Policy = "reject", expired: Policy = "reject"
    ) -> None:
        """Create an empty collection.

        `unknown` applies to certificates whose issuer has no list here, `expired` to lists past
        their next update.
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
        """Load revocation lists from files in PEM or DER; see `add` for the exceptions."""
        lists = cls(depth=depth, unknown=unknown, expired=expired)
        for path in map(Path, paths):
            if not stat.S_ISREG(path.stat().st_mode):
                raise exceptions.ValueError(f"{path}: not a regular file")
            lists.add(path.read_bytes(), name=str(path))
        return lists

    def add(self, data: Buffer, *, name: str = "<bytes>") -> int:
        """Add one list in DER, or all lists of a PEM file, and return their number.

        Raises `ValueError` for invalid data and unsupported kinds of lists: delta lists, indirect
        lists, and lists for some reasons only. In that case none of the lists is added.
        """
        try:
            return self._native.add(data)
        except exceptions.ValueError as error:
            raise exceptions.ValueError(f"{name}: {error}") from None

    def __len__(self) -> int:
        """Return the number of lists."""
        return self._native.count()

    def settings(self) -> tuple[_signatures.RevocationLists, bool, bool, bool]:
        """Return the settings for the native module."""
        is_accepted = (self.unknown == "accept", self.expired == "accept")
        return self._native, self.depth == "leaf", *is_accepted


def _require(name: str, value: str, allowed: tuple[str, str]) -> None:
    if value not in allowed:
        raise exceptions.ValueError(f"{name} must be {' or '.join(allowed)}, not {value!r}")
