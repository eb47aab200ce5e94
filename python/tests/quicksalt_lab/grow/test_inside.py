"""The source function that accounts for the work of an origin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import pytest

from quicksalt_lab.grow import inside
from quicksalt_lab.valgrind import inline
from quicksalt_lab.valgrind.counts import Address, Counts, Symbol
from quicksalt_lab.valgrind.inline import Chain, Frame

MAIN = Symbol("/bin/a", "a.c", "main")

STD = "/rustc/59807616e1fa/library/core/src/slice/iter/macros.rs"


def chain(*frames: str) -> Chain:
    """Return a chain of frames such as `main a.c:7`, outermost first."""
    found = []
    for frame in frames:
        name, _, place = frame.rpartition(" ")
        file, _, line = place.rpartition(":")
        found.append(Frame(name, file, int(line)))
    return tuple(found)


MAIN_LINE = chain("main a.c:9")
LOAD = chain("main a.c:9", "load a.c:5")
KNOWN = chain("main a.c:9", "load a.c:6", "known a.c:2")
ANY = chain("main a.rs:9", "load a.rs:6", f"core::slice::any {STD}:40", "load::{{closure}} a.rs:7")

Executed = Sequence[tuple[Chain, float]]


def find(executed: Executed, monkeypatch: pytest.MonkeyPatch, **added: float) -> Chain | None:
    """Return the function at fault, given instructions of a function and their execution counts.

    `added` maps lines such as `a_c_2` to costs; without it, all executed lines count.
    """
    run = Counts()
    chains = {}
    for at, (one, times) in enumerate(executed):
        address = Address(MAIN, at, one[-1].file, one[-1].line)
        run.addresses[address] = times
        chains[address] = one
    monkeypatch.setattr(inline, "chains", lambda wanted: {a: chains[a] for a in wanted})
    lines: dict[tuple[str, int], float] = defaultdict(float)
    for address, times in run.addresses.items():
        lines[address.file, address.number] += times
    named = {(f"{name[0]}.{name[2]}", int(name[4:])): cost for name, cost in added.items()}
    return inside.find(MAIN, named or lines, run)


@pytest.mark.parametrize(
    ("executed", "expected"),
    [
        pytest.param([(MAIN_LINE, 1), (LOAD, 50), (KNOWN, 2500)], [9, 6, 2], id="the deepest loop"),
        # Its calling function has the loop, and the inlined function runs equally often.
        pytest.param([(MAIN_LINE, 1), (LOAD, 500), (KNOWN, 900)], [9, 6], id="no loop of its own"),
        pytest.param([(MAIN_LINE, 1), (LOAD, 90), (KNOWN, 9)], [9, 5], id="seldom called"),
        pytest.param([(MAIN_LINE, 7)], [9], id="itself"),
        pytest.param([(chain("main a.rs:9"), 1), (ANY, 70)], [9, 7], id="a closure"),
        pytest.param([(chain("main a.rs:9"), 1), (ANY[:3], 70)], [9, 6], id="a library's lines"),
        pytest.param([], None, id="nothing by address"),
    ],
)
def test_the_named_function(
    executed: Executed, expected: list[int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find(executed, monkeypatch)
    assert (found and [frame.line for frame in found]) == expected


def test_a_line_that_only_callgrind_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """This happens in Go programs: `addr2line` reads their line tables only in part."""
    run = Counts()
    address = Address(MAIN, 7, "/src/a.go", 15)
    run.addresses[address] = 9
    monkeypatch.setattr(inline, "chains", lambda _: {address: chain("main go.go:0")})
    assert inside.find(MAIN, {("/src/a.go", 15): 9}, run) == (Frame("main", "/src/a.go", 15),)


def test_lines_that_shrink_or_are_elsewhere_name_no_function(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert find([(KNOWN, 9)], monkeypatch, a_c_2=-7) is None
    assert find([(KNOWN, 9)], monkeypatch, b_c_2=7) is None


def test_call_costs_belong_to_the_calling_line(monkeypatch: pytest.MonkeyPatch) -> None:
    executed = [(MAIN_LINE, 1), (LOAD, 9), (KNOWN, 90)]
    found = find(executed, monkeypatch, a_c_5=5000)
    assert found is not None
    assert [frame.name for frame in found] == ["main", "load"]


def test_a_line_in_two_functions_is_split_by_executions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = chain("main a.c:9", "other a.c:7", "known a.c:2")
    found = find([(MAIN_LINE, 1), (KNOWN, 20), (other, 800)], monkeypatch)
    assert found is not None
    assert [frame.name for frame in found] == ["main", "other", "known"]
