"""Places that may keep who reads or writes them waiting."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any


class Opened:
    """Give a path of what is no regular file, such as a pipe, as a file that is closed behind it.

    Python's own files wait in a way that signals end. Everything else is given as it is.
    """

    def __init__(self, place: Any, mode: str) -> None:  # noqa: ANN401
        """Open nothing yet."""
        self._place = place
        self._mode = mode
        self._file: IO[Any] | None = None

    def __enter__(self) -> Any:  # noqa: ANN401
        """Open it if that is due."""
        place = self._place
        is_path = isinstance(place, str | os.PathLike)
        if not is_path or not os.path.exists(place) or os.path.isfile(place):
            return place
        self._file = open(place, self._mode, buffering=0)
        return self._file

    def __exit__(self, *error: object) -> None:
        """Close what was opened."""
        if self._file is not None:
            self._file.close()
