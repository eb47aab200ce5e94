"""`quicksalt doctor`: what this machine has, and what is known of each candidate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from quicksalt import _native, environment
from quicksalt.cli import show
from quicksalt.lab import card, recorded, tune
from quicksalt.lab.survey import UNKNOWN_POLICY, Operation, policy, survey
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples, json_option, write
from quicksalt_lab.cli.terminal import console
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.card import Card

_WHY = {"barred": "barred by the policy", "unproven": "no proof"}


@click.command(epilog=examples("quicksalt doctor", "quicksalt doctor --json doctor.json"))
@json_option
def doctor(json_path: Path | None) -> None:
    """Print the machine card, every candidate with its state, and the record in force.

    Proof and timing are two properties: of the proof the part that is proven is named, and timing
    is checked if memcheck found no branch or index that depends on a secret, else claimed. What the
    environment asks for and cannot be honoured is named last.

    Exits with 1 if a candidate fails its self-test.
    """
    out = console()
    operations = survey()
    machine = card.take()
    tables.card(out, machine)
    out.print(f"  dalek's AVX-512 backend: {_yes(_native.machine()['dalek_avx512'])}")
    _candidates(out, operations)
    _choices(out, operations)
    _record(out)
    _unhonoured(out)
    if json_path is not None:
        write(json_path, _json(machine, operations))
    states = [candidate.state for o in operations for candidate in o.candidates]
    if "failed" in states:
        raise SystemExit(Exit.FAILED)


def _candidates(out: Console, operations: tuple[Operation, ...]) -> None:
    grid = tables.new_table("Candidates")
    names = ["primitive", "candidate", "state", "timing", "backend"]
    tables.columns(grid, names, [], ["proof", "origin", "parts"])
    found = {(o.primitive, c.name): c for o in operations for c in o.candidates}
    last = ""
    for (primitive, name), c in found.items():
        first = "" if primitive == last else primitive
        words = (c.timing, c.backend, c.proof, c.origin, " ".join(c.parts))
        grid.add_row(first, name, show.state(c), *words)
        last = primitive
    out.print(grid)


def _choices(out: Console, operations: tuple[Operation, ...]) -> None:
    grid = tables.new_table(f"Choices, policy {policy()}")
    tables.columns(grid, ["operation"], [], ["from size: candidate (why)"])
    for operation in operations:
        last, parts = None, []
        for c in operation.classes:
            if (c.candidate, c.reason) != last:
                parts.append(
                    f"{c.smallest}: {c.candidate or 'none'} ({_WHY.get(c.reason, c.reason)})"
                )
            last = (c.candidate, c.reason)
        grid.add_row(operation.name, ", ".join(parts))
    out.print(grid)


def _record(out: Console) -> None:
    rows = _native.record_rows()
    where = _native.record_path() or "no place: set QUICKSALT_RECORD"
    state = "none for this processor and build" if rows is None else f"{len(rows)} classes"
    out.print(f"Record in force: {state} ({where})", soft_wrap=True)
    _epochs(out, rows or [])
    if (why := _native.record_ignored()) is not None:
        out.print(f"  the file does not count: {why}", soft_wrap=True)


def _epochs(out: Console, rows: Sequence[tune.Row]) -> None:
    """Say of how many epochs the record is made, and the most that a choice of it lost in one."""
    counts = {tuple(sorted(Counter(recorded.conditions(row[3])).items())) for row in rows}
    told = " or ".join(
        ", ".join(f"{count} {condition}" for condition, count in reversed(found))
        for found in sorted(counts)
        if found
    )
    lost = [(recorded.worst(row[3], row[2]), row) for row in rows]
    regrets = [(regret, row) for regret, row in lost if regret is not None]
    if regrets:
        regret, row = max(regrets)
        text = f"worst regret of a choice {regret:.3f} ({row[0]} from {row[1]}: {row[2]})"
        out.print(f"  epochs: {told}; {text}", soft_wrap=True)


def _json(machine: Card, operations: tuple[Operation, ...]) -> str:
    path = _native.record_path()
    detail: dict[str, Any] = {
        "machine": dict(_native.machine()),
        "policy": policy(),
        "unhonoured": environment.unhonoured,
        "record": {
            "path": path and str(path),
            "rows": _native.record_rows(),
            "ignored": _native.record_ignored(),
        },
        "operations": [asdict(operation) for operation in operations],
    }
    return schema.dump(schema.Report("doctor", machine, (), detail))


def _unhonoured(out: Console) -> None:
    for sentence in environment.unhonoured:
        out.print(f"Not honoured: {sentence}", soft_wrap=True)
    if policy() == UNKNOWN_POLICY:
        out.print("No policy is in force: every operation raises UnavailableError until one is.")


def _yes(value: bool) -> str:
    return "in" if value else "not in"
