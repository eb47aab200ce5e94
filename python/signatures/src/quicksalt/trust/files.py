"""Checks before loading, atomic writes, and the path of certifi's bundle."""

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
        # The loader itself reports paths that are invalid for any file.
        if "\0" not in path and not os.path.exists(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def certifi_bundle() -> str:
    """Return the path of certifi's bundle; raises `UnavailableError` if it is not installed."""
    try:
        path: str = import_module("certifi").where()
    except ImportError:
        text = "the package certifi is not installed: pip install certifi"
        raise exceptions.UnavailableError(text) from None
    return path


def replace(path: Path, content: bytes) -> None:
    """Replace a file atomically; a path that is not a regular file is written in place."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
