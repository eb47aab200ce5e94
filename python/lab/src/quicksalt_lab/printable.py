"""Text that is safe to print on a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """Escape control characters, bidirectional overrides and line ends."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def printable_lines(text: str) -> list[str]:
    """Split a program's output into lines and escape each line."""
    return [printable(line.expandtabs()) for line in text.splitlines()]
