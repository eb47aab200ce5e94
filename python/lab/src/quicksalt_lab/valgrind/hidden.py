"""Processor features that valgrind hides."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Hidden:
    """The features and implementations that are not available under valgrind."""

    features: tuple[str, ...]
    """Features of the processor that valgrind does not report."""
    candidates: tuple[str, ...] = ()
    """Implementations that need a hidden feature, such as `sha256/shani`."""
    module: str = ""
    """The object with these implementations; irrelevant for programs that do not load it."""
