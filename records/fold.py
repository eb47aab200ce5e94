#!/usr/bin/env python3
"""Folds the records of this folder into the static rank in the library.

    python records/fold.py            writes crates/core/src/prim/rank.rs
    python records/fold.py --check    exits with 1 if that file is not up to date

For every operation and size class the candidates are ordered by worst regret, smallest first: their
time over the best candidate's, in the worst of all epochs on a machine. With five or more machines,
each candidate's worst machine is ignored, so that a single report cannot decide. Candidates with
close worst regrets are ordered by their mean over the machines. README.md describes the format.

Records are untrusted: their names must be well-formed, and their ratios, which are medians of
pairs, must agree with their median times. Operations and candidates that no longer exist in the
sources are ignored.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
RANK = HERE.parent / "crates" / "core" / "src" / "prim" / "rank.rs"
SOURCES = RANK.parent
SCHEMA = "quicksalt-lab/1"
FORMAT = 2
CLASSES = 7

# Two epochs of one machine differ this much, so closer worst regrets do not determine an order.
CLOSE = 1.05

HEAD = """\
//! The static rank, folded from `records/` by `python records/fold.py`. Do not edit.

use crate::choose::RankRow;

/// There are no records for WebAssembly, which has different kernels: the table order applies.
#[cfg(target_arch = "wasm32")]
pub(crate) static RANK: &[RankRow] = &[];

#[rustfmt::skip]
#[cfg(not(target_arch = "wasm32"))]
pub(crate) static RANK: &[RankRow] = &["""

# On a busy machine, medians of pairs and quotients of medians differ by less than this factor.
AGREE = 2

# With this many machines, a single wrong record cannot decide an order.
MANY = 5

Ranks = dict[str, list[list[str]]]
"""For each operation and size class, the candidates from the fastest to the slowest."""

Tables = dict[str, set[str]]
"""The names of each primitive's candidates."""

EARLIER = {"xchacha20poly1305": "chacha20poly1305"}
"""Primitive names in old records, with the primitive whose loop now measures the same."""

Regrets = dict[str, dict[str, float]]
"""Each candidate's worst regret on every machine that measured it."""


NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)?")
"""A candidate, or a primitive and its operation."""

NAMED = re.compile(r'(?:primitive\(\s*|\bname: )"([a-z0-9-]+)"')
"""The name of a primitive in records."""


class RecordError(Exception):
    """A record that cannot be folded."""


def tables(sources: Path = SOURCES) -> Tables:
    """Return the candidates of each primitive, from its `candidates!` table."""
    found = {}
    for path in sources.glob("*/mod.rs"):
        text = path.read_text(encoding="utf-8")
        table, name = re.search(r"candidates! \{(.*?)\}", text, re.DOTALL), NAMED.search(text)
        if table and name:
            listed = re.sub(r"#\[.*?\]|\w+:(?!:)", "", table[1])
            found[name[1]] = set(re.findall(r"\w+", listed))
    return found


def read(path: Path, known: Tables) -> list[dict[str, Any]]:
    """Read one machine's record, restricted to known primitives and candidates."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(f"{path.name}: {error}") from None
    if not isinstance(data, dict) or (data.get("schema"), data.get("kind")) != (SCHEMA, "tune"):
        raise RecordError(f"{path.name}: expected the output of quicksalt tune --json")
    if data.get("format") != FORMAT:
        raise RecordError(f"{path.name}: format {data.get('format')}: expected {FORMAT}")
    try:
        machine = data["card"]["processor"]["name"]
        cells: list[dict[str, Any]] = data["cells"]
        for cell in cells:
            _check(cell)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RecordError(
            f"{path.name}: {error!r}: expected the output of quicksalt tune"
        ) from None
    if path.name.split(".")[0] != machine:
        raise RecordError(f"{path.name}: it names the machine {machine!r:.80}")
    return [
        _reduced(cell, known[primitive])
        for cell in _renamed(cells)
        if (primitive := cell["operation"].split(".")[0]) in known
    ]


def _renamed(cells: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the cells under current names; drop a cell with an old name if the new one exists."""
    earlier = {cell["operation"].split(".")[0] for cell in cells} & EARLIER.keys()
    taken = {EARLIER[name] for name in earlier}
    for cell in cells:
        primitive, dot, operation = cell["operation"].partition(".")
        if primitive not in taken:
            yield cell | {"operation": EARLIER.get(primitive, primitive) + dot + operation}


def _reduced(cell: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Remove the candidates that are not among the names."""
    epochs = [
        epoch | {"candidates": {n: f for n, f in epoch["candidates"].items() if n in names}}
        for epoch in cell["epochs"]
    ]
    return {**cell, "epochs": epochs}


def _check(cell: Mapping[str, Any]) -> None:
    """Reject a cell with a name, a size or a figure that tune does not write."""
    size = cell["from"]
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise ValueError(f"from must be a size, not {size!r:.40}")
    _check_name(cell["operation"])
    for epoch in cell["epochs"]:
        if not isinstance(epoch["void"], bool):
            raise TypeError("void must be true or false")
        candidates = epoch["candidates"]
        medians = {name: _positive(figures["median_ns"]) for name, figures in candidates.items()}
        for name, figures in candidates.items():
            _check_name(name)
            ratio, told = _positive(figures["ratio"][1]), medians[name] / min(medians.values())
            if not epoch["void"] and not told / AGREE <= ratio <= told * AGREE:
                raise ValueError(f"the ratio {ratio} of {name} is {told:.3f} by the median times")


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValueError(f"{name!r:.60} is not a valid name")


def _positive(number: object) -> float:
    if not isinstance(number, int | float) or not 0 < number < math.inf:
        raise ValueError(f"times and ratios must be positive numbers, not {number!r:.40}")
    return float(number)


def fold(records: Mapping[str, Iterable[Mapping[str, Any]]]) -> Ranks:
    """Order the candidates of every operation and size class, over all records by file name."""
    classes: dict[str, list[int]] = {}
    regrets: dict[tuple[str, int], Regrets] = defaultdict(lambda: defaultdict(dict))
    for name, cells in sorted(records.items()):
        machine = name.split(".")[0]
        by_operation: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for cell in cells:
            by_operation[cell["operation"]].append(cell)
        for operation, own in by_operation.items():
            sizes = sorted(cell["from"] for cell in own)
            if classes.setdefault(operation, sizes) != sizes or len(sizes) > CLASSES:
                raise RecordError(f"{name}: {operation} has other size classes: {sizes}")
            for cell in own:
                found = regrets[operation, sizes.index(cell["from"])]
                for candidate, regret in _regrets(cell["epochs"]):
                    worst = found[candidate].get(machine, 1.0)
                    found[candidate][machine] = max(worst, regret)
    return {
        name: [order(regrets[name, index]) for index in range(len(sizes))]
        for name, sizes in sorted(classes.items())
    }


def order(regrets: Regrets) -> list[str]:
    """Order candidates by worst regret; close ones by the mean over machines, then by name."""
    left = {
        candidate: (max(counted), _mean(counted))
        for candidate, by_machine in regrets.items()
        if (counted := _counted(by_machine.values()))
    }
    ordered = []
    while left:
        bound = CLOSE * min(worst for worst, _ in left.values())
        close = [candidate for candidate, (worst, _) in left.items() if worst <= bound]
        ordered.append(min(close, key=lambda candidate: (left[candidate][1], candidate)))
        del left[ordered[-1]]
    return ordered


def _counted(regrets: Collection[float]) -> list[float]:
    """Drop the worst machine if there are at least `MANY`."""
    least_first = sorted(regrets)
    return least_first[: -(len(least_first) >= MANY) or None]


def _mean(ratios: Collection[float]) -> float:
    """Return the geometric mean, rounded, so that equal ratios have equal means."""
    return round(math.exp(sum(map(math.log, ratios)) / len(ratios)), 6)


def _regrets(epochs: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, float]]:
    """Yield the candidates with their regret in each epoch, without void epochs."""
    for epoch in epochs:
        for candidate, figures in ({} if epoch["void"] else epoch["candidates"]).items():
            yield candidate, figures["ratio"][1]


def text(ranks: Ranks) -> str:
    """Format the ranks as Rust if there is a choice; the last row applies to larger classes."""
    lines = [HEAD]
    for operation, classes in ranks.items():
        if not any(len(candidates) > 1 for candidates in classes):
            continue
        last = len(classes) - 1
        while last > 0 and classes[last - 1] == classes[last]:
            last -= 1
        lines.append(f'    ("{operation}", "\\')
        names = [f"        {' '.join(candidates)}" for candidates in classes[: last + 1]]
        lines.append(";\\\n".join(names) + '"),')
    if len(lines) == 1:
        return HEAD + "];\n"
    return "\n".join([*lines, "];"]) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Fold the records, write or check the rank, and return the exit code."""
    parser = argparse.ArgumentParser(description="Fold the records into the static rank.")
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 on difference")
    parser.add_argument("--records", type=Path, default=HERE, help="the folder of the records")
    parser.add_argument("--rank", type=Path, default=RANK, help="the Rust file")
    options = parser.parse_args(arguments)
    try:
        known = tables()
        records = {path.name: read(path, known) for path in sorted(options.records.glob("*.json"))}
        wanted = text(fold(records))
    except RecordError as error:
        print(error, file=sys.stderr)
        return 2
    if not options.check:
        options.rank.write_text(wanted, encoding="utf-8")
        return 0
    if options.rank.read_text(encoding="utf-8") == wanted:
        return 0
    print(f"{options.rank} is not up to date: run {sys.argv[0]}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
