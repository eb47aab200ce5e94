"""Files that are there before they are loaded, and files that are written whole; certifi's."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from quicksalt import exceptions


def require(paths: Iterable[str]) -> None:
    """Raise `FileNotFoundError` for the first path that does not exist."""
    for path in paths:
        # What no file can be named is the loader's to report.
        if "\0" not in path and not os.path.exists(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def certifi_bundle() -> str:
    """Return the bundle of the package certifi; `UnavailableError` if it is not installed."""
    try:
        path: str = import_module("certifi").where()
    except ImportError:
        text = "the package certifi is not installed: pip install certifi"
        raise exceptions.UnavailableError(text) from None
    return path


def replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; what is there and no file is written to as it is."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
