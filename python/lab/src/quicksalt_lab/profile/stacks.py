"""The call graph as call stacks, for the flame graph.

Callgrind counts calls, not stacks, so a function's cost below each of its callers is unknown. It is
assumed to be proportional to the cost of the calls; the page mentions this approximation. Functions
that call each other in a cycle are one box, named after the function with the most own
instructions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from quicksalt_lab.html.flame import Box
from quicksalt_lab.valgrind.counts import Counts, Symbol
from quicksalt_lab.valgrind.graph import cycles

LEAST = 0.0007
"""Minimum share of the total cost of a drawn box."""

DEEPEST = 70

Unit = frozenset[Symbol]


@dataclass(frozen=True)
class _Graph:
    """The call graph without cycles."""

    own: Mapping[Symbol, float]
    inclusive: dict[Unit, float]
    calls: dict[Unit, list[tuple[Unit, float]]]
    """Callees with the cost of the calls, most costly first."""
    roots: dict[Unit, float]
    """The roots of stacks, with the cost not due to any call, most costly first."""


def stacks(counts: Counts) -> list[Box]:
    """Build the stacks from the program's entry functions, most costly root first."""
    graph = _graph(counts)
    least = LEAST * sum(graph.roots.values())
    return [_box(graph, r, value, least, 1) for r, value in graph.roots.items() if value >= least]


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
    entering: dict[Unit, float] = defaultdict(float)
    for (caller, callee), cost in costs.items():
        callees[caller].append((callee, cost))
        inclusive[caller] += cost
        entering[callee] += cost
    for unit in callees:
        callees[unit].sort(key=lambda pair: (-pair[1], sorted(pair[0])))
    # A root can also have callers: a thread continues in `clone`, whose call has already returned.
    beginning = {unit: cost - entering[unit] for unit, cost in inclusive.items()}
    roots = sorted((u for u in beginning if beginning[u] > 0), key=lambda u: -beginning[u])
    return _Graph(counts.own, inclusive, callees, {root: beginning[root] for root in roots})


def _box(graph: _Graph, unit: Unit, value: float, least: float, depth: int) -> Box:
    scale = value / graph.inclusive[unit] if graph.inclusive[unit] else 0.0
    children = []
    if depth < DEEPEST:
        for callee, cost in graph.calls.get(unit, ()):
            if scale * cost < least:
                break
            children.append(_box(graph, callee, scale * cost, least, depth + 1))
    symbols = sorted(unit, key=lambda s: (-graph.own.get(s, 0), s))
    heaviest = symbols[0]
    label = f"({heaviest.where}, unnamed)" if heaviest.unnamed else heaviest.plain
    tip = f"{heaviest.name} ({heaviest.where})"
    if len(symbols) > 1:
        label = f"{label} and {len(symbols) - 1} more in a circle"
        tip = "circle of " + ", ".join(symbol.plain for symbol in symbols[:12])
    return Box(label, heaviest.object.rpartition("/")[2], tip, value, tuple(children))
