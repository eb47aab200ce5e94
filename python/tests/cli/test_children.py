"""`quicksalt lab children`: programs that measure their own time, from the command line."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

from quicksalt_lab.ruler import schema
from tests import command

from ..quicksalt_lab.children.conftest import in_c, in_python, scripted

__all__ = ["in_c", "in_python"]

FEW = ["--rounds", "3", "--batch-ms", "0.1", "--seed", "5"]


run = partial(command.run, "lab", "children", *FEW)


def named(name: str, argv: list[str]) -> str:
    return f"{name}={shlex.join(argv)}"


def test_children_are_raced(in_c: list[str], in_python: list[str], tmp_path: Path) -> None:
    file = tmp_path / "children.json"
    # Three rounds may be too noisy; then the exit code is 5.
    result = run(named("one", in_c), named("other", in_python), "--json", str(file), code=(0, 5))
    for text in ("thread-cpu", "/ one", "xorshift in Python", "A/A"):
        assert text in result.output
    report = schema.load(file.read_text())
    (group,) = report.groups
    assert report.kind == "lab children"
    assert [series.name for series in group.series] == ["one", "other"]
    assert report.detail["commands"] == {"one": in_c, "other": in_python}


def test_a_child_with_another_output_is_rejected(in_python: list[str], in_c: list[str]) -> None:
    source = Path(in_python[1])
    wrong = source.with_name("wrong.py")
    wrong.write_text(source.read_text().replace("result:016x", "1:016x"))
    argv = [in_python[0], str(wrong)]
    result = run(named("a", in_c), named("b", in_python), named("c", argv), code=1)
    assert "REFUSED c" in result.output


def test_tasks_and_timeouts() -> None:
    answer = 'case $request in "task sleep 9") sleep 9;; *) exit 9;; esac'
    child = named("odd", scripted(answer))
    result = run(child, "--task", "sleep  9", "--timeout", "0.1", "--no-pin", code=4)
    assert "0.1 s" in result.output
