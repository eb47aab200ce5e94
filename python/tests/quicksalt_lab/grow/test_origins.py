"""Functions that are named as origins or not, on hand-made call graphs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from quicksalt_lab.grow import origins, words
from quicksalt_lab.grow.growth import Flow, Growth, align, named
from quicksalt_lab.grow.project import project
from quicksalt_lab.grow.where import interpreted_caller
from quicksalt_lab.valgrind.counts import Calls, Symbol

from .made import counted

SIZES = (64, 128, 256, 512)

Of = Callable[[int], float]


def symbol(name: str) -> Symbol:
    if name.endswith(".js"):
        return Symbol("node", "a.js", name)
    return Symbol("/lib/c" if name in ("malloc", "memcpy") else "/bin/a", "a.c", name)


def program(own: dict[str, Of], calls: dict[str, Of]) -> Growth:
    """Return a growth from own costs and call counts; inclusive costs follow from them."""
    runs = []
    for n in SIZES:
        costs = {name: of(n) for name, of in own.items()}
        counts = {tuple(arrow.split(">")): of(n) for arrow, of in calls.items()}
        run = counted({symbol(name): cost for name, cost in costs.items()})
        for (a, b), count in counts.items():
            part = count / called(b, counts) * inclusive(b, costs, counts)
            run.calls[symbol(a), symbol(b)] = Calls(count, part)
        runs.append(run)
    return align(SIZES, named(runs))


def inclusive(name: str, own: dict[str, float], counts: dict[tuple[str, ...], float]) -> float:
    """Compute the inclusive cost of a function; callers share each callee's cost by calls."""
    return own.get(name, 0) + sum(
        count / called(b, counts) * inclusive(b, own, counts)
        for (a, b), count in counts.items()
        if a == name and b != name
    )


def called(name: str, counts: dict[tuple[str, ...], float]) -> float:
    return sum(count for (a, b), count in counts.items() if b == name and a != name)


def constant(_: int) -> float:
    return 1


def linear(n: int) -> float:
    return n


def square(n: int) -> float:
    return n * n


def names(growth: Growth) -> list[str]:
    return [origin.symbol.name for origin in origins.find(growth)]


LOADER: dict[str, Of] = {
    "main": lambda n: 1e5 + 5 * n,
    "load": lambda n: 9 * n,
    "rebuild": linear,
    "get": lambda n: 9 * n * n,
    "malloc": lambda n: 30 * n * n,
}
LOADING: dict[str, Of] = {
    "main>load": linear,
    "load>rebuild": linear,
    "rebuild>get": lambda n: n * (n + 1),
    "get>malloc": lambda n: n * (n + 1),
}


def test_only_the_loop_around_the_callee_is_named() -> None:
    (origin,) = origins.find(program(LOADER, LOADING))
    assert origin.symbol.name == "rebuild"
    assert (origin.called, origin.own) == (pytest.approx(1), None)
    assert origin.callee is not None
    assert (origin.callee.symbol.name, origin.callee.count) == ("get", 512 * 513)
    assert [caller.symbol.name for caller in origin.callers] == ["load"]
    assert origin.callee.trend.exponent == pytest.approx(2, abs=0.01)
    assert [one.name for one in origin.path] == ["main", "load", "rebuild"]


def test_both_rules_make_one_origin() -> None:
    growth = program({**LOADER, "rebuild": lambda n: 8 * n * n}, LOADING)
    (origin,) = origins.find(growth)
    assert origin.own == pytest.approx(2, abs=0.01)
    assert origin.callee is not None
    assert origin.share > 0.9


def test_callees_in_the_same_object_are_named_first() -> None:
    growth = program(LOADER, {**LOADING, "rebuild>malloc": lambda n: 9 * n * n})
    (origin,) = origins.find(growth)
    assert origin.callee is not None
    assert (origin.callee.symbol.name, origin.others) == ("get", 1)


@pytest.mark.parametrize(
    ("own", "calls"),
    [
        pytest.param({"main": lambda n: 1e6 + 40 * n}, {}, id="linear"),
        pytest.param(
            {"main": linear, "sort": lambda n: 12 * n * math.log2(n)},
            {"main>sort": constant},
            id="n log n",
        ),
        pytest.param(
            {"main": lambda n: 900 * n, "twins": lambda n: n * n / 50},
            {"main>twins": constant},
            id="a square that is too small to matter",
        ),
        pytest.param({"main": constant}, {}, id="nothing grows"),
    ],
)
def test_no_function_is_named(own: dict[str, Of], calls: dict[str, Of]) -> None:
    assert names(program(own, calls)) == []


def test_a_small_square_is_found_far_out() -> None:
    growth = program(
        {"main": lambda n: 5000 * n, "rebuild": lambda n: 0.4 * n * n}, {"main>rebuild": linear}
    )
    assert names(growth) == []
    far = project(growth, 50_000)
    assert far.sizes == (12_500, 25_000, 50_000)
    assert names(far) == ["rebuild"]
    assert far.totals[-1] == pytest.approx(5000 * 5e4 + 0.4 * 25e8, rel=0.01)


def test_a_recursion_is_one_function() -> None:
    growth = program(
        {"main": linear, "walk": lambda n: 7 * n * n},
        {"main>walk": constant, "walk>walk": square},
    )
    (origin,) = origins.find(growth)
    assert (origin.symbol.name, origin.called) == ("walk", 0)
    assert origin.circle == (symbol("walk"),)
    assert [(one.symbol.name, one.count) for one in origin.callers] == [("main", 1)]
    assert origin.own == pytest.approx(2, abs=0.01)


EVEN_AND_ODD = {symbol("even"), symbol("odd")}


def circle(own: dict[str, Of], inside: Of = linear) -> Growth:
    """`main` calls `even` once; `even` and `odd` call each other n times, or `inside` times."""
    runs = []
    for n in SIZES:
        costs = {"main": 1e3, "even": 0.0, "odd": 0.0} | {name: of(n) for name, of in own.items()}
        run = counted({symbol(name): cost for name, cost in costs.items()})
        inner = costs["even"] + costs["odd"]
        for edge, count in (("main even", 1), ("even odd", inside(n)), ("odd even", inside(n))):
            a, b = map(symbol, edge.split())
            run.calls[a, b] = Calls(count, inner)
        runs.append(run)
    return align(SIZES, named(runs))


def test_a_function_called_only_in_its_cycle_has_the_others_as_callers() -> None:
    (origin,) = origins.find(circle({"odd": lambda n: 9 * n * n}))
    assert (origin.symbol, set(origin.circle)) == (symbol("odd"), EVEN_AND_ODD)
    assert [(one.symbol.name, one.count) for one in origin.callers] == [("even", 512)]
    assert (origin.called, origin.own) == (pytest.approx(1), pytest.approx(2, abs=0.01))


def test_callers_of_a_cycle_are_the_functions_that_enter_it() -> None:
    own: dict[str, Of] = {"even": lambda n: 4 * n**1.4, "odd": lambda n: 5 * n**1.4}
    growth = circle(own, lambda n: n**1.25)
    (origin,) = origins.find(growth)
    assert (origin.symbol, set(origin.circle)) == (symbol("odd"), EVEN_AND_ODD)
    assert [(one.symbol.name, one.count) for one in origin.callers] == [("main", 1)]
    assert (origin.called, origin.own) == (0, pytest.approx(1.4, abs=0.01))


def test_a_linear_recursion_is_not_an_origin() -> None:
    growth = program(
        {"main": linear, "sort": lambda n: 9 * n * math.log2(n)},
        {"main>sort": constant, "sort>sort": linear},
    )
    assert names(growth) == []


def test_calls_that_only_change_their_caller_do_not_count_as_growth() -> None:
    """In folded code, the same calls are increasingly attributed to the expensive caller."""
    growth = program(
        {"main": linear, "heavy": lambda n: 9 * n * n, "light": constant, "loop": lambda n: n * n},
        {
            "main>heavy": linear,
            "main>light": constant,
            "heavy>loop": lambda n: 10 + 80 * (n / 512) ** 2,
            "light>loop": lambda n: 90 - 80 * (n / 512) ** 2,
        },
    )
    assert "heavy" in names(growth)
    (origin,) = (o for o in origins.find(growth) if o.symbol.name == "heavy")
    assert origin.callee is None


def test_startup_calls_do_not_close_a_cycle() -> None:
    """An interpreter runs a module's startup line with the function that also runs the program."""
    runs = []
    for n in SIZES:
        own = {"run": 10.0 * n, "script": 30.0 * n, "evaluate": 5000.0, "index": 3.0 * n * n}
        run = counted({symbol(name): cost for name, cost in own.items()})
        below = own["script"] + own["index"]
        for arrow, count, cost in (
            ("main>run", 1, run.total),
            ("run>script", 1, below + 5100),
            ("script>evaluate", 1, 5100),
            ("evaluate>run", 1, 100),
            ("script>index", n, own["index"]),
        ):
            caller, _, callee = arrow.partition(">")
            run.calls[symbol(caller), symbol(callee)] = Calls(count, cost)
        runs.append(run)
    growth = align(SIZES, named(runs))
    assert growth.cycles.all() == []
    (origin,) = origins.find(growth)
    assert words.path(origin) == "main > run > script > index"


@pytest.mark.parametrize(("first", "outermost"), [("trim.js", "trim.js"), ("trim", "engine3")])
def test_the_script_is_found_behind_interpreter_frames(first: str, outermost: str) -> None:
    """In V8, eight functions separate a regular expression from the function that uses it."""
    chain = ["main", first, *(f"engine{i}" for i in range(10)), "match"]
    calls = {f"{a}>{b}": constant for a, b in pairwise(chain)}
    (origin,) = origins.find(program({"main": linear, "match": lambda n: n * n}, calls))
    assert origin.symbol == symbol("match")
    assert origin.path[0] == symbol(outermost)
    assert (interpreted_caller(origin) == symbol(first)) == first.endswith(".js")
    assert len(origin.path) == (8 if first == "trim" else len(chain) - 1)


def test_the_path_follows_growth_not_constant_calls() -> None:
    """A trampoline in CPython runs the imports, which cost more than the growing part."""
    calls: dict[str, Of] = {
        "main>load": constant,
        "main>work": constant,
        "load>trampoline": constant,
        "work>trampoline": constant,
        "trampoline>search": constant,
    }
    costs: dict[str, Of] = {"load": lambda _: 1e8, "search": square, "main": linear}
    growth = program(costs, calls)
    flows = dict(growth.flows)
    edge = (symbol("load"), symbol("trampoline"))
    flows[edge] = Flow(flows[edge].count, (1e8,) * len(growth.sizes))
    edge = (symbol("work"), symbol("trampoline"))
    flows[edge] = Flow(flows[edge].count, tuple(n * n for n in growth.sizes))
    growth = replace(growth, flows=flows)
    (origin,) = origins.find(growth)
    assert words.path(origin) == "main > work > trampoline > search"
    assert [caller.symbol for caller in origin.callers] == [symbol("trampoline")]
