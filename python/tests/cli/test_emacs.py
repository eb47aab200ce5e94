"""`quicksalt lab emacs`: time the Emacs package and report missing parts."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from quicksalt.lab import emacs
from quicksalt_lab.ruler import schema
from tests import command

from ..files.programs import program

LISP = Path(__file__).parents[3] / "emacs"

FEW = ["--rounds", "3", "--batch-ms", "0.01", "--seed", "5"]


run = partial(command.run, "lab", "emacs", *FEW)


def test_without_emacs_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    result = run("--lisp", str(LISP), code=3)
    assert "emacs-nox" in result.output


@pytest.mark.parametrize("name", [".", "absent"])
def test_a_folder_without_the_package_is_reported(tmp_path: Path, name: str) -> None:
    program("emacs")
    result = run("--lisp", str(tmp_path / name), code=4)
    assert str(tmp_path / name) in result.output
    assert emacs.MAIN in result.output
    assert "--lisp" in result.output


def test_lisp_that_does_not_compile_is_reported(tmp_path: Path) -> None:
    program("emacs")
    (tmp_path / emacs.MAIN).write_text("(defun broken (")
    result = run("--lisp", str(tmp_path), code=4)
    assert "Emacs fails: " in result.output


def test_available_tasks_are_timed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program("emacs")
    work = (
        emacs.Work("cbc", 1024, ("kaesar", "tables", "ccl")),
        emacs.Work("seal", 64, ("module", "lisp"), wall=True),
    )
    monkeypatch.setattr(emacs, "WORK", work)
    file = tmp_path / "emacs.json"
    also = tmp_path / "also"
    also.mkdir()
    run("--lisp", str(LISP), "--also", str(also), "--json", str(file), code=(0, 5))
    report = schema.load(file.read_text())
    assert [[series.name for series in group.series] for group in report.groups] == [
        ["tables", "ccl"],
        ["lisp"],
    ]
    assert [group.clock for group in report.groups] == ["process-cpu", "wall"]
    assert not any(group.refused for group in report.groups)
    rows = report.detail["garbage"]
    assert [(row["who"], row["bytes"]) for row in rows] == [
        ("tables", 1024),
        ("ccl", 1024),
        ("lisp", 64),
    ]
