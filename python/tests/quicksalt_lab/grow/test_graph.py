"""Recursion and unnamed code, on hand-made call graphs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt_lab.html.flame import Box
from quicksalt_lab.profile.stacks import stacks
from quicksalt_lab.valgrind.counts import Calls, Counts, Symbol
from quicksalt_lab.valgrind.graph import cycles, inclusive
from quicksalt_lab.valgrind.unnamed import fold, nameless

from .made import counted


def symbol(name: str) -> Symbol:
    return Symbol("/bin/a", "a.c", name)


def counts(own: dict[str, float], calls: dict[str, tuple[float, float]]) -> Counts:
    """Return counts; calls have names such as `main>work` and a (count, cost) pair."""
    flows = {}
    for arrow, flow in calls.items():
        caller, _, callee = arrow.partition(">")
        flows[symbol(caller), symbol(callee)] = flow
    return counted({symbol(name): cost for name, cost in own.items()}, flows)


def test_a_cycle_is_one_node_and_calls_into_it_count() -> None:
    made = counts(
        {"main": 1, "even": 10, "odd": 20, "leaf": 5},
        {
            "main>even": (1, 35),
            "even>odd": (4, 90),
            "odd>even": (3, 70),
            "odd>leaf": (2, 5),
        },
    )
    found = cycles(made.calls)
    assert found.all() == [frozenset({symbol("even"), symbol("odd")})]
    assert found.inside((symbol("even"), symbol("odd")))
    assert not found.inside((symbol("odd"), symbol("leaf")))
    costs = {s.name: cost for s, cost in inclusive(made, found).items()}
    assert costs == {"main": 36, "even": 35, "odd": 20, "leaf": 5}


def test_a_function_that_calls_itself_keeps_its_cost() -> None:
    made = counts(
        {"main": 1, "sort": 10, "leaf": 5},
        {"main>sort": (1, 15), "sort>sort": (9, 60), "sort>leaf": (2, 5)},
    )
    costs = {s.name: cost for s, cost in inclusive(made, cycles(made.calls)).items()}
    assert costs == {"main": 16, "sort": 15, "leaf": 5}


def test_a_deep_chain_does_not_exhaust_the_stack() -> None:
    chain = {f"f{i}>f{i + 1}": (1.0, 1.0) for i in range(20_000)}
    assert cycles(counts({}, chain).calls).all() == []


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7))))
def test_cycles_are_mutually_reachable_functions(pairs: set[tuple[int, int]]) -> None:
    edges = {(symbol(str(a)), symbol(str(b))) for a, b in pairs}
    reach = {s: {b for a, b in edges if a == s} for edge in edges for s in edge}
    for _ in reach:
        reach = {s: to.union(*(reach[t] for t in to)) for s, to in reach.items()}
    found = cycles(edges)
    for s, to in reach.items():
        together = {t for t in to if s in reach[t]}
        assert found.members.get(s, frozenset()) == together


def test_unnamed_code_goes_to_its_callers_by_the_cost_of_their_calls() -> None:
    made = counts(
        {"main": 1, "a": 2, "b": 3, "0x10": 40, "0x20": 8, "leaf": 4},
        {
            "main>a": (1, 41),
            "main>b": (1, 16),
            "a>0x10": (3, 39),
            "b>0x10": (1, 13),
            "0x10>0x20": (2, 12),
            "0x20>leaf": (8, 4),
        },
    )
    folded = fold(made)
    assert {s.name: cost for s, cost in folded.own.items()} == {
        "main": 1,
        "a": 2 + 30 + 6,
        "b": 3 + 10 + 2,
        "leaf": 4,
    }
    flows = {(a.name, b.name): (f.count, f.cost) for (a, b), f in folded.calls.items()}
    assert flows["a", "leaf"] == (6, 3)
    assert flows["b", "leaf"] == (2, 1)
    assert len(flows) == 4
    assert folded.total == made.total == sum(folded.own.values())
    assert made.own[symbol("0x10")] == 40


def test_a_caller_is_not_blamed_for_an_object_without_symbols() -> None:
    interpreter = Symbol("/lib/python", "???", "call")
    module, inner = (Symbol("/lib/module", "???", name) for name in ("0x10", "0x20"))
    made = counted(
        {interpreter: 10, module: 30, inner: 60},
        {(interpreter, module): (5, 90), (module, inner): (7, 60)},
    )
    assert nameless(made) == {module, inner}
    assert list(fold(made).own) == [interpreter]
    folded = fold(made, nameless(made))
    outer, inside = (Symbol("/lib/module", "???", f"module+0x{at}0") for at in (1, 2))
    assert folded.own == {interpreter: 10, outer: 30, inside: 60}
    flows = {edge: (flow.count, flow.cost) for edge, flow in folded.calls.items()}
    assert flows == {(interpreter, outer): (5, 90), (outer, inside): (7, 60)}


def test_a_caller_is_not_blamed_for_unexported_functions_of_its_library() -> None:
    """The caller is charged for jumps between objects, code outside objects and the C library."""
    export, other = Symbol("/lib/xml.so.2", "???", "parse"), Symbol("/lib/z.so", "???", "inflate")
    inner, jump = (Symbol("/lib/xml.so.2", "???", name) for name in ("0x4d6e0'2", "0x20"))
    made, library = Symbol("???", "???", "0x9"), Symbol("/lib/libc.so.6", "???", "0x30")
    run = counted(
        {export: 70, inner: 60, jump: 20, other: 10, made: 15, library: 25},
        {
            (export, inner): (5, 130),
            (inner, jump): (10, 30),
            (jump, other): (10, 10),
            (inner, made): (1, 15),
            (inner, library): (1, 25),
        },
    )
    assert nameless(run) == {inner}
    folded = fold(run, nameless(run))
    named = inner._replace(name="xml.so.2+0x4d6e0")
    assert folded.own == {export: 70, named: 60 + 20 + 15 + 25, other: 10}
    assert {edge: flow.count for edge, flow in folded.calls.items()} == {
        (export, named): 5,
        (named, other): 10,
    }


def test_unnamed_recursion_and_unnamed_roots() -> None:
    made = counts(
        {"0x1": 5, "main": 1, "0x2": 6, "0x3": 7},
        {
            "0x1>main": (1, 14),
            "main>0x2": (1, 13),
            "0x2>0x3": (5, 30),
            "0x3>0x2": (4, 20),
            "0x3>0x3": (1, 1),
        },
    )
    folded = fold(made)
    assert {s.name: cost for s, cost in folded.own.items()} == {"0x1": 5, "main": 14}
    assert [(a.name, b.name) for a, b in folded.calls] == [("0x1", "main")]


@st.composite
def programs(draw: st.DrawFn) -> Counts:
    """Draw a call graph without cycles and with consistent costs.

    Some functions lack a name; some continue after their call has returned, like threads.
    """
    size = draw(st.integers(1, 8))
    names = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    symbols = [Symbol("/a", "a.c", f"f{i}" if named else f"0x{i}") for i, named in enumerate(names)]
    pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
    weights = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 9))) if pairs else {}
    program = Counts()
    whole: dict[int, float] = {}
    for j in reversed(range(size)):
        program.own[symbols[j]] = draw(st.integers(0, 1000))
        calls = [calls for edge, calls in program.calls.items() if edge[0] == symbols[j]]
        whole[j] = program.own[symbols[j]] + sum(flow.cost for flow in calls)
        attached = draw(st.sampled_from([1.0, 1.0, 0.25]))
        callers = {i: weight for (i, callee), weight in weights.items() if callee == j}
        for i, weight in callers.items():
            cost = attached * whole[j] * weight / sum(callers.values())
            program.calls[symbols[i], symbols[j]] = Calls(weight, cost)
    program.total = sum(program.own.values())
    return program


@given(programs())
def test_folding_moves_costs_and_loses_none(program: Counts) -> None:
    folded = fold(program)
    assert sum(folded.own.values()) == pytest.approx(program.total)
    called = {callee for _, callee in program.calls}
    assert not any(s.unnamed and s in called for s in folded.symbols())


@given(programs())
def test_the_stacks_of_a_picture_hold_all_that_was_counted(program: Counts) -> None:
    def own(box: Box) -> float:
        assert box.own >= -1e-6 * box.value
        return box.own + sum(own(child) for child in box.children)

    boxes = stacks(program)
    assert sum(box.value for box in boxes) == pytest.approx(program.total, rel=0.01)
    assert sum(own(box) for box in boxes) == pytest.approx(program.total, rel=0.01)
