"""What a report says of what it cannot tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from quicksalt_lab.grow import experiment, words
from quicksalt_lab.grow.experiment import Plan
from quicksalt_lab.grow.report import Report, analyse
from quicksalt_lab.valgrind import symbols, tool
from quicksalt_lab.valgrind.counts import UNKNOWN, Symbol

from ..conftest import Fails
from .made import MAIN, counted, counted_at

SIZES = (100, 200, 400, 800)


def report(*symbols: Symbol, stops: int = 0) -> Report:
    """All functions grow with n, up to a limit perhaps."""
    points = counted_at(SIZES, lambda n: counted(dict.fromkeys(symbols, 1000 * min(n, stops or n))))
    return analyse(points, ("./a",))


@pytest.mark.parametrize(
    ("object_", "name", "said"),
    [
        ("/usr/bin/perl", "Perl_sv_catsv_flags", "note: perl interprets Perl: functions are those"),
        ("/usr/bin/mawk", "0x000012", "note: mawk interprets awk"),
        ("/usr/lib/libtcl8.6.so", "TEBCresume", "note: libtcl8.6.so interprets Tcl"),
        (
            "/usr/lib/libpython3.11.so.1.0",
            "_PyEval_EvalFrameDefault",
            "note: Python 3.11 does not say which of its functions runs; 3.12 and later do",
        ),
        ("/opt/python", "_PyEval_EvalFrameDefault", "note: this Python does not say"),
        ("/usr/bin/python3.11", "list_contains", "note: Python 3.11 does not say"),
        ("/usr/bin/python3.13", "list_contains", "note: Python 3.13 left no map of its functions"),
    ],
)
def test_what_an_interpreter_hides(object_: str, name: str, said: str) -> None:
    assert any(line.startswith(said) for line in words.notes(report(Symbol(object_, "x", name))))


def test_who_is_no_interpreter_or_tells_its_functions() -> None:
    python = Symbol("/usr/bin/python3.13", "ceval.c", "_PyEval_EvalFrameDefault")
    assert words.notes(report(Symbol("/bin/shuffle", "a.c", "main"))) == []
    assert words.notes(report(python, Symbol("python", "a.py", "unique"))) == []


def test_a_map_that_is_missing_at_one_size_is_used_at_none() -> None:
    loop = Symbol("/usr/bin/python3.13", "ceval.c", "_PyEval_EvalFrameDefault")
    unique = Symbol("python", "a.py", "unique")
    points = counted_at(SIZES, lambda n: counted({loop if n == 200 else unique: n * n}))
    found = analyse(points, ("python3.13", "a.py"))
    assert found.growth.own == {loop: tuple(float(n * n) for n in SIZES)}
    assert found.unmapped == (200,)
    (said,) = words.notes(found)
    assert said.startswith("note: the interpreter left no map of its functions at n = 200")


def test_a_stripped_program_is_named_with_the_package_of_its_symbols(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(symbols, "package", {"/usr/bin/gzip": "gzip-dbgsym"}.get)
    found = report(Symbol("/usr/bin/gzip", UNKNOWN, "0x0000000000004f30"))
    assert found.unnamed == ("/usr/bin/gzip",)
    (said,) = words.notes(found)
    assert said.startswith(
        "note: gzip is stripped: functions that it does not export are named by "
    )
    assert "gzip-dbgsym" in said
    found = report(Symbol("/opt/other", UNKNOWN, "0x0000000000004f30"))
    assert "a package of its distribution" in words.notes(found)[0]


def test_the_package_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dpkg = tmp_path / "dpkg"
    dpkg.write_text('#!/bin/sh\ntest "$2" = /bin/gzip && echo "gzip: /bin/gzip"\n')
    dpkg.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    symbols.package.cache_clear()
    assert symbols.package("/usr/bin/gzip") == "gzip-dbgsym"
    assert symbols.package("/opt/other") is None
    symbols.package.cache_clear()


def test_growth_that_ends_is_a_limit_of_the_program() -> None:
    found = report(Symbol("./a", "a.c", "main"), stops=400)
    (said,) = words.notes(found)
    assert said.startswith("note: nothing grows any more from n = 400 to 800: the program may have")


def after(*totals: int) -> Report:
    """One function, which costs so much at each size."""
    costs = dict(zip(SIZES, totals, strict=True))
    return analyse(counted_at(SIZES, lambda n: counted({MAIN: costs[n]})), ("./a",))


def test_growth_that_goes_back_is_a_limit_too() -> None:
    for found in (after(151, 604, 2416, 132), after(151, 604, 2416, 1200)):
        (said,) = words.stops(found)
        assert said.startswith("note: less is done from n = 400 to 800: the program may have")
    assert words.stops(after(500, 500, 500, 500)) == []
    assert words.stops(after(100, 200, 400, 800)) == []


def test_what_no_sum_of_powers_fits_has_none() -> None:
    assert words.total(after(100, 200, 400, 800)).startswith("instructions = 1 n: ")
    said = words.total(after(10, 1200, 2416, 2400))
    assert said.startswith("instructions grow unsteadily: sums of powers miss by ")


def test_a_failure_at_a_larger_size_says_that_smaller_ones_work(fails: Fails) -> None:
    with fails(tool.CommandError):
        list(experiment.time_all(Plan(("sh", "-c", "test {n} -le 200"), SIZES)))


FIND = """#!/bin/sh
echo "$@" >> {log}
echo {symbols}
"""


@pytest.mark.slow
def test_symbols_come_from_a_server_where_one_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `debuginfod-find` that has the symbols of a stripped program."""
    import subprocess

    from tests.quicksalt_lab.grow.conftest import need

    need("gcc", "valgrind")
    source = Path(__file__).parent / "programs/sorted.c"
    program, names = tmp_path / "program", tmp_path / "program.debug"
    build = ["gcc", "-g", "-O2", "-Wl,--build-id=sha1", str(source), "-o", str(program)]
    subprocess.run(build, check=True)
    subprocess.run(["objcopy", "--only-keep-debug", program, names], check=True)
    subprocess.run(["strip", program], check=True)
    finder = tmp_path / "debuginfod-find"
    finder.write_text(FIND.format(log=tmp_path / "log", symbols=names))
    finder.chmod(0o755)
    bare = tool.count([str(program), "64"], tmp_path)
    assert "main" not in {symbol.name for symbol in bare.own}
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("DEBUGINFOD_URLS", "http://127.0.0.1:1")
    counts = tool.count([str(program), "64"], tmp_path)
    assert "debuginfo" in (tmp_path / "log").read_text()
    assert "main" in {symbol.name for symbol in counts.own}
