"""What valgrind hides of the processor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Hidden:
    """The difference that valgrind makes."""

    features: tuple[str, ...]
    """What the processor has and valgrind does not show."""
    candidates: tuple[str, ...] = ()
    """Implementations of whose command this is that need one of them, such as `sha256/shani`."""
    module: str = ""
    """The object that these are in, of no interest where it was not loaded."""
