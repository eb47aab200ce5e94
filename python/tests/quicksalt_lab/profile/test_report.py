"""Output of `quicksalt profile` for hand-made programs, compared with `report.txt`."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from quicksalt_lab.cli import show_profile
from quicksalt_lab.profile.baseline import Baseline
from quicksalt_lab.profile.study import Study, study
from quicksalt_lab.valgrind.counts import UNKNOWN
from quicksalt_lab.valgrind.memcheck import Finding, Findings, Frame, Section
from quicksalt_lab.valgrind.tool import Native
from tests import golden

from ..grow.made import MAIN, WORK, counted, working

ONE_RUN, THREE_RUNS = (
    Native(wall_s, wall_s, wall_s, 20_480) for wall_s in ((0.25,), (0.25, 0.5, 1.0))
)


def frames(count: int) -> tuple[Frame, ...]:
    return tuple(Frame(f"f{i}", f"a.c:{i}") for i in range(count))


def studies() -> dict[str, Study]:
    kept = Section("Address is 0 bytes after a block of size 40 alloc'd", frames(1))
    leaks = [
        Finding("Leak_DefinitelyLost", "lost", frames(1), 1, 240, 10, 0),
        Finding("Leak_DefinitelyLost", "lost with others", frames(1), 1, 5024, 1, 4784),
    ]
    errors = [Finding("InvalidRead", f"error {i}", frames(1), i + 1) for i in range(5)]
    errors[0] = Finding("InvalidRead", "error 0", frames(9), 1, also=(kept,))
    several = working(900, 4100, times=1200)
    several.processes = 2
    several.calls[WORK, MAIN].add(0.25, 9)
    much = Findings((*leaks, *errors), 3)
    return {
        "nothing found": study(["./a"], ONE_RUN, Findings((), 2), counted({MAIN: 0, WORK: 0})),
        "one leak": study(["./a"], ONE_RUN, Findings((leaks[0],), 0), working(900, 100)),
        "much found": study(["./a", "b c"], THREE_RUNS, much, several),
    }


def test_printed_reports_of_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    own = {("main", "a.c"): 900.0, ("gone", UNKNOWN): 60.0}
    before = Baseline(("./a",), "2026-01-01", 100, 0.5, 10_240, 0, own)
    text = io.StringIO()
    console = Console(file=text, width=300, markup=False)
    for name, found in studies().items():
        console.print(f"== {name}", highlight=False)
        show_profile.study(console, found, 12)
        show_profile.verdict(console, found)
    show_profile.against(console, studies()["much found"], before)
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    golden.check(Path(__file__).with_name("report.txt"), "\n".join(lines).rstrip() + "\n")
