"""Draws a terminal's output as an SVG: light text on dark, in the reader's monospaced font."""

from __future__ import annotations

import re
from html import escape

COLUMN, ROW, MARGIN = 7.8, 18, 16
"""Pixels: the width of a character, the height of a line and the border."""

BARS = re.compile("([█-▏]+)")
DARK, TEXT, BAR, COMMAND = "#0d1117", "#e6edf3", "#3fb950", "#79c0ff"
STYLE = "font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def draw(text: str) -> str:
    """Return the picture of a command (the first line, after `$`) and its output."""
    lines = text.rstrip("\n").split("\n")
    width = 2 * MARGIN + COLUMN * max(map(len, lines))
    height = 2 * MARGIN + ROW * len(lines)
    rows = [_row(number, line) for number, line in enumerate(lines) if line]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}"'
            f' width="{width:.0f}" height="{height}" role="img">',
            f"<title>{escape(lines[0].removeprefix('$ '))}</title>",
            f'<rect width="100%" height="100%" rx="8" fill="{DARK}"/>',
            f'<g fill="{TEXT}" font-size="13" style="{STYLE}">',
            *rows,
            "</g>",
            "</svg>\n",
        ]
    )


def _row(number: int, line: str) -> str:
    """Return a line of text; `textLength` aligns columns in fonts of any width."""
    shown = line.lstrip(" ")
    x = MARGIN + COLUMN * (len(line) - len(shown))
    y = MARGIN + ROW * (number + 1) - 5
    colour = f' fill="{COMMAND}"' if number == 0 else ""
    words = escape(shown.replace(" ", "\u00a0"), quote=False)
    spans = BARS.sub(rf'<tspan fill="{BAR}">\1</tspan>', words)
    place = f'x="{x:.1f}" y="{y}" textLength="{COLUMN * len(shown):.1f}"{colour}'
    return f"<text {place}>{spans}</text>"
