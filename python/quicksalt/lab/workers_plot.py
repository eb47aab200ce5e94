"""The picture of what workers are worth: SVG or PNG, by matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quicksalt.lab.workers import KINDS, NONE, Fit
from quicksalt_lab.ruler.result import Group

STYLES = {"threads": ("#1b6ca8", "o"), "processes": ("#c1440e", "s"), "native": ("#2a7f3f", "^")}


def draw(group: Group, fits: Mapping[str, Fit | None], path: Path) -> None:
    """Draw time on the wall against workers, with the fitted curves.

    The ending of the path says in which format. ImportError without matplotlib.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    reference = group[NONE].median
    axes.axhline(100, color="#666666", linestyle="--", linewidth=1, label="no executor")
    most = 1
    for kind in KINDS:
        colour, marker = STYLES[kind]
        points = [s for s in group.series if s.name.split()[0] == kind]
        workers = [int(s.name.split()[1]) for s in points]
        most = max([most, *workers])
        shares = [100 * s.median / reference for s in points]
        axes.plot(workers, shares, marker, color=colour, label=kind)
        fitted = fits.get(kind)
        if fitted is not None:
            steps = [1 + (workers[-1] - 1) * i / 100 for i in range(101)]
            curve = [shares[0] * fitted.time(n) for n in steps]
            label = f"{kind}, Amdahl, {100 * fitted.share:.1f} % serial"
            axes.plot(steps, curve, color=colour, linewidth=1, label=label)
    axes.set_xlabel("workers")
    axes.set_ylabel("wall time, per cent of no executor")
    axes.set_xticks(range(1, most + 1))
    axes.set_ylim(bottom=0)
    axes.set_title(f"Public keys of {group.topic.size} one-time keys (20 bytes, 7 bits)")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
