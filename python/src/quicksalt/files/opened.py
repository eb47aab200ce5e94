"""Files that may block when opened, read or written."""

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
    """Wrap bytes in a file object. Check them first, because `io.BytesIO` would accept None."""
    try:
        return io.BytesIO(memoryview(data))
    except builtins.TypeError:
        kind = type(data).__name__
        msg = f"{name} must be bytes or another buffer, not {kind}"
        raise exc.TypeError(msg) from None


class Opened:
    """A context manager that opens a path that is not a regular file, such as a pipe.

    Python's own file objects are used for such paths, because signals can interrupt them while they
    block. All other arguments are returned unchanged. A target that is the same file as the source
    is rejected, because opening it would truncate the source.
    """

    def __init__(self, place: Any, mode: str, source: Any = None) -> None:  # noqa: ANN401
        """Store the arguments without opening anything."""
        self._place = place
        self._mode = mode
        self._source = source
        self._file: IO[Any] | None = None

    def __enter__(self) -> Any:  # noqa: ANN401
        """Open the path if needed."""
        place = self._place
        if not _is_path(place) or not os.path.exists(place):
            return place
        if os.path.isfile(place):
            if _is_path(self._source) and os.path.samefile(self._source, place):
                raise exc.ValueError("target must not be the same file as source")
            return place
        self._file = open(place, self._mode, buffering=0)
        return self._file

    def __exit__(self, *error: object) -> None:
        """Close the file if this object opened it."""
        if self._file is not None:
            self._file.close()


def _is_path(place: object) -> bool:
    return isinstance(place, str | os.PathLike)
