"""Tests of grow on real programs, which are compiled and whose instructions are counted."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from quicksalt_lab.grow import experiment, words
from quicksalt_lab.valgrind import callgrind, inline, tool
from quicksalt_lab.valgrind.counts import Counts

from ..conftest import Fails
from .conftest import Compile, Grow, need

SIZES = (32, 64, 128, 256)


def test_the_2008_program(compiled: Compile, grown: Grow) -> None:
    found = grown([str(compiled("names.c")), "{n}"], SIZES[:3])
    (origin,) = found.origins
    assert (origin.symbol.name, origin.symbol.where) == ("generate_rdn_seq", "names.c")
    callers = [(one.symbol.name, one.count) for one in origin.callers]
    assert callers == [("set_x509_trust_file", 128)]
    assert origin.called == pytest.approx(1)
    assert origin.callee is not None
    assert (origin.callee.symbol.name, origin.callee.count) == ("crt_get_raw_dn", 16_512)
    assert words.power(origin.callee.exponent) == "n^1.99"
    calls = {s.name: values for s, values in found.growth.called.items()}
    assert calls["crt_get_raw_dn"] == tuple(n * (n + 1) for n in SIZES[:3])


@pytest.mark.slow
def test_the_2008_program_repaired(compiled: Compile, grown: Grow) -> None:
    found = grown([str(compiled("names.c", "-DFIX")), "{n}"], (128, 256, 512, 1024))
    assert found.origins == ()
    assert 0.9 < found.growth.exponent <= 1.05


def readings(folder: Path, command: list[str], *variants: Sequence[str]) -> list[Counts]:
    """Run a command under callgrind with each set of options, and read its output files."""
    need("valgrind")
    counts = []
    for at, options in enumerate(variants):
        place = folder / f"a place with spaces, 100 % {at}"
        place.mkdir()
        file = f"--callgrind-out-file={tool.escaped(place / 'callgrind.out.%p')}"
        pid = tool.run("callgrind", [file, *options], command, place)
        counts.append(callgrind.read(place / f"callgrind.out.{pid}"))
    return counts


def test_every_form_of_a_profile_gives_the_same_counts(compiled: Compile, tmp_path: Path) -> None:
    first, plain, jumps = readings(
        tmp_path,
        [str(compiled("names.c")), "9"],
        [],
        ["--compress-strings=no", "--compress-pos=no"],
        ["--dump-instr=yes", "--collect-jumps=yes", "--combine-dumps=yes", "--dump-every-bb=30000"],
    )
    for other in (plain, jumps):
        # Exactly equal: the counts of a C program do not depend on the run.
        assert other.total == first.total
        assert other.own == first.own
        assert other.lines == first.lines
        assert other.calls == first.calls
    assert min(line.number for line in first.lines) >= 0
    assert sum(jumps.addresses.values()) == jumps.total


@pytest.mark.slow
def test_a_repeat_counts_the_same(compiled: Compile, tmp_path: Path) -> None:
    first, second = readings(tmp_path, [str(compiled("names.c")), "200"], [], [])
    assert (first.own, first.calls, first.lines) == (second.own, second.calls, second.lines)


@pytest.mark.slow
def test_the_reader_on_an_interpreter(tmp_path: Path) -> None:
    first, second, third = readings(
        tmp_path,
        [sys.executable, "-S", "-c", "pass"],
        [],
        ["--compress-strings=no", "--compress-pos=no"],
        ["--dump-instr=yes", "--collect-jumps=yes"],
    )
    # With a fixed hash seed; values from the kernel (addresses, times) may still differ a little.
    for other in (second, third):
        assert other.total == pytest.approx(first.total, rel=0.005)
    assert len(first.own) > 500
    assert min(line.number for line in first.lines) >= 0


@pytest.mark.slow
def test_mutual_recursion(compiled: Compile, grown: Grow) -> None:
    found = grown([str(compiled("mutual.c")), "{n}"], SIZES)
    assert {origin.symbol.name for origin in found.origins} == {"even", "odd"}
    assert all(o.exponent == pytest.approx(2, abs=0.05) for o in found.origins)
    assert all(len(origin.circle) == 2 for origin in found.origins)


@pytest.mark.slow
def test_n_log_n_has_no_origin(compiled: Compile, grown: Grow) -> None:
    found = grown([str(compiled("sorted.c")), "{n}"], (1000, 2000, 4000, 8000))
    assert found.origins == ()
    assert found.growth.exponent < 1.2
    assert found.mix.takes_over() is None


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("-DTHREAD", "-pthread")], ids=["fork", "thread"])
def test_children_and_threads_count(
    options: tuple[str, ...], compiled: Compile, grown: Grow
) -> None:
    found = grown([str(compiled("processes.c", *options)), "{n}"], SIZES)
    assert [origin.symbol.name for origin in found.origins] == ["pairs"]
    assert set(found.processes) == ({1} if options else {2})


def test_work_before_a_fork_is_counted_once(compiled: Compile, tmp_path: Path) -> None:
    need("valgrind")
    program = str(compiled("processes.c", "-DBEFORE"))
    found = tool.count([program, "40"], tmp_path)
    assert found.processes == 2
    called = {symbol.name: count for symbol, count in found.called().items()}
    # `pairs` runs once in the parent and once in the child, but `main` only in the parent.
    assert (called["pairs"], called["main"]) == (2, 1)


@pytest.mark.slow
def test_a_shell_and_what_it_starts_count(compiled: Compile, grown: Grow) -> None:
    program = compiled("names.c")
    found = grown(["sh", "-c", f"'{program}' {{n}} | cat"], SIZES)
    assert [origin.symbol.name for origin in found.origins] == ["generate_rdn_seq"]
    assert set(found.processes) == {3}


@pytest.mark.slow
def test_a_quadratic_extension_module(compiled: Compile, grown: Grow) -> None:
    folder = compiled("extension.c").parent
    line = f"import sys; sys.path.insert(0, {str(folder)!r}); import slow_names; slow_names.load"
    found = grown([sys.executable, "-S", "-c", f"{line}({{n}})"], (250, 500, 1000, 2000))
    (origin,) = found.origins
    assert origin.symbol.name == "rebuild_names"
    assert [caller.symbol.name for caller in origin.callers] == ["load"]
    assert found.growth.exponent == pytest.approx(2, abs=0.05)


@pytest.mark.slow
def test_inlined_rust_is_unfolded(compiled: Compile, grown: Grow) -> None:
    need("valgrind", "addr2line")
    found = grown([str(compiled("dedup.rs")), "{n}"], SIZES, lines=True)
    (origin,) = found.origins
    assert origin.symbol.name.endswith("dedup::load")
    inlined = {one.frame.name.rpartition("::")[2]: one for one in found.places.inlined}
    assert inlined["dedup_push"].exponent == pytest.approx(2, abs=0.1)
    assert inlined["dedup_push"].share > 0.5
    assert inlined["dedup_push"].frame.where == "dedup.rs:10"
    chain = found.places.spots[0].chain
    assert chain[0].name.endswith("load")
    assert chain[1].name.endswith("dedup_push")
    assert "contains" in chain[2].name
    # The report shows the growth of all of `load`; its linear part still matters at these sizes.
    place = found.at[origin.symbol]
    assert (place.file.rpartition("/")[2], place.line) == ("dedup.rs", 10)
    assert place.function.endswith("dedup_push")
    assert words.power(origin.exponent).startswith(("n^1.8", "n^1.9", "n^2.0"))
    assert re.match(r".*dedup\.rs:10: dedup_push .*dedup::load\)\Z", words.jump(found))


@pytest.mark.slow
def test_lines_of_an_inlined_build_in_c(compiled: Compile, grown: Grow) -> None:
    program = compiled("names.c", "-O3", "-DNOINLINE=", "-Wno-unused")
    found = grown([str(program), "{n}"], SIZES, lines=True)
    names = {frame.name for spot in found.places.spots for frame in spot.chain}
    assert {"main", "generate_rdn_seq"} <= names
    assert found.at[found.origins[0].symbol].function == "generate_rdn_seq"
    for said in (words.jump(found), words.inlined(found, found.origins[0])):
        assert " generate_rdn_seq" in said


def test_addr2line_output_is_parsed() -> None:
    answer = (
        "0x0000000000001189\n<T>::push\n/src/vec.rs:7 (discriminator 3)\nload\n/src/a.rs:19\n"
        "0x000000000000118d\nload\n/src/a.rs:?\n0x0000000000001200\n??\n??:0\n"
    )
    assert dict(inline.parse(answer)) == {
        0x1189: (
            inline.Frame("load", "/src/a.rs", 19),
            inline.Frame("<T>::push", "/src/vec.rs", 7),
        ),
        0x118D: (inline.Frame("load", "/src/a.rs", 0),),
    }


def test_a_stripped_library_is_named_by_its_exports(compiled: Compile, tmp_path: Path) -> None:
    program = compiled("names.c")
    stripped = tmp_path / "stripped"
    subprocess.run(["strip", "-o", str(stripped), str(program)], check=True)
    (counts,) = readings(tmp_path, [str(stripped), "9"], [])
    assert any(symbol.unnamed and symbol.object == str(stripped) for symbol in counts.own)


def test_a_command_that_fails_names_size_and_reason(fails: Fails) -> None:
    line = "test {n} -lt 64 || { echo no more than 63 >&2; exit 7; }"
    plan = experiment.Plan(("sh", "-c", line), SIZES)
    with fails(tool.CommandError):
        list(experiment.time_all(plan))


def test_valgrinds_reason_is_shown_without_its_summary(tmp_path: Path) -> None:
    need("valgrind")
    text = "Callgrind: threads.c:247 (post_signal): Assertion 'same' failed."
    line = f'echo "{text}" >&2; seq 9 >&2; exit 3'
    with pytest.raises(tool.CommandError, match="Assertion 'same' failed") as error:
        tool.run("none", ["-q"], ["sh", "-c", line], tmp_path)
    assert str(error.value).splitlines()[-1].strip() == "9"


def test_killing_a_command_kills_its_valgrind(tmp_path: Path) -> None:
    """The command is killed by SIGKILL, to which it cannot react."""
    need("valgrind")
    mark = tmp_path / "pid"
    work = f"echo $$ > '{mark}'; sleep 60"
    program = (
        "import sys; from pathlib import Path; from quicksalt_lab.valgrind import tool; "
        "tool.run('none', ['-q'], ['sh', '-c', sys.argv[1]], Path(sys.argv[2]))"
    )
    process = subprocess.Popen([sys.executable, "-c", program, work, str(tmp_path)])
    deadline = time.monotonic() + 60
    while not (mark.exists() and mark.read_text().strip()) and time.monotonic() < deadline:
        time.sleep(0.05)
    pid = int(mark.read_text())
    process.kill()
    process.wait()
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()


def test_an_allowed_exit_code(fails: Fails) -> None:
    command = ["sh", "-c", "exit 1"]
    assert tool.native(command, repeats=1, ok_exits=(0, 1)).wall_s
    with fails(tool.CommandError):
        tool.native(command, repeats=1)
