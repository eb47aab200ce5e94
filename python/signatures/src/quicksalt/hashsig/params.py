"""The parameters of an HSS key, and their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quicksalt import _signatures
from quicksalt import exceptions as exc

HASHES = ("SHA-256", "SHA-256/192", "SHAKE256", "SHAKE256/192")
"""Hash functions of SP 800-208, in the order of the identifiers."""

HEIGHTS = (5, 10, 15, 20, 25)
WIDTHS = (1, 2, 4, 8)
LEVELS_MAX = 8


@dataclass(frozen=True)
class Params:
    """The parameters of an HSS key (RFC 8554); all levels use one hash function.

    `levels` has the height and the Winternitz parameter of each level, top level first, such as
    `((10, 8), (10, 8))`; `Params.parse("10/8,10/8")` parses the same from text. A key can sign 2^h
    messages, where h is the sum of the heights. Creating the key takes the time to build the top
    tree. Compared with a Winternitz parameter of 4, a parameter of 8 halves the size of signatures
    and multiplies the time by 9.
    """

    levels: tuple[tuple[int, int], ...]
    hash: str = "SHA-256"

    def __post_init__(self) -> None:
        """Reject parameters outside of the standards."""
        if self.hash not in HASHES:
            raise exc.ValueError(f"hash must be one of {', '.join(HASHES)}, not {self.hash!r}")
        if not 1 <= len(self.levels) <= LEVELS_MAX:
            raise exc.ValueError(f"levels must be 1 to {LEVELS_MAX}, not {len(self.levels)}")
        for level in self.levels:
            if not isinstance(level, tuple | list) or len(level) != 2:
                raise exc.TypeError(f"levels must be pairs of height and width, not {level!r}")
            height, width = level
            if height not in HEIGHTS or width not in WIDTHS:
                raise exc.ValueError(
                    f"a level must be one of the heights {_list(HEIGHTS)} with one of the widths "
                    f"{_list(WIDTHS)}, not {height}/{width}"
                )
        if sum(height for height, _ in self.levels) > 63:
            raise exc.ValueError("the heights of all levels must add up to at most 63")

    @classmethod
    def of(cls, params: Params | str) -> Params:
        """Return parameters unchanged; parse parameters given as text."""
        if isinstance(params, str):
            return cls.parse(params)
        if not isinstance(params, cls):
            kind = type(params).__name__
            raise exc.TypeError(f"params must be a Params or such as '10/8,10/8', not {kind}")
        return params

    @classmethod
    def parse(cls, text: str) -> Params:
        """Parse the output of `str`, such as `10/8,10/8` or `SHAKE256:10/8`."""
        return cls.of_identifiers(_signatures.hss_levels(text))

    def __str__(self) -> str:
        """Return text that `parse` accepts."""
        levels = ",".join(f"{height}/{width}" for height, width in self.levels)
        return levels if self.hash == HASHES[0] else f"{self.hash}:{levels}"

    @property
    def capacity(self) -> int:
        """The number of signatures that a key can make."""
        return 1 << sum(height for height, _ in self.levels)

    @property
    def identifiers(self) -> list[tuple[int, int]]:
        """The LMS and LM-OTS identifiers of each level."""
        family = HASHES.index(self.hash)
        return [
            (5 + family * len(HEIGHTS) + HEIGHTS.index(h), 1 + family * 4 + WIDTHS.index(w))
            for h, w in self.levels
        ]

    @classmethod
    def of_identifiers(cls, identifiers: Iterable[tuple[int, int]]) -> Params:
        """Return the parameters that correspond to the given identifiers."""
        found = list(identifiers)
        levels = tuple((HEIGHTS[(lms - 5) % 5], WIDTHS[(ots - 1) % 4]) for lms, ots in found)
        return cls(levels, HASHES[(found[0][0] - 5) // 5])


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
