"""An interrupted measurement saves its results and marks them as partial."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quicksalt.lab import emacs, tls, workers
from quicksalt.lab.peers import match
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import Interrupted
from quicksalt_lab.ruler.result import Group
from tests.command import run

from ..quicksalt_lab.samples import group
from .test_verdicts import interrupted_after


@pytest.mark.parametrize(("count", "is_kept"), [(2, True), (0, False)])
def test_completed_measurements_are_saved(
    count: int, is_kept: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(match, "play", interrupted_after(count))
    path = tmp_path / "peers.json"
    ended = run("lab", "peers", "--json", path, code=1)
    assert ("partial" in ended.stderr) == is_kept
    assert path.exists() == is_kept
    if is_kept:
        found = schema.load_file(path)
        assert (found.kind, found.partial, len(found.groups)) == ("lab peers", True, count)
        assert f"{count} groups measured; {path} " in ended.stderr


def test_an_interrupt_says_how_to_keep_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "play", interrupted_after(1))
    ended = run("lab", "peers", code=1)
    assert "--json FILE" in ended.stderr


@pytest.mark.parametrize("is_kept", [True, False])
def test_the_rounds_of_an_interrupted_group_are_kept(
    is_kept: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def measured(*_arguments: object) -> tuple[Group, dict[str, float]]:
        raise Interrupted(group({"none": 100, "threads 2": 50})) if is_kept else KeyboardInterrupt

    monkeypatch.setattr(workers, "measure", measured)
    path = tmp_path / "workers.json"
    run("lab", "workers", "--json", path, code=1)
    assert path.exists() == is_kept
    if is_kept:
        found = schema.load_file(path)
        assert (found.kind, found.partial, len(found.groups)) == ("lab workers", True, 1)


class Stopping:
    """A fake Emacs: the interrupt arrives during garbage counting, after all times are measured."""

    def garbage(self) -> list[dict[str, object]]:
        raise KeyboardInterrupt


def test_an_interrupt_after_the_times_keeps_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    @contextmanager
    def compiled(*_arguments: object, **_options: object) -> Iterator[Stopping]:
        yield Stopping()

    monkeypatch.setattr(emacs, "compiled", compiled)
    monkeypatch.setattr(emacs, "race", lambda *_: [group({"kaesar": 200, "ccl": 20})] * 2)
    path = tmp_path / "emacs.json"
    run("lab", "emacs", "--lisp", tmp_path, "--json", path, code=1)
    found = schema.load_file(path)
    assert (found.kind, found.partial, len(found.groups)) == ("lab emacs", True, 2)


def test_a_report_that_is_written_is_not_replaced_by_a_part_of_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    made = group({"none": 100, "threads 1": 101, "threads 2": 50, "processes 1": 120})
    spent = workers.Spent({s.name: 1.0 for s in made.series}, {s.name: 0.0 for s in made.series})
    monkeypatch.setattr(workers, "measure", lambda *_: (made, spent))
    monkeypatch.setattr("quicksalt.cli.workers._judge", interrupted)
    path = tmp_path / "workers.json"
    run("lab", "workers", "--json", path, code=1)
    assert not schema.load_file(path).partial


def test_a_whole_measurement_is_not_marked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = group({tls.OPENSSL: 100, tls.OURS: 1})
    monkeypatch.setattr("quicksalt.cli.tls.RUNS", [lambda _plan: made] * 2)
    path = tmp_path / "tls.json"
    run("lab", "tls", "--json", path)
    found = schema.load_file(path)
    assert (found.kind, found.partial, len(found.groups)) == ("lab tls", False, 2)
