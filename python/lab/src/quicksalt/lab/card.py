"""The machine card for measurements of quicksalt."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from quicksalt import _native
from quicksalt_lab.ruler import card
from quicksalt_lab.ruler.clock import DEFAULT, Clock


def take(
    *, seed: int | None = None, clock: Clock = DEFAULT, steal_before: int | None = None
) -> card.Card:
    """Record the current card of this machine and this build."""
    return card.take(library(), seed=seed, clock=clock, steal_before=steal_before)


def library() -> card.Library:
    """Describe the native module and the processor that it detected."""
    native = _native.machine()
    return card.Library(
        version=_version(),
        build=native["build"],
        compiler="rustc " + native["build"].rpartition("-")[2],
        processor=native["cpu"],
        features=tuple(sorted(native["features"])),
    )


def _version() -> str:
    try:
        return version("quicksalt")
    except PackageNotFoundError:
        return card.UNKNOWN
