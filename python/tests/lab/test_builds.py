"""Build times: recorded by `scripts/timed.py`, shown by the report."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quicksalt.lab.report import builds, page
from quicksalt.lab.report.views import Outcome
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.schema import Report
from tests.command import run

from ..quicksalt_lab.samples import card, group

TIMED = Path(__file__).parents[3] / "scripts/timed.py"


def timed(folder: Path, name: str, *command: str) -> int:
    """Run a command as the Makefile runs a build; the command fills the folder `made`."""
    argv = [sys.executable, str(TIMED), name, "made", *command]
    return subprocess.run(argv, cwd=folder, check=False).returncode


def test_a_clean_build_is_recorded(tmp_path: Path) -> None:
    assert timed(tmp_path, "fails", "sh", "-c", "mkdir made; exit 3") == 3
    (tmp_path / "made").rmdir()
    assert timed(tmp_path, "elsewhere", "true") == 0
    assert timed(tmp_path, "python", "mkdir", "made") == 0
    assert timed(tmp_path, "again", "true") == 0
    (one,) = builds.read(tmp_path / "target/builds")
    assert one.name == "python"
    assert 0 <= one.wall_s < 60
    assert one.cpus >= 1


def test_the_page_shows_builds() -> None:
    outcome = Outcome("lab peers", Report("lab peers", card(), (group({"quicksalt": 1}),)))
    made = [builds.Build("python", 150.4, 260.7, 2), builds.Build("<other>", 3, 4, 2)]
    html = page.page([outcome], made)
    for words in ("Build times", "150 s", "261 s", "Python module", "&lt;other&gt;"):
        assert words in html
    assert "Build times" not in page.page([outcome])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "build"),
        ("[]", "None"),
        ('{"schema": "quicksalt-lab/1"}', "quicksalt-lab/1"),
        ('{"schema": "quicksalt-build/1"}', "KeyError"),
        (
            json.dumps({"schema": builds.SCHEMA, "name": "x", "wall_s": -1, "cpu_s": 1, "cpus": 2}),
            "times",
        ),
    ],
)
def test_an_invalid_file_is_named(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(LabError, match="bad.json.*" + words):
        builds.read(tmp_path)


def test_the_command_takes_the_folder(tmp_path: Path) -> None:
    folder, out = tmp_path / "builds", tmp_path / "page.html"
    folder.mkdir()
    kept = tmp_path / "peers.json"
    kept.write_text(schema.dump(Report("lab peers", card(), (group({"quicksalt": 1}),))))
    argv = ["lab", "report", str(kept), "--builds", str(folder), "--output", str(out)]
    run(*argv)
    (folder / "python.json").write_text("{")
    assert "python.json" in run(*argv, code=4).output
