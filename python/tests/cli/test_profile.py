"""`quicksalt profile`: its output, its files and its exit codes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from quicksalt_lab.ruler import schema
from quicksalt_lab.valgrind import tool
from tests import command
from tests.quicksalt_lab.grow.conftest import Compile, need
from tests.quicksalt_lab.grow.conftest import compiled as compiled

run = partial(command.run, "profile")


def test_all_options_together(compiled: Compile, tmp_path: Path) -> None:
    need("valgrind")
    program = str(compiled("leak.c"))
    kept, page, raw = tmp_path / "before.json", tmp_path / "page.html", tmp_path / "raw files"
    files = ["--save", str(kept), "--html", str(page), "--keep", str(raw)]
    result = run(*files, "--top", "400", "--", program, "6")
    for text in (
        "wall time",
        "(median of ",
        "36 bytes in 3 blocks",
        "      copy (leak.c:8)",
        "main (leak.c)",
    ):
        assert text in result.output
    report = schema.load(kept.read_text())
    assert report.kind == "profile"
    assert report.detail["lost_bytes"] == 36
    assert sum(f["own"] for f in report.detail["functions"]) <= report.detail["instructions"]
    (copy,) = (f for f in report.detail["functions"] if f["name"] == "copy")
    assert (copy["calls"], copy["callers"][0]["name"]) == (7, "main")
    assert "36 B" in page.read_text()
    assert len(list(raw.glob("callgrind.out.*"))) == len(list(raw.glob("memcheck.*.xml"))) == 1


@pytest.mark.slow
def test_against_a_baseline(compiled: Compile, tmp_path: Path) -> None:
    need("valgrind")
    program, kept = str(compiled("leak.c")), tmp_path / "before.json"
    raw = ["--keep", str(tmp_path / "raw"), "--repeats", "1"]
    run("--save", str(kept), *raw, "--", program, "6")
    # Files that the first run left in the folder are not counted again.
    result = run(
        "--against",
        str(kept),
        *raw,
        "--fail-on-leak",
        "--fail-on-error",
        "--",
        program,
        "4",
        code=1,
    )
    assert "baseline" in result.output
    assert "-33.33 %" in result.output
    assert "leaks: failed" in result.output
    assert "errors: failed" in result.output


@pytest.mark.slow
def test_a_program_that_forks(compiled: Compile, tmp_path: Path) -> None:
    need("valgrind")
    program = str(compiled("processes.c", "-DBEFORE"))
    result = run("--repeats", "1", "--keep", str(tmp_path / "raw"), "--", program, "40")
    assert ", 2 processes" in result.output
    assert "no errors" in result.output


@pytest.mark.slow
def test_suppressions(compiled: Compile, tmp_path: Path) -> None:
    need("valgrind")
    silent = tmp_path / "silent.supp"
    silent.write_text(
        "{\n known\n Memcheck:Leak\n match-leak-kinds: definite\n ...\n fun:copy\n}\n"
    )
    program = str(compiled("leak.c"))
    result = run("--suppressions", str(silent), "--fail-on-leak", "--", program, "6")
    assert "1 suppressed" in result.output


def test_a_command_that_fails() -> None:
    need("valgrind")
    result = run("--", "sh", "-c", "echo why >&2; exit 9", code=4)
    assert "9\n  why" in result.output


def test_the_peak_of_a_small_program_excludes_its_parent(compiled: Compile) -> None:
    peaks = [tool.peak([str(compiled("leak.c")), n]) for n in ("6", "6")]
    if None in peaks:
        pytest.skip("the kernel forbids tracing here")
    # The upper limit is below the memory of the Python interpreter that starts the program.
    assert all(peak is not None and 500 < peak < 4000 for peak in peaks)
    assert tool.native([str(compiled("leak.c")), "6"], repeats=1).peak_kib > 4000
