"""Parsing of Memcheck's reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from quicksalt_lab.profile import words
from quicksalt_lab.valgrind import memcheck
from quicksalt_lab.valgrind.memcheck import Frame, MemcheckError, parse

from ..conftest import Fails, Said

REPORT = """<?xml version="1.0"?>
<valgrindoutput><protocolversion>4</protocolversion><protocoltool>memcheck</protocoltool>
<error><unique>0x1</unique><tid>1</tid><kind>UninitCondition</kind>
  <what>Conditional jump &lt;here&gt;</what>
  <stack>
    <frame><ip>0x1</ip><obj>/bin/a</obj><fn>main</fn><file>a.c</file><line>7</line></frame>
    <frame><ip>0x2</ip><obj>/lib/libc.so.6</obj></frame>
  </stack>
</error>
<errorcounts><pair><count>3</count><unique>0x1</unique></pair></errorcounts>
<error><unique>0x2</unique><kind>Leak_DefinitelyLost</kind>
  <xwhat><text>36 bytes in 3 blocks are definitely lost</text>
    <leakedbytes>36</leakedbytes><leakedblocks>3</leakedblocks></xwhat>
  <stack><frame><ip>0x3</ip><fn>malloc</fn></frame></stack>
</error>
<error><unique>0x3</unique><kind>Leak_StillReachable</kind>
  <xwhat><text>5 bytes in 1 blocks are still reachable</text>
    <leakedbytes>5</leakedbytes><leakedblocks>1</leakedblocks></xwhat>
</error>
<suppcounts><pair><count>2</count><name>libgcrypt</name></pair></suppcounts>
</valgrindoutput>
"""


def test_errors_and_leaks() -> None:
    found = parse(REPORT)
    (error,) = found.errors
    assert (error.kind, error.what, error.count) == (
        "UninitCondition",
        "Conditional jump <here>",
        3,
    )
    assert error.stack == (Frame("main", "a.c:7"), Frame("libc.so.6", "libc.so.6"))
    (leak,) = found.lost
    assert (found.lost_bytes, found.lost_blocks, leak.stack[0].function) == (36, 3, "malloc")
    assert (len(found.all), found.suppressed) == (3, 2)


FURTHER = """<?xml version="1.0"?>
<valgrindoutput><protocolversion>4</protocolversion><protocoltool>memcheck</protocoltool>
<error><unique>0x1</unique><kind>InvalidRead</kind><what>Invalid read of size 4</what>
  <stack><frame><ip>0x1</ip><fn>sum</fn></frame></stack>
  <auxwhat>Address 0x4a5 is 0 bytes after a block of size 40 alloc'd</auxwhat>
  <stack><frame><ip>0x2</ip><fn>malloc</fn></frame><frame><ip>0x3</ip><fn>make</fn></frame></stack>
</error>
<error><unique>0x2</unique><kind>Leak_DefinitelyLost</kind>
  <xwhat><text>5,024 (240 direct, 4,784 indirect) bytes in 10 blocks are definitely lost</text>
    <leakedbytes>5024</leakedbytes><leakedblocks>10</leakedblocks></xwhat>
</error>
</valgrindoutput>
"""


def test_direct_and_indirect_leaks_are_distinguished(said: Said) -> None:
    found = parse(FURTHER)
    assert (found.lost_bytes, found.indirectly_lost_bytes, found.lost_blocks) == (5024, 4784, 10)
    said(words.leaks(found))


def test_the_second_stack_of_an_error(said: Said) -> None:
    (error,) = parse(FURTHER).errors
    assert error.stack == (Frame("sum", "???"),)
    (section,) = error.also
    assert [frame.function for frame in section.stack] == ["malloc", "make"]
    assert section.what in words.stack(error)
    said("\n".join(words.stack(error)))


def process(pid: int, parent: int, name: str, text: str = REPORT) -> str:
    head = f"<pid>{pid}</pid><ppid>{parent}</ppid><args><argv><exe>{name}</exe></argv></args>"
    return text.replace("<error>", head + "<error>", 1)


def test_inherited_leaks_of_a_forked_child_count_once() -> None:
    renumbered = REPORT.replace("definitely lost<", "definitely lost in loss record 2 of 9<")
    reports = [
        parse(process(8, 7, "./a", renumbered)),
        parse(process(7, 1, "./a")),
        parse(process(9, 7, "./b")),
        parse(process(10, 7, "./a", REPORT.replace(">36<", ">48<"))),
    ]
    found = memcheck.together(reports)
    assert [leak.leaked_bytes for leak in found.lost] == [48, 36, 36]
    assert (len(found.errors), found.suppressed) == (4, 8)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(REPORT[:400], id="cut short"),
        pytest.param(REPORT.replace("</error>", "", 1), id="damaged"),
        pytest.param(REPORT.replace(">memcheck<", ">helgrind<"), id="of another tool"),
    ],
)
def test_invalid_reports(text: str, tmp_path: Path, fails: Fails) -> None:
    with pytest.raises(MemcheckError):
        parse(text)
    file = tmp_path / "memcheck.xml"
    file.write_text(text)
    with fails(MemcheckError):
        memcheck.read(file)


def test_no_file(tmp_path: Path, fails: Fails) -> None:
    with fails(MemcheckError):
        memcheck.read(tmp_path / "nothing")
