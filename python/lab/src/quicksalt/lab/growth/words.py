"""The times of loaders as table cells, for the terminal and the HTML page."""

from __future__ import annotations

from collections.abc import Sequence

from quicksalt.lab.growth.experiment import Loaded, Row
from quicksalt_lab.grow.words import figure
from quicksalt_lab.ruler import units


def heads(sizes: Sequence[int]) -> list[str]:
    """Return the column heads; the first and the last column contain words."""
    return [
        "loader",
        *(f"{size:,}" for size in sizes),
        "a certificate",
        "/ ours",
        "exponent",
        "version",
    ]


def cells(row: Row, loaded: Loaded) -> list[str]:
    """Format a row; `a certificate` and `/ ours` refer to the largest loaded size."""
    sizes = loaded.plan.sizes
    last = max(row.times)
    exponent = row.exponent(sizes)
    ratio = row.times[last] / loaded.rows[0].times[last]
    return [
        row.loader.name,
        *(units.time(row.times[size]) if size in row.times else "-" for size in sizes),
        units.time(row.times[last] / last),
        f"{ratio:,.0f}x" if ratio >= 10 else f"{ratio:.1f}x",
        "-" if exponent is None else figure(exponent),
        row.loader.version,
    ]
