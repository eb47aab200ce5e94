"""The benchmark of the CoinZdense post."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quicksalt.hashsig import coinzdense as czd
from quicksalt.lab import workers as lab
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.result import Topic
from tests.command import run

from ..quicksalt_lab.samples import group

TOPIC = Topic("hashsig.onetime-public-keys", 1024, "keys")
NATIVE = {"native 1": 100.0, "native 2": 52.0}


def times(threads_2: float, processes_2: float) -> dict[str, float]:
    shares = {lab.NONE: 100.0, "threads 1": 100.0, "threads 2": threads_2}
    return {**shares, "processes 1": 130.0, "processes 2": processes_2, **NATIVE}


def test_all_settings_compute_the_same_keys_and_their_cpu_time_is_known() -> None:
    plan = Plan(rounds=3, seed=1)
    found, spent = lab.measure(lab.settings(1), plan, 20)
    assert not found.refused
    names = ["none", "threads 1", "processes 1", "native 1"]
    assert [series.name for series in sorted(found.series, key=lab.order)] == names
    assert found.clock == "wall"
    assert set(spent.cpu_ns) == set(spent.waiting) == {series.name for series in found.series}
    assert all(ns > 0 for ns in spent.cpu_ns.values())


@pytest.mark.parametrize("most", [1, 2, 5])
def test_the_control_needs_as_many_processors_as_any_row(most: int) -> None:
    first, *rest = lab.settings(most)
    assert first == lab.Setting(lab.THREADS, most)
    assert max(setting.workers for setting in rest) <= most


def test_a_thread_that_waits_for_a_processor_is_seen() -> None:
    """Two threads that share one processor wait for it half of their time."""
    if sys.platform != "linux":
        pytest.skip("needs /proc")
    before = lab._waited("self")
    code = "import time\nwhile time.process_time() < 0.3: pass"
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, [min(allowed)])
    try:
        with subprocess.Popen([sys.executable, "-c", code]) as other:
            while other.poll() is None:
                pass
    finally:
        os.sched_setaffinity(0, allowed)
    assert lab._waited("self") - before > 100_000_000


def test_the_keys_match_the_post() -> None:
    secret = czd.key_from_creds("coinzdense", "demodemo", "secretpassword12345")
    third = czd.LevelKey(secret, 3, 20, 7, 3)
    key = czd.OneTimeSigningKey(20, 7, third.levelsalt, secret, 3_000_000)
    assert lab.make(4)[3].get_pubkey() == key.get_pubkey()


@pytest.mark.parametrize(
    ("threads_2", "processes_2", "code"),
    [(55.0, 70.0, 0), (57.0, 70.0, 1), (55.0, 54.0, 1)],
)
@pytest.mark.parametrize("waiting", [0.0, 0.48])
def test_the_verdict(
    monkeypatch: pytest.MonkeyPatch,
    threads_2: float,
    processes_2: float,
    code: int,
    waiting: float,
) -> None:
    found = group(times(threads_2, processes_2), topic=TOPIC)
    cpu = {series.name: series.median for series in found.series}
    spent = lab.Spent(cpu, {**dict.fromkeys(cpu, 0.0), "threads 2": waiting})
    monkeypatch.setattr(lab, "measure", lambda *_: (found, spent))
    monkeypatch.setattr(lab, "available", lambda: 2)
    result = run("lab", "workers", "--workers", "2", code=5 if waiting else code)
    if waiting:
        # A different program used the second processor, so a ratio of 0.997 for two threads is
        # not evidence about quicksalt.
        assert "48 %" in result.output
        return
    assert f" {threads_2 / 100:.3f} " in result.output
    assert "threads 2" in result.output


def test_the_file(tmp_path: Path) -> None:
    report = tmp_path / "workers.json"
    arguments = ["--rounds", "3", "--workers", "1", "--keys", "8"]
    run("lab", "workers", *arguments, "--json", report, code=(0, 5))
    detail = json.loads(report.read_text(encoding="utf-8"))["detail"]
    assert set(detail["cpu_ns"]) == {"none", "threads 1", "processes 1", "native 1"}
