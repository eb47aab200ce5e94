"""Inclusive costs, through recursion.

Callgrind's inclusive costs count the inner rounds of a recursion again and again. So functions that
call each other in a circle (strongly connected components, Tarjan 1972) are taken together: the
inclusive cost of a function is its own and that of its calls out of its circle; for members of a
circle of several it is the cost that enters from outside through this member, its own at least.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from quicksalt_lab.valgrind.counts import Counts, Edge, Symbol


@dataclass(frozen=True)
class Cycles:
    """Which functions call each other in a circle."""

    members: Mapping[Symbol, frozenset[Symbol]]
    """Only functions that call themselves, directly or through others."""

    def of(self, symbol: Symbol) -> frozenset[Symbol]:
        """Return the circle of a function: itself alone if it is in none."""
        return self.members.get(symbol) or frozenset((symbol,))

    def inside(self, edge: Edge) -> bool:
        """Whether a call stays in a circle."""
        caller, callee = edge
        return caller == callee or callee in self.members.get(caller, ())

    def all(self) -> list[frozenset[Symbol]]:
        """List the circles."""
        return list(dict.fromkeys(self.members.values()))


def cycles(edges: Iterable[Edge]) -> Cycles:
    """Find the circles of a call graph."""
    successors: dict[Symbol, list[Symbol]] = defaultdict(list)
    itself: set[Symbol] = set()
    for caller, callee in edges:
        successors[caller].append(callee)
        if caller == callee:
            itself.add(caller)
    members = {}
    for component in _components(successors):
        if len(component) > 1 or component[0] in itself:
            circle = frozenset(component)
            members.update(dict.fromkeys(component, circle))
    return Cycles(members)


@dataclass
class _Search:
    """The state of Tarjan's search."""

    successors: Mapping[Symbol, Collection[Symbol]]
    index: dict[Symbol, int] = field(default_factory=dict)
    low: dict[Symbol, int] = field(default_factory=dict)
    stack: list[Symbol] = field(default_factory=list)
    stacked: set[Symbol] = field(default_factory=set)

    def enter(self, symbol: Symbol) -> tuple[Symbol, Iterator[Symbol]]:
        """Begin with a function."""
        self.index[symbol] = self.low[symbol] = len(self.index)
        self.stack.append(symbol)
        self.stacked.add(symbol)
        return symbol, iter(self.successors.get(symbol, ()))

    def leave(self, symbol: Symbol) -> list[Symbol]:
        """End with a function: its component, if it was the first of it to be found."""
        if self.low[symbol] != self.index[symbol]:
            return []
        component: list[Symbol] = []
        while not component or component[-1] != symbol:
            component.append(self.stack.pop())
        self.stacked.difference_update(component)
        return component


def _components(successors: Mapping[Symbol, Collection[Symbol]]) -> Iterator[list[Symbol]]:
    """Yield the strongly connected components; a loop, since call graphs are deep."""
    search = _Search(successors)
    for root in successors:
        work = [search.enter(root)] if root not in search.index else []
        while work:
            symbol, rest = work[-1]
            for callee in rest:
                if callee not in search.index:
                    work.append(search.enter(callee))
                    break
                if callee in search.stacked:
                    search.low[symbol] = min(search.low[symbol], search.index[callee])
            else:
                work.pop()
                if work:
                    caller = work[-1][0]
                    search.low[caller] = min(search.low[caller], search.low[symbol])
                if component := search.leave(symbol):
                    yield component


def inclusive(counts: Counts, circles: Cycles) -> dict[Symbol, float]:
    """Compute the inclusive cost of every function."""
    costs: dict[Symbol, float] = defaultdict(float)
    alone = {s for s, circle in circles.members.items() if len(circle) == 1}
    for symbol, cost in counts.own.items():
        if symbol in alone or symbol not in circles.members:
            costs[symbol] += cost
    for edge, calls in counts.calls.items():
        if circles.inside(edge):
            continue
        caller, callee = edge
        if caller in alone or caller not in circles.members:
            costs[caller] += calls.cost
        if callee in circles.members and callee not in alone:
            costs[callee] += calls.cost
    for symbol in circles.members.keys() - alone:
        costs[symbol] = max(costs[symbol], counts.own.get(symbol, 0))
    return costs
