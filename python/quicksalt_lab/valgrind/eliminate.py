"""Functions taken out of a call graph, their cost given to who calls them.

A function is taken out as a vertex is eliminated: its own cost and its calls go to its callers,
each in proportion to the cost of its calls. What has no caller stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from quicksalt_lab.valgrind.counts import Counts, Line, Symbol


@dataclass
class _Graph:
    """The counts that are changed, and who calls whom."""

    counts: Counts
    callers: dict[Symbol, set[Symbol]] = field(default_factory=lambda: defaultdict(set))
    callees: dict[Symbol, set[Symbol]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for caller, callee in self.counts.calls:
            self.callers[callee].add(caller)
            self.callees[caller].add(callee)


def eliminate(counts: Counts, chosen: Callable[[Symbol], bool]) -> Counts:
    """Return the counts without the chosen functions, as far as somebody calls them."""
    folded = Counts(counts.command, counts.creator, counts.total, processes=counts.processes)
    folded.own.update(counts.own)
    for edge, calls in counts.calls.items():
        folded.calls[edge].add(calls.count, calls.cost)
    graph = _Graph(folded)
    share: dict[Symbol, dict[Symbol, float]] = {}
    for symbol in sorted(s for s in counts.symbols() if chosen(s)):
        shares = _shares(folded, symbol, graph.callers[symbol])
        if shares:
            _take_out(graph, symbol, shares)
            share[symbol] = shares
    _move_lines(counts, folded, share)
    return folded


def _shares(counts: Counts, symbol: Symbol, callers: set[Symbol]) -> dict[Symbol, float]:
    """Which part each caller has in the cost of a function."""
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


def _move_lines(counts: Counts, folded: Counts, share: dict[Symbol, dict[Symbol, float]]) -> None:
    """Give the lines of what was folded to the caller with the greatest part.

    Its addresses are dropped: they mean nothing in the object of the caller.
    """
    heirs = {symbol: max(shares, key=lambda s: shares[s]) for symbol, shares in share.items()}

    def heir(symbol: Symbol) -> Symbol:
        # A caller may have been folded later, never earlier: the way ends.
        while symbol in heirs:
            symbol = heirs[symbol]
        return symbol

    for line, cost in counts.lines.items():
        folded.lines[Line(heir(line.symbol), line.file, line.number)] += cost
    for address, cost in counts.addresses.items():
        if address.symbol not in heirs:
            folded.addresses[address] = cost
