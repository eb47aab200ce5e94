"""Eliminate functions from a call graph and attribute their cost to their callers.

A function is eliminated like a vertex of a graph: its own cost and its calls are distributed to its
callers, in proportion to the cost of their calls. Functions without callers stay.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from quicksalt_lab.valgrind.counts import Counts, Symbol


@dataclass
class _Graph:
    """The counts being changed, with callers and callees."""

    counts: Counts
    callers: dict[Symbol, set[Symbol]] = field(default_factory=lambda: defaultdict(set))
    callees: dict[Symbol, set[Symbol]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for caller, callee in self.counts.calls:
            self.callers[callee].add(caller)
            self.callees[caller].add(callee)


def eliminate(counts: Counts, chosen: Callable[[Symbol], bool]) -> Counts:
    """Return the counts without the chosen functions, except functions without callers."""
    graph = _Graph(counts.renamed(lambda symbol: symbol))
    for symbol in sorted(s for s in counts.symbols() if chosen(s)):
        shares = _shares(graph.counts, symbol, graph.callers[symbol])
        if shares:
            _take_out(graph, symbol, shares)
    return graph.counts


def _shares(counts: Counts, symbol: Symbol, callers: set[Symbol]) -> dict[Symbol, float]:
    """Return each caller's share of a function's cost."""
    entering = {c: counts.calls[c, symbol] for c in callers if c != symbol}
    cost = sum(calls.cost for calls in entering.values())
    if cost:
        return {caller: calls.cost / cost for caller, calls in entering.items()}
    return {caller: 1 / len(entering) for caller in entering}


def _take_out(graph: _Graph, symbol: Symbol, shares: dict[Symbol, float]) -> None:
    counts = graph.counts
    own = counts.own.pop(symbol, 0)
    leaving = {c: counts.calls.pop((symbol, c)) for c in graph.callees.pop(symbol, ())}
    leaving.pop(symbol, None)
    for callee in leaving:
        graph.callers[callee].discard(symbol)
    for caller, part in shares.items():
        counts.own[caller] += part * own
        del counts.calls[caller, symbol]
        graph.callees[caller].discard(symbol)
        for callee, calls in leaving.items():
            counts.calls[caller, callee].add(part * calls.count, part * calls.cost)
            graph.callees[caller].add(callee)
            graph.callers[callee].add(caller)
