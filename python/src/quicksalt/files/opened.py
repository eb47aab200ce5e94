"""Places that may keep who reads or writes them waiting."""

from __future__ import annotations

import builtins
import io
import os

from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    from typing_extensions import Buffer


def in_memory(data: Buffer, name: str) -> io.BytesIO:
    """Return bytes as a file, of an argument of that name; `io.BytesIO` takes None for none."""
    try:
        return io.BytesIO(memoryview(data))
    except builtins.TypeError:
        kind = type(data).__name__
        msg = f"{name} must be bytes or another buffer, not {kind}"
        raise exc.TypeError(msg) from None


class Opened:
    """Give a path of what is no regular file, such as a pipe, as a file that is closed behind it.

    Python's own files wait in a way that signals end. Everything else is given as it is. A target
    that is the file which is read is refused: opening it would lose what there is to read.
    """

    def __init__(self, place: Any, mode: str, source: Any = None) -> None:  # noqa: ANN401
        """Open nothing yet."""
        self._place = place
        self._mode = mode
        self._source = source
        self._file: IO[Any] | None = None

    def __enter__(self) -> Any:  # noqa: ANN401
        """Open it if that is due."""
        place = self._place
        if not _is_path(place) or not os.path.exists(place):
            return place
        if os.path.isfile(place):
            if _is_path(self._source) and os.path.samefile(self._source, place):
                raise exc.ValueError("target must be another file than source")
            return place
        self._file = open(place, self._mode, buffering=0)
        return self._file

    def __exit__(self, *error: object) -> None:
        """Close what was opened."""
        if self._file is not None:
            self._file.close()


def _is_path(place: object) -> bool:
    return isinstance(place, str | os.PathLike)
