"""Text wrapped to the width of the terminal, and bars."""

from __future__ import annotations

import os
import textwrap

from rich.console import Console

WIDE = 100
"""Minimum width in columns of a table with words beside the figures."""

BAR = 12
"""Width in columns of the bar before a verdict."""

_EIGHTHS = " ▏▎▍▌▋▊▉"


def narrow(console: Console) -> bool:
    """Return whether the terminal is too narrow to print words beside their figures."""
    return console.width < WIDE


def folds(console: Console) -> bool:
    """Return whether to wrap lines: only for a terminal, not for a program that parses lines."""
    return console.is_terminal or "COLUMNS" in os.environ


def fold(console: Console, text: str, *, indent: str = "", style: str = "") -> None:
    """Print each line wrapped between words, with indented continuation lines."""
    for line in text.splitlines() or [""]:
        if not folds(console):
            console.print(line, style=style, soft_wrap=True)
            continue
        start = line[: len(line) - len(line.lstrip())]
        broken = wrap(line.strip(), console.width, start, start + indent)
        console.print("\n".join(broken), style=style, soft_wrap=True)


def wrap(text: str, width: int, first: str = "", further: str = "") -> list[str]:
    """Wrap text, only between words, into lines with the given indents."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def bar(console: Console, part: float, width: int = BAR) -> str:
    """Draw a fraction of 1 as a bar, padded with spaces to the width."""
    part = min(max(part, 0.0), 1.0)
    if console.options.ascii_only:
        return ("#" * round(part * width)).ljust(width)
    eighths = round(part * width * 8)
    drawn = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
    return drawn.ljust(width)


def verdict(console: Console, part: float, text: str) -> None:
    """Print a verdict sentence after a bar that shows the fraction `part`."""
    room = " " * (BAR + 2)
    head = f"{bar(console, part)}  "
    for line in wrap(text, console.width - len(room)):
        console.print(head + line, style="bold", soft_wrap=True)
        head = room
