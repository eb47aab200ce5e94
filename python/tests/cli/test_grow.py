"""`quicksalt grow`: its output, its files and its exit codes."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path

import pytest

from quicksalt_lab.ruler import schema
from quicksalt_lab.valgrind import tool
from tests import command

SIZES = (32, 64, 128, 256)


run = partial(command.run, "grow")


def profile(n: int, square: int) -> str:
    """Return the profile of a program that calls `rebuild` n times; each call costs n."""
    rebuild = square * n * n
    return (
        f"version: 1\ncreator: hand\ncmd: ./a {n}\npositions: line\nevents: Ir\n"
        f"ob=/bin/a\nfl=a.c\nfn=main\n1 {5000 + 90 * n}\ncfn=rebuild\ncalls={n} 5\n2 {rebuild}\n"
        f"fn=rebuild\n5 {rebuild}\ntotals: {5000 + 90 * n + rebuild}\n"
    )


def files(folder: Path, square: int) -> list[str]:
    paths = [folder / f"callgrind.out.{n}" for n in SIZES]
    for n, path in zip(SIZES, paths, strict=True):
        path.write_text(profile(n, square))
    return [str(path) for path in paths]


def test_existing_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    kept = tmp_path / "grow.json"
    result = run("--from", *files(tmp_path, 3), "--project", "10000", "--json", str(kept))
    assert result.output == Path(__file__).with_name("grow.txt").read_text("utf-8")
    report = schema.load(kept.read_text())
    assert report.kind == "grow"
    assert report.detail["sizes"] == list(SIZES)
    (origin,) = report.detail["origins"]
    assert (origin["name"], origin["callers"][0]["calls"]) == ("rebuild", 256)
    assert report.detail["mix"]["terms"]["n^2"] == pytest.approx(3)
    assert report.detail["projection"]["n"] == 10_000
    (rebuild,) = (f for f in report.detail["functions"] if f["name"] == "rebuild")
    assert rebuild["own"] == [3 * n * n for n in SIZES]


@pytest.mark.parametrize(
    ("square", "limit", "code", "text"),
    [
        (3, "1.2", 1, "n^1.20: rebuild"),
        (3, "2.1", 0, "origins (where"),
        (0, "1.2", 0, "origins: none"),
    ],
)
def test_the_limit(square: int, limit: str, code: int, text: str, tmp_path: Path) -> None:
    result = run("--from", "--max-exponent", limit, *files(tmp_path, square), code=code)
    assert text in result.output


def test_the_order_of_files_does_not_matter_and_sizes_may_be_given(tmp_path: Path) -> None:
    paths = files(tmp_path, 3)
    backwards = run("--from", *reversed(paths))
    assert backwards.output == run("--from", *paths).output
    renamed = [str(Path(path).rename(tmp_path / name)) for path, name in zip(paths, "abcd")]  # noqa: B905
    run("--from", *renamed, code=2)
    result = run("--from", "--sizes", "32,64,128,256", *renamed)
    assert result.output == backwards.output


def test_a_file_that_is_cut_short(tmp_path: Path) -> None:
    paths = files(tmp_path, 3)
    Path(paths[1]).write_text(profile(128, 3)[:150])
    result = run("--from", *paths, code=4)
    assert paths[1] in result.output


def test_without_valgrind_there_are_wall_times(monkeypatch: pytest.MonkeyPatch) -> None:
    real = shutil.which
    monkeypatch.setattr(
        tool.shutil, "which", lambda name: None if name == "valgrind" else real(name)
    )  # type: ignore[attr-defined]
    result = run("--sizes", "1,2,4", "--", "test", "{n}", code=3)
    assert "valgrind" in result.output
    assert "n = 4: " in result.output
    assert "too short" in result.output


@pytest.mark.slow
def test_a_command_that_fails_at_one_size() -> None:
    result = run("--sizes", "1,2,4", "--", "sh", "-c", "test {n} = 1", code=4)
    assert "n = 2: sh" in result.output
    run("--sizes", "1,2,4", "--", "no-such-program", "{n}", code=2)


@pytest.mark.slow
def test_a_real_run(tmp_path: Path) -> None:
    """Covers setup, a path with spaces, the environment, saved files and hidden features."""
    place = tmp_path / "a place"
    place.mkdir()
    script = "import os, sys; n = len(open(sys.argv[1]).read()); [i for i in range(n * n)]"
    result = run(
        *("--sizes", "50,100,200", "--keep", str(tmp_path / "kept files"), "--env", "A=b c"),
        *("--setup", f"printf '%0{{n}}d' 0 > '{place}'/'in {{n}}'; test \"$A\" = 'b c'", "--lines"),
        *("--", sys.executable, "-I", "-S", "-c", script, f"{place}/in {{n}}"),
    )
    assert "wall time" in result.output
    assert [len(list((tmp_path / "kept files" / n).glob("callgrind.out.*"))) for n in ("50", "200")]
    assert "PyEval_EvalFrameDefault" in result.output
