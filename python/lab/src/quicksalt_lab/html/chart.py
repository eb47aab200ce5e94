"""Curves on two logarithmic axes, where a power of n is a straight line."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quicksalt_lab.html import colours
from quicksalt_lab.html.layout import POWER, svg, text

WIDTH, HEIGHT = 960, 400
LEFT, TOP, BOTTOM = 70, 32, 46

LABEL_HEIGHT = 17
"""Minimum distance of two labels."""

LETTER = 7.4
"""Average width of a letter in a label."""

LONGEST = 34
"""Maximum length of a displayed name."""

DECADES = 6
"""Number of powers of ten shown below the greatest value."""


@dataclass(frozen=True)
class Curve:
    """One value per size; values not above 0 are omitted."""

    name: str
    values: Sequence[float]
    remark: str = ""
    """A text after the name that is never shortened, such as an exponent."""


def power_of_ten(power: int) -> str:
    """Format a power of ten, such as `10 M`."""
    thousands = power // 3
    units = ("", " k", " M", " G", " T", " P", " E")
    if not 0 <= thousands < len(units):
        return f"1e{power}"
    return f"{10 ** (power - 3 * thousands)}{units[thousands]}"


def nanoseconds(power: int) -> str:
    """Format a power of ten of nanoseconds, such as `10 ms`."""
    units = ("ns", "us", "ms", "s")
    thousands = min(max(power // 3, 0), len(units) - 1)
    return f"{10.0 ** (power - 3 * thousands):g} {units[thousands]}"


@dataclass(frozen=True)
class Axes:
    """The labels of the axes."""

    x: str
    y: str
    tick: Callable[[int], str] = power_of_ten
    """Formats a power of ten of the values."""


@dataclass(frozen=True)
class _Scale:
    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + part * (self.end - self.start)


def draw(sizes: Sequence[float], curves: Sequence[Curve], axes: Axes) -> str:
    """Draw the curves as SVG, labelled at their right ends."""
    shown = [value for curve in curves for value in curve.values if value > 0]
    least = max(min(shown), max(shown) / 10**DECADES)
    low = 10.0 ** math.floor(math.log10(least))
    high = 10.0 ** math.ceil(math.log10(max(shown) * 1.01))
    names = [", ".join(filter(None, (_short(c.name), c.remark))) for c in curves]
    right = WIDTH - 24 - LETTER * max(map(len, names))
    x = _Scale(sizes[0], sizes[-1], LEFT, right)
    y = _Scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = _grid(sizes, x, y, axes)
    lines = [
        [(x(n), y(value)) for n, value in zip(sizes, curve.values, strict=True) if value >= low]
        for curve in curves
    ]
    # A curve that ends early is labelled at the height of its last point.
    ends = _apart([points[-1][1] if points else y.start for points in lines])
    chosen = colours.chosen(curve.name for curve in curves)
    for points, curve, name, end in zip(lines, curves, names, ends, strict=True):
        colour = colours.PAGE[chosen[curve.name]]
        parts += _curve(points, colour, 3 if curve is curves[0] else 2)
        parts.append(
            f'<text x="{right + 12:.1f}" y="{end + 4:.1f}" font-size="13" '
            f'fill="{colour}"><title>{text(curve.name)}</title>{_raised(name)}</text>'
        )
    return svg((WIDTH, HEIGHT), f"{axes.y} by {axes.x}", "".join(parts))


def _raised(name: str) -> str:
    """Raise the exponents in a label."""
    # The text after an exponent, even if empty, returns to the baseline.
    up, down = r'<tspan dy="-4" font-size="10">\1</tspan>', '<tspan dy="4">&#8203;</tspan>'
    return POWER.sub(f"n{up}{down}", text(name))


def _curve(points: Sequence[tuple[float, float]], colour: str, width: int) -> list[str]:
    line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
    return [
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linejoin="round"/>',
        *(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3.2" fill="{colour}"/>' for px, py in points),
    ]


def _grid(sizes: Sequence[float], x: _Scale, y: _Scale, axes: Axes) -> list[str]:
    parts = []
    for n in sizes:
        parts.append(_line(x(n), y.end, x(n), y.start))
        parts.append(_label(x(n), y.start + 18, "middle", f"{n:,.0f}"))
    for power in range(round(math.log10(y.low)), round(math.log10(y.high)) + 1):
        at = y(10.0**power)
        parts.append(_line(x.start, at, x.end, at))
        parts.append(_label(x.start - 10, at + 4, "end", axes.tick(power)))
    parts.append(_label((x.start + x.end) / 2, HEIGHT - 8, "middle", axes.x))
    parts.append(_label(4, 14, "start", axes.y))
    return parts


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="var(--line)"/>'


def _label(x: float, y: float, anchor: str, label: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="12.5" fill="var(--soft)" '
        f'text-anchor="{anchor}">{text(label)}</text>'
    )


def _apart(wanted: Sequence[float]) -> list[float]:
    """Move labels apart downwards, then upwards if they leave the picture."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    for above, at in pairwise(order):
        placed[at] = max(placed[at], placed[above] + LABEL_HEIGHT)
    limit = float(HEIGHT - BOTTOM)
    for at in reversed(order):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - LABEL_HEIGHT
    return placed


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
