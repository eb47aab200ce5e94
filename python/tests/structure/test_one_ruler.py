"""All figures come from the ruler; other code that reads a clock is its child or is listed here."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]

CLOCK = re.compile(
    r"\b(Instant::now|(Thread|Process)Time::now|perf_counter|thread_time|process_time"
    r"|clock_gettime|Getrusage)"
)

CHILDREN = {
    "crates/peers/child/src/lib.rs",
    "crates/peers/children/hash-sigs/child.c",
    "crates/peers/children/pypi.py",
    "python/lab/src/quicksalt/lab/growth/loaders/child.h",
    "python/lab/src/quicksalt/lab/growth/loaders/pool.go",
    "python/lab/src/quicksalt/lab/targets/in_wasmtime.py",
    "python/lab/src/quicksalt/lab/targets/native.c",
}

OTHERS = {
    "python/lab/src/quicksalt_lab/ruler/clock.py": "the ruler",
    "python/lab/src/quicksalt_lab/valgrind/timed_run.py": "a whole run of any program: no race",
    "python/lab/src/quicksalt/lab/workers.py": "CPU time of all workers",
    "python/lab/src/quicksalt/lab/neighbour.py": "how long to keep a CPU busy",
    "python/native/binding/src/interrupt.rs": "when to ask for interrupts again",
    "crates/cli/command/src/progress.rs": "when to show how far work is",
    "crates/hashsig/src/signing/key.rs": "how long a disk takes, for the next reservation",
    "crates/hashsig/examples/latency/disk.rs": "no ruler can hold it, see its text",
    "crates/hashsig/examples/latency/report.rs": "no ruler can hold it, see its text",
    "crates/core/examples/selftests.rs": "no ruler can hold it, see its text",
    "crates/core/src/interrupt.rs": "an example of a time limit",
    "crates/core/src/prim/fuzz.rs": "when to stop",
    "crates/files/examples/fuzz.rs": "when to stop",
    "crates/trust/examples/fuzz.rs": "when to stop",
}


def readers(root: Path) -> set[str]:
    """Return the files, except tests, that read a clock suitable for timing code."""
    found = set()
    for top in ("crates", "python", "records", "scripts", "vectors", "wasm"):
        for path in (root / top).rglob("*"):
            name = path.relative_to(root)
            if path.suffix not in {".c", ".go", ".h", ".py", ".rs"}:
                continue
            if {"target", "tests", ".venv"} & set(name.parts):
                continue
            if CLOCK.search(path.read_text()):
                found.add(name.as_posix())
    return found


def test_no_other_file_reads_a_clock() -> None:
    assert readers(ROOT) == CHILDREN | OTHERS.keys()


def test_children_speak_the_protocol() -> None:
    for name in CHILDREN:
        assert "quicksalt-child/1" in (ROOT / name).read_text(), name
    for example in ("crates/hashsig/examples/latency/main.rs", "crates/core/examples/selftests.rs"):
        assert "lab's" in (ROOT / example).read_text(), example


def test_a_clock_is_detected(tmp_path: Path) -> None:
    file = tmp_path / "crates" / "x.rs"
    file.parent.mkdir()
    for text in ("let start = Instant::now();", "ThreadTime::now()", "time.perf_counter_ns()"):
        file.write_text(text)
        assert readers(tmp_path) == {"crates/x.rs"}
    file.write_text("deadline = time.monotonic()")
    assert readers(tmp_path) == set()
