"""Progress of native work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quicksalt import _signatures


@contextmanager
def telling(progress: Callable[[float | None], object]) -> Iterator[None]:
    """Report the progress of native work in this thread, as a context manager.

    It covers all work that blocks the caller: the generation of keys and their trees in `create`,
    `open`, `prepare`, `delegate`, `sign` and `recover`, and the key derivation from a passphrase.
    About every 50 ms, `progress` is called with the completed share of the current tree, from 0 to
    1, or with None if it is unknown. An exception of `progress` ends the work.
    """
    before = _signatures.tell_progress(progress)
    try:
        yield
    finally:
        _signatures.tell_progress(before)
