"""Text that does no more on a terminal than to be read."""

from __future__ import annotations


def printable(text: str) -> str:
    """Escape what could steer a terminal or turn the direction of writing, and line ends."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
