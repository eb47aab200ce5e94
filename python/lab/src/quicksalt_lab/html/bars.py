"""Bar charts: the times of several competitors per task, each task with its own scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quicksalt_lab.html import colours
from quicksalt_lab.html.layout import svg, text

WIDTH = 580
LEFT = 152
"""Minimum left edge of the bars, after the task labels."""
LETTER = 7.6
"""Average width of a letter in a label."""
VALUES = 112
"""Space after the longest bar for its figure."""

MARGIN = 18

THICK = 11
GAP = 3
BETWEEN = 15
"""Distance between the bars of two tasks."""
LINE = 15
"""Line height of the notes below the chart."""

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"


@dataclass(frozen=True)
class Palette:
    """The colours of a picture."""

    paper: str
    ink: str
    soft: str
    competitors: Mapping[str, str]
    """The colour of each colour name."""


LIGHT = Palette("#ffffff", "#1d2129", "#5d6675", colours.LIGHT)
DARK = Palette("#0d1117", "#e8e6e1", "#9aa3b2", colours.DARK)
PAGE = Palette("var(--card)", "var(--ink)", "var(--soft)", colours.PAGE)
"""The colours of pages, as CSS variables for the light and the dark theme."""


@dataclass(frozen=True)
class Bar:
    """The bar of one competitor."""

    name: str
    value: float
    label: str
    """The text after the bar, such as `1.53 us`."""


@dataclass(frozen=True)
class Task:
    """A task of the chart, with a bar for each competitor."""

    label: str
    remark: str
    bars: tuple[Bar, ...]


def draw(  # noqa: PLR0913 - how it looks
    title: str,
    notes: Sequence[str],
    tasks: Sequence[Task],
    palette: Palette,
    *,
    most: float | None = None,
    width: int = WIDTH,
) -> str:
    """Draw the bars as SVG, with a title, a legend and one-line notes.

    A smaller `width` gives larger letters if the picture is scaled down to a screen.

    With `most` all tasks share one scale that ends at `most`, with a line at 1; longer bars are cut
    off and notched.
    """
    names = list(dict.fromkeys(bar.name for task in tasks for bar in task.bars))
    shown = {name: palette.competitors[one] for name, one in colours.chosen(names).items()}
    legend, top = _legend(shown, palette, width)
    left = max(LEFT, round(MARGIN + 12 + LETTER * max(len(task.label) for task in tasks)))
    end = top + sum(_height(task) + BETWEEN for task in tasks)
    height = end + LINE * len(notes) + 8
    parts = [
        f'<rect width="{width}" height="{height}" rx="10" fill="{palette.paper}"/>',
        f'<text x="{MARGIN}" y="32" font-size="17" font-weight="600" fill="{palette.ink}">'
        f"{text(title)}</text>",
        *legend,
    ]
    if most is not None:
        x = left + (width - left - VALUES) / most
        parts.append(
            f'<line x1="{x:.1f}" y1="{top - 6}" x2="{x:.1f}" y2="{end - 8}" '
            f'stroke="{palette.soft}" stroke-dasharray="2 3"/>'
        )
    y = top
    for task in tasks:
        longest = max(bar.value for bar in task.bars) if most is None else most
        scale = (width - left - VALUES) / longest
        parts += _task(task, (left, y), (scale, longest), (shown, palette))
        y += _height(task) + BETWEEN
    parts += [
        _words(MARGIN, y + 12 + LINE * at, note, palette.soft, 11.5)
        for at, note in enumerate(notes)
    ]
    body = "\n".join(["", *parts, ""])
    return svg((width, height), _said(title, tasks), body, f' font-family="{FONT}"') + "\n"


def _said(title: str, tasks: Sequence[Task]) -> str:
    """Describe the bars in words, for screen readers."""
    told = (
        f"{task.label}: {', '.join(f'{bar.name} {bar.label}' for bar in task.bars)}"
        for task in tasks
    )
    return f"{title}. {'; '.join(told)}."


def _height(task: Task) -> int:
    return len(task.bars) * (THICK + GAP) - GAP


def _legend(shown: dict[str, str], palette: Palette, room: int) -> tuple[list[str], int]:
    """Return the legend, in as many lines as it needs, and where the bars begin below it."""
    parts, x, y = [], float(MARGIN), 46
    for name, colour in shown.items():
        width = 38 + 6.9 * len(name)
        if x + width - 14 > room:
            x, y = float(MARGIN), y + 19
        parts += [
            f'<rect x="{x:.0f}" y="{y}" width="11" height="{THICK}" rx="2.5" fill="{colour}"/>',
            _words(x + 17, y + 10, name, palette.ink, 12.5),
        ]
        x += width
    return parts, y + 28


def _task(
    task: Task,
    at: tuple[int, int],
    size: tuple[float, float],
    look: tuple[dict[str, str], Palette],
) -> Iterator[str]:
    (left, y), (scale, longest), (shown, palette) = at, size, look
    middle = y + _height(task) / 2
    lift = -1 if task.remark else 5
    yield _words(left - 12, middle + lift, task.label, palette.ink, 13.5, "end")
    if task.remark:
        yield _words(left - 12, middle + 14, task.remark, palette.soft, 11.5, "end")
    for bar in task.bars:
        width = max(min(bar.value, longest) * scale, 2.0)
        is_first = bar.name == next(iter(shown))
        yield (
            f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{THICK}" rx="2.5" '
            f'fill="{shown[bar.name]}"/>'
        )
        if bar.value > longest:
            yield (
                f'<rect x="{left + width - 14:.1f}" y="{y}" width="4" height="{THICK}" '
                f'fill="{palette.paper}"/>'
            )
        colour = palette.ink if is_first else palette.soft
        yield _words(left + width + 7, y + THICK - 1.5, bar.label, colour, 11.5)
        y += THICK + GAP


def _words(  # noqa: PLR0913, PLR0917 - a place, and how it looks
    x: float, y: float, words: str, colour: str, size: float, anchor: str = "start"
) -> str:
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    look = f'font-size="{size}" fill="{colour}"{where}'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{text(words)}</text>'
