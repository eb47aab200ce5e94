"""`--help` on a narrow terminal: wrap examples so that they can still be copied."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

AS_IT_IS = "\b\n"
"""Prefix of a paragraph that click must not rewrap."""

_WORDS = re.compile(r"(?:'[^']*'|\"[^\"]*\"|[^\s'\"])+")
_CONTINUED = " \\"


def fold(line: str, width: int) -> list[str]:
    r"""Break a command line between words, with a `\` at the end of each line but the last.

    A remark after three spaces describes the command and gets its own line. Quoted words are never
    broken.
    """
    if len(line) <= width:
        return [line]
    start = line[: len(line) - len(line.lstrip())]
    command, _, remark = line.strip().partition("   ")
    further = f"{start}    "
    lines = [start]
    for word in _WORDS.findall(command):
        line = lines[-1]
        if line.isspace() or not line:
            lines[-1] = line + word
        elif len(f"{line} {word}{_CONTINUED}") <= width or word == "\\":
            lines[-1] = f"{line} {word}"
        else:
            lines[-1] = line + _CONTINUED
            lines.append(further + word)
    return [*lines, further + remark.lstrip()] if remark else lines


HYPHEN = "\N{NON-BREAKING HYPHEN}"
"""Replaces hyphens while lines are broken, so that words with hyphens stay whole."""


class Formatter(click.HelpFormatter):
    """A formatter that breaks lines between words, and example lines with shell continuations."""

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of options or commands."""
        whole = [(name, text.replace("-", HYPHEN)) for name, text in rows]
        super().write_dl(whole, col_max, col_spacing)

    def getvalue(self) -> str:
        """Return the help."""
        return super().getvalue().replace(HYPHEN, "-")

    def write_text(self, text: str) -> None:
        """Write paragraphs, with example lines folded."""
        width = self.width - self.current_indent
        paragraphs = (
            "\n".join(part for line in paragraph.split("\n") for part in fold(line, width))
            if paragraph.startswith(AS_IT_IS)
            else paragraph.replace("-", HYPHEN)
            for paragraph in text.split("\n\n")
        )
        super().write_text("\n\n".join(paragraphs))


class Context(click.Context):
    """A click context that uses `Formatter`."""

    formatter_class = Formatter
