"""How far the work of native code is that somebody waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quicksalt import _signatures


@contextmanager
def telling(progress: Callable[[float | None], object]) -> Iterator[None]:
    """Have native work of this thread tell how far it is.

    That is whatever makes its caller wait: the generation of keys and their trees in `create`,
    `open`, `prepare`, `delegate`, `sign` and `recover`, a passphrase that is stretched. `progress`
    is called between pieces of work, some 50 ms apart, with the share of the tree at work that is
    done, from 0 to 1, or with None where nobody knows. What it raises ends the work.
    """
    before = _signatures.tell_progress(progress)
    try:
        yield
    finally:
        _signatures.tell_progress(before)
