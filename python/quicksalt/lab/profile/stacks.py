"""The call graph laid out as stacks, for the flame picture.

Callgrind counts calls, not stacks. So what a function costs below each of its callers is not known:
it is taken to be in proportion to the cost of the calls, which is an approximation, and the page
says so. Functions that call each other in a circle are one box, named after the one that executes
most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from quicksalt.lab.page.flame import Box
from quicksalt.lab.valgrind.counts import Counts, Symbol
from quicksalt.lab.valgrind.graph import cycles

LEAST = 0.0007
"""Part of the whole below which a box is not drawn."""

DEEPEST = 70

Unit = frozenset[Symbol]


@dataclass(frozen=True)
class _Graph:
    """The call graph without circles."""

    own: Mapping[Symbol, float]
    inclusive: dict[Unit, float]
    calls: dict[Unit, list[tuple[Unit, float]]]
    """Callees with the cost of their calls, the most costly first."""
    roots: list[Unit]


def stacks(counts: Counts) -> list[Box]:
    """Lay the calls out, beginning where the program does; the most costly root stands first."""
    graph = _graph(counts)
    whole = sum(graph.inclusive[root] for root in graph.roots)
    boxes = [_box(graph, root, graph.inclusive[root], LEAST * whole, 1) for root in graph.roots]
    return [box for box in boxes if box.value >= LEAST * whole]


def _graph(counts: Counts) -> _Graph:
    circles = cycles(counts.calls)
    own: dict[Unit, float] = defaultdict(float)
    for symbol, cost in counts.own.items():
        own[circles.of(symbol)] += cost
    costs: dict[tuple[Unit, Unit], float] = defaultdict(float)
    for edge, flow in counts.calls.items():
        if not circles.inside(edge):
            costs[circles.of(edge[0]), circles.of(edge[1])] += flow.cost
    callees: dict[Unit, list[tuple[Unit, float]]] = defaultdict(list)
    inclusive: dict[Unit, float] = defaultdict(float, own)
    called = set()
    for (caller, callee), cost in costs.items():
        callees[caller].append((callee, cost))
        inclusive[caller] += cost
        called.add(callee)
    for unit in callees:
        callees[unit].sort(key=lambda pair: (-pair[1], sorted(pair[0])))
    roots = sorted((u for u in inclusive if u not in called), key=lambda u: -inclusive[u])
    return _Graph(counts.own, inclusive, callees, roots)


def _box(graph: _Graph, unit: Unit, value: float, least: float, depth: int) -> Box:
    scale = value / graph.inclusive[unit] if graph.inclusive[unit] else 0.0
    children = []
    if depth < DEEPEST:
        for callee, cost in graph.calls.get(unit, ()):
            if scale * cost < least:
                break
            children.append(_box(graph, callee, scale * cost, least, depth + 1))
    symbols = sorted(unit, key=lambda s: (-graph.own.get(s, 0), s))
    label = symbols[0].name
    tip = f"{label} ({symbols[0].where})"
    if len(symbols) > 1:
        label = f"{label} and {len(symbols) - 1} more in a circle"
        tip = "circle of " + ", ".join(symbol.name for symbol in symbols[:12])
    return Box(label, symbols[0].object.rpartition("/")[2], tip, value, tuple(children))
