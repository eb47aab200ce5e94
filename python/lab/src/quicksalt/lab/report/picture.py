"""README's picture: quicksalt compared with PyNaCl, cryptography and Python's ssl."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quicksalt.lab import tls
from quicksalt_lab.html import bars
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report

OURS = "quicksalt"
SSL = "Python's ssl"

WIDTH = 480
"""Narrow enough to read on a phone."""

TITLE = "Time per call from Python; shorter is better"


@dataclass(frozen=True)
class Shown:
    """A row of the picture: a report's benchmark group, and its competitors' displayed names."""

    kind: str
    """The kind of the report."""
    topic: str
    label: str
    names: Mapping[str, str]
    """Maps names in the report to displayed names."""
    is_sized: bool = True
    """Whether the time depends on the size of the group."""


_PEERS = {OURS: OURS, "PyNaCl": "PyNaCl", "cryptography": "cryptography"}
_LOADERS = {"quicksalt.trust": OURS, "cryptography": "cryptography", "Python ssl": SSL}
_CONTEXTS = {tls.OURS: OURS, tls.OPENSSL: SSL}

ROWS = (
    Shown("lab peers", "crypto_secretbox", "Secret box", _PEERS),
    Shown("lab peers", "crypto_scalarmult", "X25519", _PEERS, is_sized=False),
    Shown("lab peers", "crypto_sign", "Ed25519, sign", _PEERS),
    Shown("lab peers", "crypto_sign_open", "Ed25519, verify", _PEERS),
    Shown("lab peers", "crypto_hash_sha256", "SHA-256", _PEERS),
    Shown("lab growth", "loading", "Trust store", _LOADERS),
    Shown("lab tls", "making a context", "TLS context", _CONTEXTS),
)


def picture(paths: Sequence[Path]) -> tuple[str, str]:
    """Draw the picture from the reports in these files, for the light and the dark theme.

    Uses reports of `quicksalt lab peers`, `lab growth` and `lab tls`, if present. Raises LabError
    if a file is not a report, or if no report has rows for the picture.
    """
    reports = [schema.load_file(path) for path in paths]
    light, dark = (drawn(reports, palette) for palette in (bars.LIGHT, bars.DARK))
    if not light:
        raise LabError("expected a report of lab peers, lab growth or lab tls with rows to show")
    return light, dark


def drawn(reports: Sequence[Report], palette: bars.Palette = bars.PAGE) -> str:
    """Draw the picture from reports; empty if they lack rows for it."""
    tasks = [task for row in ROWS if (task := _task(row, reports))]
    return bars.draw(TITLE, list(_notes(reports)), tasks, palette, width=WIDTH) if tasks else ""


def _task(row: Shown, reports: Sequence[Report]) -> bars.Task | None:
    """Return the bars of a row; None if no report has the row."""
    groups = [
        group
        for report in reports
        if report.kind == row.kind
        for group in report.groups
        if group.topic.name == row.topic and not group.void
    ]
    found = max(
        groups,
        key=lambda group: (sum(name in group for name in row.names), group.topic.size),
        default=None,
    )
    drawn = tuple(_bars(row, found)) if found else ()
    if found is None or len(drawn) < 2:
        return None
    return bars.Task(row.label, _remark(found) if row.is_sized else "", drawn)


def _remark(group: Group) -> str:
    """Format the size, such as `16 KiB` or `10,000 certificates`."""
    size, axis = group.topic.size, group.topic.axis
    if axis in ("none", "bytes"):
        return units.size(size, axis)
    return units.number(size, axis.removesuffix("s"))


def _bars(row: Shown, group: Group) -> Iterator[bars.Bar]:
    """Yield a bar for each competitor of the group, quicksalt first.

    The factor is the quotient of the two displayed times: the picture lacks space to explain that
    the ruler's ratio is a different figure.
    """
    ours = next(name for name, shown in row.names.items() if shown == OURS)
    if ours not in group:
        return
    for name, shown in row.names.items():
        if name not in group:
            continue
        label = units.time(group[name].median)
        if shown != OURS:
            label += f", {_times(group[name].median / group[ours].median)}"
        yield bars.Bar(shown, group[name].median, label)


def _times(ratio: float) -> str:
    """Format a factor with two digits, such as `2.3x`."""
    return f"{float(f'{ratio:.2g}'):,.0f}x" if ratio >= 10 else f"{ratio:.1f}x"


def _notes(reports: Sequence[Report]) -> Iterator[str]:
    """Yield the machine and the versions of the measurement."""
    used = [report for report in reports if report.kind in {row.kind for row in ROWS}]
    card = used[0].card
    peers: dict[str, str] = {}
    for report in used:
        peers |= report.detail.get("peers", {})
    versions = [f"{name} {peers[name]}" for name in ("PyNaCl", "cryptography") if name in peers]
    yield f"{card.processor.model_name}, {card.software.kernel}"
    yield ", ".join([card.software.python, *versions, f"medians, {card.condition.date[:10]}"])
