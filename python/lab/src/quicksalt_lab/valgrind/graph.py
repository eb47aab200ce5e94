"""Inclusive costs, through recursion.

Callgrind's inclusive costs count the inner levels of a recursion repeatedly. Therefore functions
that call each other in a cycle (strongly connected components, Tarjan 1972) are treated together:
the inclusive cost of a function is its own cost plus the cost of its calls out of its cycle; for a
member of a larger cycle it is the cost that enters from outside through this member, and at least
its own cost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from quicksalt_lab.valgrind.counts import Counts, Edge, Symbol


@dataclass(frozen=True)
class Cycles:
    """The functions that call each other in cycles."""

    members: Mapping[Symbol, frozenset[Symbol]]
    """The cycle of each function that calls itself, directly or indirectly."""

    def of(self, symbol: Symbol) -> frozenset[Symbol]:
        """Return the cycle of a function: only the function itself if it is not recursive."""
        return self.members.get(symbol) or frozenset((symbol,))

    def inside(self, edge: Edge) -> bool:
        """Whether a call stays inside a cycle."""
        caller, callee = edge
        return caller == callee or callee in self.members.get(caller, ())

    def all(self) -> list[frozenset[Symbol]]:
        """List the cycles."""
        return list(dict.fromkeys(self.members.values()))


def cycles(edges: Iterable[Edge]) -> Cycles:
    """Find the cycles of a call graph."""
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
        """Start visiting a function."""
        self.index[symbol] = self.low[symbol] = len(self.index)
        self.stack.append(symbol)
        self.stacked.add(symbol)
        return symbol, iter(self.successors.get(symbol, ()))

    def leave(self, symbol: Symbol) -> list[Symbol]:
        """Finish a function; return its component if the function is the component's root."""
        if self.low[symbol] != self.index[symbol]:
            return []
        component: list[Symbol] = []
        while not component or component[-1] != symbol:
            component.append(self.stack.pop())
        self.stacked.difference_update(component)
        return component


def _components(successors: Mapping[Symbol, Collection[Symbol]]) -> Iterator[list[Symbol]]:
    """Yield the strongly connected components; not recursive, because call graphs are deep."""
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
