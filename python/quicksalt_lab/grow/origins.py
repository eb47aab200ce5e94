"""Where a power of n enters a program: who adds it, not who suffers from it.

Two rules, from differences of exponents. A function is an origin by its *own* instructions if they
grow by more than half a power faster than its calls do: the loop is in it. It is one by its *calls*
if those to some other function do: the loop around the callee is in it. Either must be worse than
linear and make a part of the growth that matters: a plain loop over the input is innocent, and so
is who runs it. `malloc`, `memcpy` and other servants never pass, for their calls grow along with
their cost. A recursion is looked at as one function if none of its members passes alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quicksalt_lab.grow.fit import FEWEST, exponent
from quicksalt_lab.grow.growth import Growth, Values
from quicksalt_lab.valgrind.counts import Edge, Symbol

GAIN = 0.5
"""Of the exponent over that of the calls: half a power, far more than a logarithm gives."""

SUPERLINEAR = 1.3
"""Exponent from which a cost is worse than n log n on small sizes."""

MATTERS = 0.05
"""Part of the program's growth below which nothing is an origin."""

STEADY = 0.9
"""Exponent that a cost must have one size earlier too. Buffers that double leap, and between two
leaps hardly grow; a sum of powers may have a small exponent there, but none below 1."""

CALLERS = 2
"""Callers that are named."""


@dataclass(frozen=True)
class Calling:
    """Calls from or to a function, as a sentence needs them."""

    symbol: Symbol
    count: float
    """At the largest size."""
    exponent: float


@dataclass(frozen=True)
class _Guilt:
    """What speaks against a function."""

    own: Values | None
    """Its own instructions, if they grow faster than its calls."""
    callees: tuple[tuple[Symbol, Values], ...]
    """Callees whose calls do, with the cost of these."""

    def __bool__(self) -> bool:
        return self.own is not None or bool(self.callees)

    def telling(self, origin: Symbol) -> Symbol | None:
        """Return the callee to name: the most costly one, if possible of the same object."""
        ranked = sorted(self.callees, key=lambda c: (c[0].object != origin.object, -c[1][-1], c[0]))
        return ranked[0][0] if ranked else None


@dataclass(frozen=True)
class Origin:
    """A function that adds a power of n."""

    symbol: Symbol
    n: float
    """The largest size, at which calls are counted."""
    share: float
    """Part of the program's growth that it makes, own instructions and the calls in question."""
    exponent: float
    """Of that cost."""
    called: float
    """Exponent of its calls."""
    callers: tuple[Calling, ...]
    own: float | None
    """Exponent of its own instructions, if they grow faster than its calls."""
    callee: Calling | None
    """The call that grows faster than its own calls and tells most."""
    others: int
    """Further callees of that kind."""
    circle: tuple[Symbol, ...]
    """The members, if it stands for a recursion of several functions or calls itself."""
    path: tuple[Symbol, ...]
    """From the outermost caller to itself, by the most costly calls."""


def find(growth: Growth) -> list[Origin]:
    """List the origins, the one that makes most of the growth first."""
    if growth.added <= 0:
        return []
    found = [
        o for s in {**growth.inclusive, **growth.own} if (o := _function(growth, s)) is not None
    ]
    flagged = {origin.symbol for origin in found}
    for circle in growth.cycles.all():
        if not flagged & circle and (origin := _circle(growth, circle)) is not None:
            found.append(origin)
    return sorted(found, key=lambda o: (-o.share, o.symbol))


def _function(growth: Growth, symbol: Symbol) -> Origin | None:
    called = growth.n(growth.called_of(symbol))
    own = growth.own_of(symbol)
    guilt = _Guilt(
        own if _passes(growth, own, growth.n(own), called) else None,
        tuple((c, growth.flows[symbol, c].cost) for c in _callees(growth, symbol, called)),
    )
    if not guilt:
        return None
    callers = growth.into.get(symbol, ())
    circle = growth.cycles.of(symbol)
    # Who is called from inside of its circle alone is called by the others there.
    outside = [c for c in callers if c not in circle] or [c for c in callers if c != symbol]
    return _origin(growth, symbol, called, guilt, [(c, symbol) for c in outside])


def _callees(growth: Growth, symbol: Symbol, called: float) -> Iterator[Symbol]:
    """Yield the callees whose calls grow faster than those of the caller."""
    circle = growth.cycles.of(symbol)
    if len(circle) == 1 and growth.n(growth.inclusive_of(symbol)) < SUPERLINEAR:
        return
    for callee in growth.out_of.get(symbol, ()):
        flow = growth.flows[symbol, callee]
        if callee not in circle and _passes(growth, flow.cost, growth.n(flow.count), called):
            yield callee


def _passes(growth: Growth, cost: Values, faster: float, called: float) -> bool:
    return (
        growth.share(cost) > MATTERS
        and faster > max(called + GAIN, SUPERLINEAR)
        and growth.n(cost) > SUPERLINEAR
        and _steady(growth, cost)
    )


def _steady(growth: Growth, cost: Values) -> bool:
    """Whether a cost grew before the last size too, if there are enough sizes to tell."""
    if len(cost) <= FEWEST:
        return True
    return exponent(growth.sizes[:-1], cost[:-1]) > STEADY


def _circle(growth: Growth, circle: frozenset[Symbol]) -> Origin | None:
    """Look at a recursion as if it were one function, called from outside alone."""
    entering = [edge for edge in growth.flows if edge[1] in circle and edge[0] not in circle]
    called = growth.n(_sum(growth, [growth.flows[edge].count for edge in entering]))
    own = _sum(growth, [growth.own_of(symbol) for symbol in circle])
    leaving: dict[Symbol, list[Values]] = {}
    costs: dict[Symbol, list[Values]] = {}
    for (caller, callee), flow in growth.flows.items():
        if caller in circle and callee not in circle:
            leaving.setdefault(callee, []).append(flow.count)
            costs.setdefault(callee, []).append(flow.cost)
    callees = (
        (callee, _sum(growth, costs[callee]), growth.n(_sum(growth, counts)))
        for callee, counts in leaving.items()
    )
    guilt = _Guilt(
        own if _passes(growth, own, growth.n(own), called) else None,
        tuple((c, cost) for c, cost, faster in callees if _passes(growth, cost, faster, called)),
    )
    heaviest = max(circle, key=lambda s: (growth.share(growth.own_of(s)), s))
    entering.sort(key=lambda e: (e[1] != heaviest, -growth.flows[e].cost[-1], e))
    return _origin(growth, heaviest, called, guilt, entering) if guilt else None


def _origin(
    growth: Growth, symbol: Symbol, called: float, guilt: _Guilt, callers: list[Edge]
) -> Origin:
    own = [] if guilt.own is None else [guilt.own]
    whole = _sum(growth, [*own, *(cost for _, cost in guilt.callees)])
    circle = growth.cycles.members.get(symbol, frozenset())
    callee = guilt.telling(symbol)
    return Origin(
        symbol,
        growth.sizes[-1],
        growth.share(whole),
        growth.n(whole),
        called,
        tuple(_caller(growth, edge) for edge in callers[:CALLERS]),
        growth.n(own[0]) if own else None,
        _callee(growth, circle or {symbol}, callee) if callee else None,
        max(len(guilt.callees) - 1, 0),
        tuple(sorted(circle)),
        tuple(growth.path(symbol)),
    )


def _caller(growth: Growth, edge: Edge) -> Calling:
    count = growth.flows[edge].count
    return Calling(edge[0], count[-1], growth.n(count))


def _callee(growth: Growth, callers: frozenset[Symbol] | set[Symbol], callee: Symbol) -> Calling:
    counts = [growth.flows[c, callee].count for c in callers if (c, callee) in growth.flows]
    count = _sum(growth, counts)
    return Calling(callee, count[-1], growth.n(count))


def _sum(growth: Growth, rows: list[Values]) -> Values:
    return tuple(map(sum, zip(*rows, strict=True))) if rows else growth.nothing()
