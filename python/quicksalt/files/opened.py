"""Places that may keep who reads or writes them waiting."""

from __future__ import annotations

import os
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


@contextmanager
def opened(place: Any, mode: str) -> Iterator[Any]:  # noqa: ANN401
    """Give a path of what is no regular file, such as a pipe, as a file that is closed behind it.

    Python's own files wait in a way that signals end. Everything else is given as it is.
    """
    is_path = isinstance(place, str | os.PathLike)
    if not is_path or not os.path.exists(place) or os.path.isfile(place):
        yield place
        return
    with open(place, mode, buffering=0) as file:
        yield file
