"""A report's notes about facts that it cannot determine."""

from __future__ import annotations

from pathlib import Path

import pytest

from quicksalt_lab.grow import experiment, words
from quicksalt_lab.grow.experiment import Plan
from quicksalt_lab.grow.report import Report, Stop
from quicksalt_lab.grow.trend import Kind
from quicksalt_lab.valgrind import machines, symbols, tool
from quicksalt_lab.valgrind.counts import UNKNOWN, Symbol

from ..conftest import Fails
from .made import analysed, costing, counted

SIZES = (100, 200, 400, 800)


def report(*symbols: Symbol) -> Report:
    """Return a report in which all functions grow with n."""
    return analysed(SIZES, lambda n: counted(dict.fromkeys(symbols, 1000 * n)))


@pytest.mark.parametrize(
    ("object_", "name", "language", "version"),
    [
        ("/usr/bin/perl", "Perl_sv_catsv_flags", "Perl", None),
        ("/usr/bin/mawk", "0x000012", "awk", None),
        ("/usr/lib/libtcl8.6.so", "TEBCresume", "Tcl", None),
        ("/usr/lib/libpython3.11.so.1.0", "_PyEval_EvalFrameDefault", "Python", (3, 11)),
        ("/opt/python", "_PyEval_EvalFrameDefault", "Python", None),
        ("/usr/bin/python3.11", "list_contains", "Python", (3, 11)),
        ("/usr/bin/python3.13", "list_contains", "Python", (3, 13)),
    ],
)
def test_an_interpreters_hidden_functions_are_noted(
    object_: str, name: str, language: str, version: tuple[int, int] | None
) -> None:
    symbol = Symbol(object_, "x", name)
    assert machines.interpreters({symbol: 1.0}) == [(language, symbol)]
    assert machines.version(symbol) == version
    told = f"Python {version[0]}.{version[1]}" if version else language
    assert any(told in line for line in words.notes(report(symbol)))


def test_no_note_for_compiled_programs_or_visible_functions() -> None:
    python = Symbol("/usr/bin/python3.13", "ceval.c", "_PyEval_EvalFrameDefault")
    assert words.notes(report(Symbol("/bin/shuffle", "a.c", "main"))) == []
    assert words.notes(report(python, Symbol("python", "a.py", "unique"))) == []


def test_a_map_missing_at_one_size_is_not_used() -> None:
    loop = Symbol("/usr/bin/python3.13", "ceval.c", "_PyEval_EvalFrameDefault")
    unique = Symbol("python", "a.py", "unique")
    found = analysed(SIZES, lambda n: counted({loop if n == 200 else unique: n * n}))
    assert found.growth.own == {loop: tuple(float(n * n) for n in SIZES)}
    assert found.unmapped == (200,)
    assert len(words.notes(found)) == 1


def test_a_stripped_program_is_named_with_the_package_of_its_symbols(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(symbols, "package", {"/usr/bin/gzip": "gzip-dbgsym"}.get)
    found = report(Symbol("/usr/bin/gzip", UNKNOWN, "0x0000000000004f30"))
    assert found.unnamed == ("/usr/bin/gzip",)
    (said,) = words.notes(found)
    assert "gzip-dbgsym" in said
    found = report(Symbol("/opt/other", UNKNOWN, "0x0000000000004f30"))
    assert found.unnamed == ("/opt/other",)
    assert "dbgsym" not in words.notes(found)[0]


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
    found = costing(SIZES, (100, 200, 400, 400))
    assert found.stop is Stop.ENDS
    assert words.notes(found) == words.stops(found) != []


def test_growth_that_reverses_is_a_limit_too() -> None:
    for costs in ((151, 604, 2416, 132), (151, 604, 2416, 1200)):
        assert costing(SIZES, costs).stop is Stop.FALLS
    for costs in ((500, 500, 500, 500), (100, 200, 400, 800)):
        found = costing(SIZES, costs)
        assert (found.stop, words.stops(found)) == (None, [])


def test_growth_that_no_sum_of_powers_fits_has_no_formula() -> None:
    assert "= 1 n: " in words.total(costing(SIZES, (100, 200, 400, 800)))
    found = costing(SIZES, (10, 1200, 2416, 2400))
    assert found.growth.trend.kind is Kind.UNSTEADY
    assert words.percent(found.mix.rms) in words.total(found)


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
    """Uses a fake `debuginfod-find` that returns a stripped program's symbols."""
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
