"""Text that is safe to print on a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """Escape control characters, characters that change the text direction, and line ends."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
