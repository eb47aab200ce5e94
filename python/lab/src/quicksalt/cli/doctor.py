"""`quicksalt doctor`: the machine's features, and the state of each candidate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from quicksalt import _native, environment
from quicksalt.cli import show
from quicksalt.lab import card, recorded, tune
from quicksalt.lab.survey import UNKNOWN_POLICY, Candidate, Operation, policy, survey
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples, json_option, write
from quicksalt_lab.cli.screen import fold, narrow, verdict
from quicksalt_lab.cli.terminal import console
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.card import Card

_WHY = {"barred": "barred by the policy", "unproven": "no proof"}


@click.command(
    epilog=examples(
        "quicksalt doctor", "quicksalt doctor --details", "quicksalt doctor --json doctor.json"
    )
)
@click.option("--details", is_flag=True, help="Also show every candidate, and the choices by size.")
@json_option
def doctor(details: bool, json_path: Path | None) -> None:
    """Print the machine, the chosen candidate of each primitive, and the active record.

    With --details also prints every candidate, whether it can run here, and the choice for each
    operation and size. `proof` names the part of a candidate that is proven correct. `timing` is
    `checked` if valgrind's memcheck found no branch or index that depends on a secret, otherwise
    `claimed`. Settings such as QUICKSALT_USE that this machine cannot honour are listed.

    Exits with 1 if a candidate fails its self-test.
    """
    out = console()
    operations = survey()
    machine = card.take()
    (tables.card if details else tables.brief)(out, machine)
    has_avx512 = "in" if _native.machine()["dalek_avx512"] else "not in"
    fold(out, f"  dalek's AVX-512 backend: {has_avx512}")
    if details:
        _candidates(out, operations)
        _choices(out, operations)
    else:
        _chosen(out, operations)
    _record(out, operations)
    _unhonoured(out)
    if json_path is not None:
        write(json_path, _json(machine, operations))
    states = _states(operations)
    _verdict(out, states)
    if not details:
        fold(out, "Every candidate, and the choices by size: quicksalt doctor --details")
    if states["failed"]:
        raise SystemExit(Exit.FAILED)


def _by_primitive(operations: Sequence[Operation]) -> dict[str, dict[str, Candidate]]:
    """Collect the candidates of each primitive's operations, by name."""
    found: dict[str, dict[str, Candidate]] = {}
    for operation in operations:
        of = found.setdefault(operation.primitive, {})
        of.update((candidate.name, candidate) for candidate in operation.candidates)
    return found


def _states(operations: Sequence[Operation]) -> Counter[str]:
    """Count the candidates in each state."""
    found = _by_primitive(operations).values()
    return Counter(candidate.state for of in found for candidate in of.values())


def _verdict(out: Console, states: Counter[str]) -> None:
    told = [f"{states['proven']} of {states.total()} candidates pass their self-tests here"]
    if lacking := states["lacks"]:
        told.append(f"{lacking} need features that this processor lacks")
    told.append(f"{states['failed'] or 'none'} failed")
    verdict(out, states["proven"] / states.total(), f"{', '.join(told)}.")


def _chosen(out: Console, operations: Sequence[Operation]) -> None:
    """Print the candidates chosen for each primitive, over all its operations and sizes."""
    chosen: dict[str, dict[str, None]] = {}
    for operation in operations:
        of = chosen.setdefault(operation.primitive, {})
        for c in operation.classes:
            why = "" if c.reason in ("rank", "table") else f" ({_WHY.get(c.reason, c.reason)})"
            of[f"{c.candidate or 'none'}{why}"] = None
    width = max(len(name) for name in chosen) + 2
    fold(out, f"Chosen, policy {policy()}", style="bold")
    for primitive, names in chosen.items():
        tables.sentence(out, f"  {primitive:<{width}}", ", ".join(names))


def _candidates(out: Console, operations: Sequence[Operation]) -> None:
    if narrow(out):
        _stacked(out, operations)
        return
    grid = tables.new_table("Candidates")
    names = ["primitive", "candidate", "state", "timing", "backend"]
    tables.columns(grid, names, [], ["proof", "origin", "parts"])
    for primitive, of in _by_primitive(operations).items():
        first = primitive
        for name, c in of.items():
            words = (c.timing, c.backend, c.proof, c.origin, " ".join(c.parts))
            grid.add_row(first, name, show.state(c), *words)
            first = ""
    out.print(grid)


def _stacked(out: Console, operations: Sequence[Operation]) -> None:
    """Print each candidate as a sentence under its primitive."""
    fold(out, "Candidates", style="bold")
    for primitive, of in _by_primitive(operations).items():
        fold(out, primitive)
        for name, c in of.items():
            words = [show.state(c), f"timing {c.timing}"]
            words += [f"backend {c.backend}"] if c.backend else []
            words += [f"proof: {c.proof}"] if c.proof else []
            words += [c.origin] + ([f"parts: {' '.join(c.parts)}"] if c.parts else [])
            fold(out, f"  {name}: {'; '.join(words)}", indent="    ")


def _choices(out: Console, operations: Sequence[Operation]) -> None:
    title = f"Choices, policy {policy()}"
    rows = [(operation.name, ", ".join(_by_size(operation))) for operation in operations]
    if narrow(out):
        fold(out, f"{title}: from size: candidate (why)", style="bold")
        for name, text in rows:
            fold(out, f"  {name}: {text}", indent="    ")
        return
    grid = tables.new_table(title)
    tables.columns(grid, ["operation"], [], ["from size: candidate (why)"])
    for row in rows:
        grid.add_row(*row)
    out.print(grid)


def _by_size(operation: Operation) -> Iterator[str]:
    """Yield each choice with the smallest size that it applies to, such as `64: avx2 (rank)`."""
    last = None
    for c in operation.classes:
        if (c.candidate, c.reason) != last:
            yield f"{c.smallest}: {c.candidate or 'none'} ({_WHY.get(c.reason, c.reason)})"
        last = (c.candidate, c.reason)


def _record(out: Console, operations: Sequence[Operation]) -> None:
    rows = _native.record_rows()
    where = _native.record_path() or "no path: set QUICKSALT_RECORD"
    state = "none for this processor and build" if rows is None else f"{len(rows)} classes"
    known = {
        (operation.name, found.smallest, candidate.name)
        for operation in operations
        for found in operation.classes
        for candidate in operation.candidates
    }
    if unknown := sum(row[:3] not in known for row in rows or []):
        state += f", {unknown} unknown to this build"
    fold(out, f"Record in force: {state} ({where})", indent="  ")
    if rows is None:
        for cpu, build in _native.record_owners():
            fold(out, f"  the file has an entry for {cpu}, build {build}", indent="    ")
    _epochs(out, rows or [])
    if (why := _native.record_ignored()) is not None:
        fold(out, f"  file ignored: {why}", indent="    ")


def _epochs(out: Console, rows: Sequence[tune.Row]) -> None:
    """Print the record's number of epochs, and the worst regret among its choices."""
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
        fold(out, f"  epochs: {told}; {text}", indent="    ")


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
            "owners": _native.record_owners(),
        },
        "operations": [asdict(operation) for operation in operations],
    }
    return schema.dump(schema.Report("doctor", machine, (), detail))


def _unhonoured(out: Console) -> None:
    for sentence in environment.unhonoured:
        fold(out, f"Not honoured: {sentence}", indent="  ")
    if policy() == UNKNOWN_POLICY:
        fold(
            out, "No policy is in force: every operation raises UnavailableError until one is set."
        )
