"""A measurement that is interrupted keeps what it has, marked as partial."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from quicksalt.cli import main
from quicksalt.lab import tls
from quicksalt.lab.peers import match
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.result import Group

from ..quicksalt_lab.samples import group


def _after(count: int) -> object:
    """Make a measurement that gives so many groups, and is then interrupted."""
    left = [count]

    def measured(*_arguments: object) -> Group:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return group({match.OURS: 100, "PyNaCl": 200})

    return measured


@pytest.mark.parametrize(("count", "is_kept"), [(2, True), (0, False)])
def test_what_was_measured_is_kept(
    count: int, is_kept: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(match, "play", _after(count))
    path = tmp_path / "peers.json"
    assert CliRunner().invoke(main, ["lab", "peers", "--json", str(path)]).exit_code != 0
    assert path.exists() == is_kept
    if is_kept:
        found = schema.load_file(path)
        assert (found.kind, found.partial, len(found.groups)) == ("lab peers", True, count)


def test_a_whole_measurement_is_not_marked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = group({tls.OPENSSL: 100, tls.OURS: 1})
    monkeypatch.setattr("quicksalt.cli.tls.RUNS", [lambda _plan: made] * 2)
    path = tmp_path / "tls.json"
    assert CliRunner().invoke(main, ["lab", "tls", "--json", str(path)]).exit_code == 0
    found = schema.load_file(path)
    assert (found.kind, found.partial, len(found.groups)) == ("lab tls", False, 2)
