"""The JSON format of all measurements, version `quicksalt-lab/1`.

```
{"schema": "quicksalt-lab/1", "kind": "race", "card": {...}, "detail": {...}, "groups": [...]}
```

A group has its topic (name, size, axis), clock, seed, refused competitors with reasons, and for
every competitor the iterations per batch, all batches in nanoseconds, in the order of the rounds,
and its clock if it differs from the group's. `median_ns`, `quartile_ns` (both per call), `ratio`
(low, middle and high end against the first competitor), `control` (the A/A interval), `floor` and
`void` are derived from the batches for the convenience of readers; loading a file computes them
again. A group that belongs to one of several epochs has the epoch's machine `condition`, quiet or
busy. `detail` contains other data of the view. `"partial": true` marks a report of an interrupted
measurement: its groups are valid, but further groups are missing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from quicksalt_lab.printable import printable
from quicksalt_lab.ruler import files
from quicksalt_lab.ruler.card import Card, Condition, Processor, Software
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.result import Group, Refusal, Series, Topic
from quicksalt_lab.ruler.stats import Interval

SCHEMA = "quicksalt-lab/1"


@dataclass(frozen=True)
class Report:
    """The measurements of one command."""

    kind: str
    """The command, such as `race`."""
    card: Card
    groups: tuple[Group, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)
    """JSON values, defined by the view."""
    partial: bool = False
    """Whether the measurement was interrupted."""


def dump(report: Report) -> str:
    """Format a report as JSON, one group per line."""
    return lines(
        {
            "schema": SCHEMA,
            "kind": report.kind,
            **({"partial": True} if report.partial else {}),
            "card": asdict(report.card),
            "detail": dict(report.detail),
            "groups": [group_values(group) for group in report.groups],
        }
    )


def lines(values: Mapping[str, Any]) -> str:
    """Format a JSON object with one line per member, and one per element of a list."""
    members = []
    for name, value in values.items():
        if isinstance(value, list) and value:
            text = "[\n" + ",\n".join(_compact(element) for element in value) + "\n]"
        else:
            text = _compact(value)
        members.append(f"{_compact(name)}: {text}")
    return "{\n" + ",\n".join(members) + "\n}\n"


def load(text: str) -> Report:
    """Parse a report. Raises LabError if it is malformed, damaged, or of another version."""
    try:
        data: Any = _shown(json.loads(text))
    except json.JSONDecodeError as error:
        if _ends_early(text, error.pos):
            raise LabError("truncated JSON") from None
        raise LabError(f"not JSON: {error}") from None
    except RecursionError:
        raise LabError("not JSON of a report: nested too deeply") from None
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != SCHEMA:
        raise LabError(f"schema is {schema!r}: expected {SCHEMA!r}")
    try:
        groups = tuple(read_group(group) for group in data["groups"])
        card, detail = read_card(data["card"]), dict(data["detail"])
        return Report(str(data["kind"]), card, groups, detail, bool(data.get("partial")))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise LabError(f"damaged report: {type(error).__name__}: {error}") from None


def _shown(value: object) -> object:
    """Escape control characters in an untrusted report, for display on a terminal."""
    match value:
        case str():
            return printable(value)
        case list():
            return [_shown(element) for element in value]
        case dict():
            return {_shown(name): _shown(element) for name, element in value.items()}
    return value


def _ends_early(text: str, fault: int) -> bool:
    """Return whether a JSON object is invalid because its end is missing."""
    whole = text.strip()
    return whole.startswith("{") and (fault >= len(text.rstrip()) or not whole.endswith("}"))


def load_file(path: Path) -> Report:
    """Read the report in a file. Raises LabError, which names the file."""
    try:
        return load(files.read_text(path))
    except OSError as error:
        raise LabError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise LabError(f"{path}: not JSON: the text is not UTF-8") from None
    except LabError as error:
        raise LabError(f"{path}: {error}") from None


def read_card(data: Mapping[str, Any]) -> Card:
    """Parse a card from its JSON values."""
    processor = dict(data["processor"])
    for name in ("features", "caches"):
        processor[name] = tuple(processor[name])
    nested = {
        "processor": Processor(**processor),
        "condition": Condition(**data["condition"]),
        "software": Software(**data["software"]),
    }
    return Card(**{**data, **nested})


def interval(value: Interval, digits: int = 6) -> list[float]:
    """Return an interval's ends and middle with six digits, far more precise than any interval."""
    return [float(f"{x:.{digits}g}") for x in (value.low, value.middle, value.high)]


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def group_values(group: Group) -> dict[str, Any]:
    """Return a group as JSON values."""
    condition = {"condition": group.condition} if group.condition else {}
    return {
        **asdict(group.topic),
        **condition,
        "clock": group.clock,
        "seed": group.seed,
        "control": interval(group.control),
        "floor": group.floor,
        "void": group.void,
        "earlier": [[i.low, i.middle, i.high] for i in group.earlier],
        "refused": [asdict(refusal) for refusal in group.refused],
        "series": [_series(s) | {"ratio": interval(group.ratio(s.name))} for s in group.series],
        "twin": _series(group.twin),
    }


def _series(series: Series) -> dict[str, Any]:
    return {
        "name": series.name,
        "note": series.note,
        **({"clock": series.clock} if series.clock else {}),
        "iterations": series.iterations,
        "median_ns": series.median,
        "quartile_ns": series.quartile,
        "batches": list(series.batches),
    }


def read_group(data: Mapping[str, Any]) -> Group:
    """Parse a group from its JSON values. Raises KeyError or TypeError if they are malformed.

    Raises ValueError if the batches do not allow computing figures.
    """
    group = Group(
        Topic(data["name"], data["size"], data["axis"]),
        data["clock"],
        data["seed"],
        tuple(_read_series(series) for series in data["series"]),
        _read_series(data["twin"]),
        tuple(Refusal(**refusal) for refusal in data["refused"]),
        tuple(Interval(*ends) for ends in data["earlier"]),
        data.get("condition", ""),
    )
    if not group.series:
        raise ValueError(f"{group.topic.name}: no series")
    return group


def _read_series(data: Mapping[str, Any]) -> Series:
    name, iterations, batches = data["name"], data["iterations"], tuple(data["batches"])
    if not all(type(count) is int and count > 0 for count in (iterations, *batches)):
        raise ValueError(f"{name}: expected batches and iterations above 0")
    if len(batches) % 2 == 0:
        raise ValueError(f"{name}: expected an odd number of batches, not {len(batches)}")
    return Series(name, iterations, batches, data["note"], data.get("clock", ""))
