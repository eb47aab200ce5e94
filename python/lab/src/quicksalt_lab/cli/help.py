"""`--help` on a narrow terminal: examples stay command lines that can be copied."""

from __future__ import annotations

import re

import click

AS_IT_IS = "\b\n"
"""What stands in front of a paragraph whose lines click leaves alone."""

_WORDS = re.compile(r"(?:'[^']*'|\"[^\"]*\"|[^\s'\"])+")
_CONTINUED = " \\"


def fold(line: str, width: int) -> list[str]:
    r"""Break a command line between words, each part but the last continued by a `\`.

    What stands behind three blanks tells what the command does; it gets a line of its own. Words in
    quotes stay whole, whatever their length.
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


class Formatter(click.HelpFormatter):
    """A formatter that breaks long lines of examples as a shell reads them."""

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        width = self.width - self.current_indent
        paragraphs = (
            "\n".join(part for line in paragraph.split("\n") for part in fold(line, width))
            if paragraph.startswith(AS_IT_IS)
            else paragraph
            for paragraph in text.split("\n\n")
        )
        super().write_text("\n\n".join(paragraphs))


class Context(click.Context):
    """A context whose help is written so."""

    formatter_class = Formatter
