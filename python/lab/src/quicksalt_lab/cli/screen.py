"""What fits on the screen: sentences broken between words, and bars."""

from __future__ import annotations

import os
import textwrap

from rich.console import Console

WIDE = 100
"""Columns from which on a table has room for words beside its figures."""

BAR = 12
"""Columns of the bar in front of a verdict."""

_EIGHTHS = " ▏▎▍▌▋▊▉"


def narrow(console: Console) -> bool:
    """Tell whether words have to stand below the figures that they belong to."""
    return console.width < WIDE


def folds(console: Console) -> bool:
    """Tell whether lines are broken: somebody reads them, not a program that wants one each."""
    return console.is_terminal or "COLUMNS" in os.environ


def fold(console: Console, text: str, *, indent: str = "", style: str = "") -> None:
    """Print lines, each broken between words, its further lines under the first and indented."""
    for line in text.splitlines() or [""]:
        if not folds(console):
            console.print(line, style=style, soft_wrap=True)
            continue
        start = line[: len(line) - len(line.lstrip())]
        broken = wrap(line.strip(), console.width, start, start + indent)
        console.print("\n".join(broken), style=style, soft_wrap=True)


def wrap(text: str, width: int, first: str = "", further: str = "") -> list[str]:
    """Break text between words alone, into lines that begin with the indents."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def bar(console: Console, part: float, width: int = BAR) -> str:
    """Draw a part of 1 as a bar, behind which blanks fill the width."""
    part = min(max(part, 0.0), 1.0)
    if console.options.ascii_only:
        return ("#" * round(part * width)).ljust(width)
    eighths = round(part * width * 8)
    drawn = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
    return drawn.ljust(width)


def verdict(console: Console, part: float, text: str) -> None:
    """Print a sentence of the verdict behind a bar that shows how much of all it says."""
    room = " " * (BAR + 2)
    head = f"{bar(console, part)}  "
    for line in wrap(text, console.width - len(room)):
        console.print(head + line, style="bold", soft_wrap=True)
        head = room
