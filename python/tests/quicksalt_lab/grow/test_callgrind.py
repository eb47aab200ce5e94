"""The reader of callgrind files, on small texts with one feature each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quicksalt_lab.valgrind import callgrind
from quicksalt_lab.valgrind.callgrind import CallgrindError, parse
from quicksalt_lab.valgrind.counts import Address, Counts, Line, Symbol

from ..conftest import Fails

HEAD = "# callgrind format\nversion: 1\ncreator: hand\ncmd: ./a b\npositions: line\nevents: Ir\n"

MAIN = Symbol("/bin/a", "a.c", "main")
WORK = Symbol("/bin/a", "a.c", "work")
COPY = Symbol("/lib/c", "copy.c", "copy")

BASIC = (
    HEAD
    + """
ob=(1) /bin/a
fl=(1) a.c
fn=(1) main
10 5
+2 7
cfn=(2) work
calls=3 -4
* 30
-1 1
cob=(2) /lib/c
cfi=(2) copy.c
cfn=(3) copy
calls=2 90
+1 8

fn=(2)
20 10
cob=(2)
cfi=(2)
cfn=(3)
calls=4 90
+1 20

ob=(2)
fl=(2)
fn=(3)
90 28
totals: 51
"""
)


def test_costs_calls_and_positions() -> None:
    counts = parse(BASIC)
    assert (counts.command, counts.creator, counts.total) == ("./a b", "hand", 51)
    assert counts.own == {MAIN: 13, WORK: 10, COPY: 28}
    calls = {edge: (flow.count, flow.cost) for edge, flow in counts.calls.items()}
    assert calls == {(MAIN, WORK): (3, 30), (MAIN, COPY): (2, 8), (WORK, COPY): (4, 20)}
    # The target of the first call, -4, does not move the position.
    assert counts.lines == {
        Line(MAIN, "a.c", 10): 5,
        Line(MAIN, "a.c", 12): 7,
        Line(MAIN, "a.c", 11): 1,
        Line(WORK, "a.c", 20): 10,
        Line(COPY, "copy.c", 90): 28,
    }
    assert counts.called() == {WORK: 3, COPY: 6}


def body(text: str, total: int, head: str = HEAD) -> Counts:
    return parse(f"{head}ob=/bin/a\nfl=a.c\n{text}totals: {total}\n")


def test_inlined_lines_belong_to_the_function_and_to_their_own_file() -> None:
    counts = body("fn=main\n10 5\nfi=b.h\n3 2\nfe=a.c\n11 1\nfn=work\n20 1\n", 9)
    assert counts.own == {MAIN: 8, WORK: 1}
    assert counts.lines[Line(MAIN, "b.h", 3)] == 2
    assert counts.lines[Line(MAIN, "a.c", 11)] == 1


def test_a_callee_without_file_inherits_the_current_file() -> None:
    counts = body("fn=main\nfi=b.h\n3 2\ncfn=helper\ncalls=1 9\n3 4\nfe=a.c\n", 2)
    assert list(counts.calls) == [(MAIN, Symbol("/bin/a", "b.h", "helper"))]


def test_inner_recursion_levels_count_for_the_function() -> None:
    counts = body("fn=work\n20 1\ncfn=work'2\ncalls=1 20\n20 9\nfn=work'2\n20 9\n", 10)
    assert counts.own == {WORK: 10}
    assert list(counts.calls) == [(WORK, WORK)]


def test_addresses_are_hexadecimal_and_their_steps_decimal() -> None:
    head = HEAD.replace("positions: line", "positions: instr line")
    text = "fn=main\n0x1f 10 5\n+4 +1 1\ncfn=work\ncalls=1 0x90 20\n* * 7\n+12 * 2\n"
    counts = body(text, 8, head)
    assert counts.addresses == {
        Address(MAIN, 0x1F, "a.c", 10): 5,
        Address(MAIN, 0x23, "a.c", 11): 1,
        Address(MAIN, 0x2F, "a.c", 11): 2,
    }


def test_jumps_cost_nothing_but_move_the_position() -> None:
    text = (
        "fn=main\n10 5\njump=3 12\n11\njcnd=1/2 14\n*\njfi=(7) b.c\njfn=(8) f\njump=1 1\n*\n+1 1\n"
    )
    counts = body(text, 6)
    assert counts.lines == {Line(MAIN, "a.c", 10): 5, Line(MAIN, "a.c", 12): 1}


def test_only_instructions_are_read_and_zeros_may_be_omitted() -> None:
    head = HEAD.replace("events: Ir", "events: Dr Ir Dw")
    counts = parse(f"{head}ob=/bin/a\nfl=a.c\nfn=main\n10 1 5 9\n11 7\ntotals: 8 5 9\n")
    assert counts.lines == {Line(MAIN, "a.c", 10): 5, Line(MAIN, "a.c", 11): 0}
    assert counts.total == 5


def test_parts_are_summed_and_start_at_line_zero() -> None:
    part = "\npart: 2\npositions: line\nevents: Ir\nfn=(1)\n+10 4\ntotals: 4\n"
    text = HEAD + "ob=/bin/a\nfl=a.c\nfn=(1) main\n10 5\ntotals: 5\n" + part
    counts = parse(text)
    assert (counts.total, counts.lines) == (9, {Line(MAIN, "a.c", 10): 9})


def test_a_name_may_begin_with_a_bracket() -> None:
    counts = body("fn=(below main)\n10 1\nfn=(1) (below main)\n10 1\n", 2)
    assert [symbol.name for symbol in counts.own] == ["(below main)"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("main", "main"),
        (
            "std::vector<int, std::allocator<int> >::push_back(int&&)",
            "std::vector::push_back(int&&)",
        ),
        ("<alloc::vec::Vec<T> as Trait<U>>::run", "<alloc::vec::Vec as Trait>::run"),
        ("bool std::operator< <char>(A<B> const&, C)", "bool std::operator< (A const&, C)"),
        (
            "std::ostream& operator<<(std::ostream&, T<int>)",
            "std::ostream& operator<<(std::ostream&, T)",
        ),
        ("ptr<T>::operator->() const", "ptr::operator->() const"),
        ("a<(b)1>::f(fn() -> u8)", "a::f(fn() -> u8)"),
        ("wrap.<locals>._generator", "wrap.<locals>._generator"),
    ],
)
def test_names_without_type_parameters(name: str, expected: str) -> None:
    assert Symbol("", "", name).plain == expected


def test_names_do_not_steer_the_terminal() -> None:
    counts = body("fn=(1) ma\x1b[2Jin\n1 1\nfn=a\u202eb\udcff\n2 1\nfn=(1)\n3 1\n", 3)
    assert {s.name: cost for s, cost in counts.own.items()} == {
        "ma\\x1b[2Jin": 2,
        "a\\u202eb\\udcff": 1,
    }


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(BASIC[: BASIC.index("totals")], id="no totals"),
        pytest.param(BASIC[: BASIC.index("calls=4") + 3], id="cut in a call"),
        pytest.param(BASIC[: BASIC.index("cfn=(3) copy") + 5], id="cut in a name"),
        pytest.param(BASIC.replace("totals: 51", "totals: 5"), id="other totals"),
        pytest.param(BASIC.replace("version: 1", "version: 2"), id="another version"),
        pytest.param(BASIC.replace("events: Ir", "events: Dr"), id="no instructions"),
        pytest.param(BASIC.replace("fn=(2)\n20", "fn=(9)\n20"), id="an id without a name"),
        pytest.param(BASIC.replace("10 5", "ten 5"), id="a position in words"),
        pytest.param(BASIC.replace("10 5", "1x 5"), id="no number"),
        pytest.param(BASIC.replace("fn=(1) main\n", ""), id="a cost of nobody"),
        pytest.param("hello: world\n", id="another file"),
        pytest.param("\x7fELF\0\0", id="a program"),
    ],
)
def test_incomplete_profiles_are_rejected(text: str, fails: Fails) -> None:
    with fails(CallgrindError):
        parse(text)


def test_every_truncation_is_detected() -> None:
    for end in range(len(BASIC) - 2):
        with pytest.raises(CallgrindError):
            parse(BASIC[:end])


def test_the_error_names_the_file(tmp_path: Path, fails: Fails) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "short").write_text(BASIC[:200])
    for file in ("missing", ".", "fifo", "/dev/zero", "short"):
        with fails(CallgrindError, file):
            callgrind.read(tmp_path / file)
