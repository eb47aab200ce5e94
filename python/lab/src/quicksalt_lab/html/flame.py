"""An inverted flame graph: callers above, callees below; the width is the cost."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quicksalt_lab.html.layout import svg, text

WIDTH = 1200
ROW = 19
LEGEND = 26

LETTER = 6.6
"""Average width of a letter."""

HUES = (18, 205, 140, 280, 45, 330)
"""One hue per object; further objects are grey."""


@dataclass(frozen=True)
class Box:
    """A function at one place of the call tree."""

    label: str
    group: str
    """The object of the function, which determines the colour."""
    tip: str
    value: float
    """The function's inclusive cost at this place of the call tree."""
    children: tuple[Box, ...] = ()

    @property
    def own(self) -> float:
        """The cost without the children."""
        return self.value - sum(child.value for child in self.children)

    @property
    def depth(self) -> int:
        """The number of rows of the box and its children."""
        return 1 + max((child.depth for child in self.children), default=0)


def draw(roots: Sequence[Box], unit: str) -> str:
    """Draw the boxes as SVG, with a legend of the objects."""
    whole = sum(root.value for root in roots)
    if not whole:
        return ""
    hues = _hues(roots)
    height = LEGEND + ROW * max(root.depth for root in roots) + 4
    parts = [*_legend(hues)]
    x = 0.0
    for root in roots:
        parts += _boxes(root, x, LEGEND, WIDTH / whole, (whole, unit, hues))
        x += root.value * WIDTH / whole
    return svg((WIDTH, height), f"calls by cost in {unit}", "".join(parts))


def _hues(roots: Sequence[Box]) -> dict[str, int]:
    """Assign a hue to each of the most expensive objects."""
    costs: Counter[str] = Counter()
    stack = list(roots)
    while stack:
        box = stack.pop()
        costs[box.group] += round(box.own)
        stack += box.children
    ranked = sorted(costs, key=lambda group: (-costs[group], group))
    return dict(zip(ranked, HUES, strict=False))


def _legend(hues: dict[str, int]) -> Iterator[str]:
    x = 2.0
    for group, hue in hues.items():
        yield f'<rect x="{x:.0f}" y="4" width="12" height="12" rx="2" fill="hsl({hue} 65% 76%)"/>'
        yield (
            f'<text x="{x + 17:.0f}" y="14.5" font-size="12" fill="var(--soft)">'
            f"{text(group)}</text>"
        )
        x += 38 + LETTER * len(group)


def _boxes(
    box: Box, x: float, y: float, scale: float, about: tuple[float, str, dict[str, int]]
) -> Iterator[str]:
    whole, unit, hues = about
    width = box.value * scale
    tip = f"{box.tip}: {100 * box.value / whole:.2f} %, {box.value:,.0f} {unit}"
    yield (
        f'<g><title>{text(tip)}</title><rect x="{x:.2f}" y="{y:.0f}" '
        f'width="{max(width - 0.6, 0.3):.2f}" height="{ROW - 1}" rx="2" fill="{_fill(box, hues)}"/>'
    )
    room = int((width - 8) / LETTER)
    if room >= 3:
        label = box.label if len(box.label) <= room else box.label[: room - 1] + "\u2026"
        yield (
            f'<text x="{x + 4:.2f}" y="{y + 13.5:.1f}" font-size="11.5" fill="#1d2129">'
            f"{text(label)}</text>"
        )
    yield "</g>"
    for child in box.children:
        yield from _boxes(child, x, y + ROW, scale, about)
        x += child.value * scale


def _fill(box: Box, hues: dict[str, int]) -> str:
    """Vary the lightness by name, to distinguish neighbouring boxes."""
    light = 70 + zlib.crc32(box.label.encode()) % 12
    hue = hues.get(box.group)
    return f"hsl(0 0% {light}%)" if hue is None else f"hsl({hue} 65% {light}%)"
