"""The normalised chart: each target's time relative to native libsodium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quicksalt.lab.targets.race import largest
from quicksalt.lab.targets.work import Work
from quicksalt_lab.html import bars
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.result import Group

SHOWN = ("quicksalt", "wide, wasmtime", "base, Node", "libsodium.js", "base, Chromium")
"""The targets with bars: few enough for distinguishable colours."""

MOST = 10.0
"""Longer bars are cut off here; their labels give the full value."""


def draw(
    groups: Sequence[Group], tasks: Sequence[Work], base: str, palette: bars.Palette = bars.PAGE
) -> str:
    """Draw a bar for each function and target; empty if there is nothing to draw."""
    labels = {task.function: task.label for task in tasks}
    by_function: dict[str, list[Group]] = {}
    for group in largest(groups):
        if base in group:
            by_function.setdefault(group.topic.name, []).append(group)
    drawn = [
        bars.Task(
            labels.get(function, function),
            units.size(found[0].topic.size, found[0].topic.axis),
            made,
        )
        for function, found in by_function.items()
        if (made := tuple(_bars(found, base)))
    ]
    if not drawn:
        return ""
    title = f"Time relative to native {base}; shorter is better"
    return bars.draw(title, [f"A bar of 1 is {base} itself."], drawn, palette, most=MOST)


def _bars(groups: Sequence[Group], base: str) -> Iterator[bars.Bar]:
    for name in SHOWN:
        # Processor time is preferred to wall time.
        group = next((group for group in groups if name in group and name != base), None)
        if group is not None:
            ratio = group.ratio(name, base).middle
            yield bars.Bar(name, ratio, f"{units.three_digits(ratio)}")
