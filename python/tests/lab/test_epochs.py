"""Epochs in separate processes: measurements, failures, and cleanup."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from quicksalt import _native
from quicksalt.lab import epochs, neighbour, race
from quicksalt.lab.forcing import forcing
from quicksalt.lab.race import Cell
from quicksalt.lab.survey import survey
from quicksalt_lab.ruler import clock
from quicksalt_lab.ruler.measure import DisagreementError, LabError, Plan
from tests import golden

TEXTS = Path(__file__).with_name("refusals.txt")

QUICK = Plan(rounds=3, batch_ns=50_000, seed=7)
BOTH = ("quiet", "busy")
DEADLINE = 20


def cells() -> list[Cell]:
    (operation,) = survey(["x25519.base"])
    return [Cell(operation, 0)]


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Put a program in the place where epochs look for Python."""
    file = tmp_path / "python"
    monkeypatch.setattr(sys, "executable", str(file))
    return file


def scripted(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def test_an_epoch_process_inherits_the_settings() -> None:
    with forcing(survey()):
        _native.force("x25519.base", "portable")
        quiet, busy = epochs.run(cells(), BOTH, QUICK)
    assert (quiet.condition, busy.condition) == BOTH
    assert quiet.seed in {7, 8}
    assert busy.seed in {9, 10}
    for group in (quiet, busy):
        assert group.topic.name == "x25519.base"
        assert group[race.CHOICE].note == "portable"
        assert [s.name for s in race.candidates(group)] == list(cells()[0].operation.usable)
        assert not group.refused


def test_the_policy_holds_in_the_epochs() -> None:
    _native.set_policy("verified")
    try:
        usable = cells()[0].operation.usable
        (group,) = epochs.run(cells(), ["busy"], QUICK)
    finally:
        _native.set_policy("fastest")
    assert [s.name for s in race.candidates(group)] == list(usable)
    assert len(usable) < len(cells()[0].operation.usable)


def test_with_limits_undecided_epochs_are_repeated() -> None:
    plan = Plan(rounds=3, batch_ns=50_000, seed=7)
    # Every regret interval contains the limit 1.0, so no regret is certainly above or below it.
    groups = epochs.run(cells(), ["quiet"] * 3, plan, {"quiet": 1.0})
    assert {len(group.base.batches) for group in groups} <= {3, 7}


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo no module >&2; exit 3", "the process ended with exit code 3: no module"),
        ("read task; kill -9 $$", "the process ended with signal 9"),
        ("read task; echo garbage", "the process ended with exit code 0"),
        ("read task; echo '[1]'; sleep 1000", None),
        ("""read task; echo '{"error":"LabError","text":"takes no time"}'""", "takes no time"),
    ],
)
def test_an_epoch_that_fails_is_named(
    script: str, why: str | None, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A process with an invalid answer gets a limited time to end.
    monkeypatch.setattr(epochs, "PATIENCE_S", 0.2)
    scripted(program, script)
    with pytest.raises(LabError) as raised:
        list(epochs.run(cells(), BOTH, QUICK))
    text = str(raised.value)
    assert text.startswith("epoch 1 of 2 (quiet): ")
    assert text.endswith(why or "malformed output, and the process does not exit")


def test_an_epoch_imports_from_the_same_path(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend("/from/elsewhere")
    scripted(program, 'echo "${PYTHONPATH%%:*}" >&2; exit 1')
    with pytest.raises(LabError, match=r"exit code 1: /from/elsewhere$"):
        list(epochs.run(cells(), ["quiet"], QUICK))


def test_a_wrong_choice_in_an_epoch_is_a_disagreement(program: Path) -> None:
    said = json.dumps({"error": "DisagreementError", "text": "x25519.base at 0: wrong output"})
    scripted(program, f"read task; echo '{said}'")
    with pytest.raises(DisagreementError, match=r"x25519\.base") as caught:
        list(epochs.run(cells(), ["quiet"], QUICK))
    golden.check_said(TEXTS, "epoch", caught.value)


def test_a_neighbour_that_ends_is_detected() -> None:
    with neighbour.neighbours(clock.other_cpus()[:1] or [None]) as beside:
        beside.work_on(cells()[0])
        for process in beside.processes:
            process.kill()
            process.wait()
        with pytest.raises(LabError) as caught:
            beside.work_on(cells()[0])
        golden.check_said(TEXTS, "neighbour", caught.value)


def test_a_neighbour_works_until_its_input_is_closed() -> None:
    argv = [sys.executable, "-m", neighbour.__name__, str(neighbour.ANYWHERE)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for size in (64, 1000):
            task = ["sha256.hash", size, "portable"]
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
            assert process.stdout.readline() == neighbour.READY
        if sys.platform == "linux":
            assert works(process.pid)
        process.stdin.close()
        assert process.wait(DEADLINE) == 0


def works(pid: int) -> bool:
    """Return whether a process uses CPU time; it may have to wait for a CPU."""

    def ticks() -> int:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(words[11]) + int(words[12])

    end, before = monotonic() + DEADLINE, ticks()
    while ticks() - before < 10:
        if monotonic() > end:
            return False
        sleep(0.01)
    return True


def test_on_one_cpu_epochs_cannot_be_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    assert epochs.possible(["quiet", "busy", "quiet"])[0] == "quiet"
    monkeypatch.setattr(clock, "_affinity", lambda: {0})
    assert clock.other_cpus() == []
    assert epochs.possible(["quiet", "busy", "quiet"]) == ("quiet", "quiet")
    monkeypatch.setattr(clock, "_affinity", lambda: None)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert clock.other_cpus() == []
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert clock.other_cpus() == [None, None]


def test_siblings_of_the_core_are_kept_busy_before_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(clock, "_affinity", lambda: set(range(16)))
    # CPU 15 runs the measurement.
    assert clock.other_cpus(tmp_path) == [14, 13, 12, 11, 10, 9, 8]
    topology = tmp_path / "cpu15" / "topology"
    topology.mkdir(parents=True)
    for text, expected in (
        ("7,15\n", [7]),
        ("12-15\n", [14, 13, 12]),
        ("15\n", [14, 13, 12, 11, 10, 9, 8]),
        ("", [14, 13, 12, 11, 10, 9, 8]),
    ):
        (topology / "thread_siblings_list").write_text(text)
        assert clock.other_cpus(tmp_path) == expected
