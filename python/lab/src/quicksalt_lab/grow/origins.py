"""Find the functions that add a power of n, not their callees that are merely called often.

Two rules compare exponents. A function is an origin by its *own* instructions if they grow faster
than the number of its calls: it contains the loop. It is an origin by its *calls* if its calls to
another function grow faster than the number of its own calls: it contains the loop around the
callee. Either cost must be worse than linear and have a relevant share of the growth, so a plain
loop over the input and its callers are not reported. The cost of library callees such as `malloc`
and `memcpy` is attributed to their callers first. A recursion counts as one function if no single
member qualifies.

A projection to a larger n is not sufficient evidence: the measured costs must already be worse than
n log n at the largest sizes, or clearly approach that, and the fit must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from quicksalt_lab.grow.fit import CERTAIN, FEWEST, SUPERLINEAR, agrees, bears_out, exponent
from quicksalt_lab.grow.growth import Growth, Values
from quicksalt_lab.grow.trend import Trend
from quicksalt_lab.valgrind.counts import START, Edge, Symbol
from quicksalt_lab.valgrind.servants import keeps_house, serves

GAIN = 0.5
"""Minimum excess over the exponent of the calls: half a power, far more than a logarithm causes."""

ONCE = 1.2
LITTLE = 0.3
"""Sufficient excess if the exponent of the calls is below `ONCE`: their logarithms are not worse
than in linear costs."""

MATTERS = 0.05
"""Minimum share of the program's growth that an origin must have."""

STEADY = 0.9
"""Minimum exponent of a cost, computed without the largest size. Doubling buffers cause jumps and
hardly grow between two jumps; a sum of powers may have a small exponent there, but not below 1."""

CALLERS = 2
"""Maximum number of callers to report."""


@dataclass(frozen=True)
class Calling:
    """Calls from or to a function, as the report's sentences describe them."""

    symbol: Symbol
    count: float
    """The number of calls at the largest size."""
    trend: Trend
    """The trend of the number of calls; for a library callee, of their cost."""

    @property
    def exponent(self) -> float:
        """The exponent of the trend."""
        return self.trend.exponent


@dataclass(frozen=True)
class _Guilt:
    """The evidence for reporting a function."""

    own: Values | None
    """The function's own instructions, if they grow faster than its calls."""
    callees: tuple[tuple[Symbol, Values], ...]
    """Callees with faster growing calls, and the cost of the calls."""

    def __bool__(self) -> bool:
        return self.own is not None or bool(self.callees)

    def telling(self, origin: Symbol) -> Symbol | None:
        """Return the callee to report: the most costly, preferably in the same object."""
        ranked = sorted(self.callees, key=lambda c: (c[0].object != origin.object, -c[1][-1], c[0]))
        return ranked[0][0] if ranked else None


@dataclass(frozen=True)
class Origin:
    """A function that adds a power of n."""

    symbol: Symbol
    n: float
    """The largest size, at which calls are reported."""
    share: float
    """The origin's share of the program's growth: own instructions and the relevant calls."""
    trend: Trend
    """The trend of its own instructions and the relevant calls."""
    called: float
    """The exponent of the number of calls to it."""
    callers: tuple[Calling, ...]
    own_trend: Trend | None
    """The trend of its own and its library callees' instructions, if faster than its calls."""
    servant: Calling | None
    """The library callee with most of these instructions, if they are not its own."""
    callee: Calling | None
    """The main callee with calls that grow faster than the function's own calls."""
    circle: tuple[Symbol, ...]
    """The members of the recursion that this origin represents; only itself if it calls itself."""
    path: tuple[Symbol, ...]
    """The path from the outermost caller to the origin, along the calls with the most growth."""
    others: int = 0
    """The number of callees besides `callee` with faster growing calls."""

    @property
    def exponent(self) -> float:
        """The exponent of the origin's cost."""
        return self.trend.exponent

    @property
    def own(self) -> float | None:
        """The exponent of its own instructions, if they grow faster than its calls."""
        return None if self.own_trend is None else self.own_trend.exponent


@dataclass(frozen=True)
class _Case:
    """The growth to judge, in three views."""

    growth: Growth
    """The growth with library callees' costs attributed to their callers; may be a projection."""
    measured: Growth
    """The measured growth, also if `growth` is a projection."""
    whole: Growth
    """The measured growth with library callees separate."""
    hasty: bool
    """Whether to include low-confidence origins, which with three sizes may also be a jump."""


def find(
    growth: Growth,
    *,
    measured: Growth | None = None,
    whole: Growth | None = None,
    hasty: bool = False,
) -> list[Origin]:
    """List the origins, largest share of the growth first.

    A projection is based on `measured`; in `whole` library callees are separate. `hasty` includes
    low-confidence origins, which three sizes cannot distinguish from a jump.
    """
    if not growth.grows:
        return []
    case = _Case(growth, measured or growth, whole or measured or growth, hasty)
    every = {**growth.inclusive, **growth.own}
    suspects = (s for s in every if not (s.name.startswith(START) or serves(s) or keeps_house(s)))
    found = [o for s in suspects if (o := _function(case, s)) is not None]
    flagged = {origin.symbol for origin in found}
    for circle in growth.cycles.all():
        if not flagged & circle and (origin := _circle(case, circle)) is not None:
            found.append(origin)
    return sorted(found, key=lambda o: (-o.share, o.symbol))


def _function(case: _Case, symbol: Symbol) -> Origin | None:
    growth = case.growth
    called = growth.trend_of_calls(growth.called_of(symbol)).exponent
    own = growth.own_of(symbol)
    guilt = _Guilt(
        own
        if _passes(case, lambda g: g.own_of(symbol), growth.trend_of(own).exponent, called)
        else None,
        tuple((c, growth.flows[symbol, c].cost) for c in _callees(case, symbol, called)),
    )
    if not guilt:
        return None
    callers = growth.into.get(symbol, ())
    circle = growth.cycles.of(symbol)
    # A function called only from inside its cycle has the cycle's other members as callers.
    outside = [c for c in callers if c not in circle] or [c for c in callers if c != symbol]
    return _origin(case, symbol, called, guilt, [(c, symbol) for c in outside])


def _callees(case: _Case, symbol: Symbol, called: float) -> Iterator[Symbol]:
    """Yield the callees with calls that grow faster than the calls to the caller."""
    growth = case.growth
    circle = growth.cycles.of(symbol)
    mild = len(circle) == 1 and growth.trend_of(growth.inclusive_of(symbol)).exponent < SUPERLINEAR
    for callee in growth.out_of.get(symbol, ()):
        flow = growth.flows[symbol, callee]
        if callee in circle or keeps_house(callee):
            continue
        if mild and growth.trend_of(flow.cost).exponent < CERTAIN:
            continue
        # Calls may move between callers when unnamed code is folded; that is not growth.
        called_in_all = growth.called_of(callee)
        if flow.count[-1] - flow.count[0] > 2 * (called_in_all[-1] - called_in_all[0]):
            continue
        if _bend(growth.sizes, flow.count) > 2 * max(_bend(growth.sizes, called_in_all), 0.0):
            continue
        faster = growth.trend_of_calls(flow.count).exponent
        if _passes(case, partial(Growth.cost_of, caller=symbol, callee=callee), faster, called):
            yield callee


def _bend(sizes: Values, counts: Values) -> float:
    """Compute how the slope of a call count changes between the last two size intervals."""
    before, last = (
        (counts[k] - counts[k - 1]) / (sizes[k] - sizes[k - 1])
        for k in (len(sizes) - 2, len(sizes) - 1)
    )
    return last - before


def _passes(case: _Case, cost: Callable[[Growth], Values], faster: float, called: float) -> bool:
    growth = case.growth
    values = cost(growth)
    return (
        growth.share(values) > MATTERS
        and faster > max(called + (LITTLE if called < ONCE else GAIN), SUPERLINEAR)
        and growth.trend_of(values).superlinear
        and _steady(growth, values)
        and _measured(case, cost(case.measured))
    )


def _measured(case: _Case, values: Values) -> bool:
    """Whether the measured cost is superlinear or approaches it, and the program's total agrees."""
    found = case.measured.trend_of(values)
    if found.hasty and not case.hasty:
        return False
    if not agrees(case.measured.sizes, values, case.measured.totals):
        return False
    return found.superlinear or (found.bends_upwards and bears_out(case.measured.sizes, values))


def _steady(growth: Growth, cost: Values) -> bool:
    """Whether a cost also grew before the last size; true if there are too few sizes."""
    if len(cost) <= FEWEST:
        return True
    return exponent(growth.sizes[:-1], cost[:-1]) > STEADY


def _circle(case: _Case, circle: frozenset[Symbol]) -> Origin | None:
    """Judge a recursion as one function that is called only from outside the recursion."""
    growth = case.growth
    # If a garbage collector calls back into the program, only the functions it calls can be
    # origins.
    members = sorted(symbol for symbol in circle if not (keeps_house(symbol) or serves(symbol)))
    if not members:
        return None
    entering = [edge for edge in growth.flows if edge[1] in circle and edge[0] not in circle]
    called = growth.trend_of_calls(_sum(growth, [growth.flows[e].count for e in entering])).exponent
    leaving: dict[Symbol, list[Values]] = {}
    for (caller, callee), flow in growth.flows.items():
        if caller in members and callee not in circle:
            leaving.setdefault(callee, []).append(flow.count)

    def own(view: Growth) -> Values:
        return _sum(view, [view.own_of(symbol) for symbol in members])

    def cost(view: Growth, callee: Symbol) -> Values:
        return _sum(view, [view.cost_of(symbol, callee) for symbol in members])

    def faster(callee: Symbol) -> float:
        return growth.trend_of_calls(_sum(growth, leaving[callee])).exponent

    guilt = _Guilt(
        own(growth) if _passes(case, own, growth.trend_of(own(growth)).exponent, called) else None,
        tuple(
            (c, cost(growth, c))
            for c in leaving
            if _passes(case, partial(cost, callee=c), faster(c), called)
        ),
    )
    heaviest = max(members, key=lambda s: (growth.share(growth.own_of(s)), s))
    entering.sort(key=lambda e: (e[1] != heaviest, -growth.flows[e].cost[-1], e))
    return _origin(case, heaviest, called, guilt, entering) if guilt else None


def _origin(
    case: _Case, symbol: Symbol, called: float, guilt: _Guilt, callers: list[Edge]
) -> Origin:
    growth = case.growth
    own = [] if guilt.own is None else [guilt.own]
    whole = _sum(growth, [*own, *(cost for _, cost in guilt.callees)])
    circle = growth.cycles.members.get(symbol, frozenset())
    callee = guilt.telling(symbol)
    return Origin(
        symbol,
        growth.sizes[-1],
        growth.share(whole),
        growth.trend_of(whole),
        called,
        tuple(_calling(growth, edge[0], [edge]) for edge in callers[:CALLERS]),
        growth.trend_of(own[0]) if own else None,
        _servant(case.whole, circle or {symbol}) if own else None,
        _calling(growth, callee, [(c, callee) for c in circle or {symbol}]) if callee else None,
        tuple(sorted(circle)),
        tuple(growth.path(symbol)),
        max(len(guilt.callees) - 1, 0),
    )


def _servant(whole: Growth, callers: frozenset[Symbol] | set[Symbol]) -> Calling | None:
    """Return the most costly library callee, if it costs more than the functions' own code."""
    costs: dict[Symbol, list[Values]] = {}
    counts: dict[Symbol, list[Values]] = {}
    for (caller, callee), flow in whole.flows.items():
        if caller in callers and serves(callee):
            costs.setdefault(callee, []).append(flow.cost)
            counts.setdefault(callee, []).append(flow.count)
    if not costs:
        return None
    sums = {callee: _sum(whole, rows) for callee, rows in costs.items()}
    most = max(sums, key=lambda callee: (sums[callee][-1] - sums[callee][0], callee))
    own = _sum(whole, [whole.own_of(symbol) for symbol in callers])
    if sums[most][-1] - sums[most][0] <= own[-1] - own[0]:
        return None
    return Calling(most, _sum(whole, counts[most])[-1], whole.trend_of(sums[most]))


def _calling(growth: Growth, symbol: Symbol, edges: list[Edge]) -> Calling:
    """Sum the existing calls from or to a function."""
    count = _sum(growth, [growth.flows[e].count for e in edges if e in growth.flows])
    return Calling(symbol, count[-1], growth.trend_of_calls(count))


def _sum(growth: Growth, rows: list[Values]) -> Values:
    return tuple(map(sum, zip(*rows, strict=True))) if rows else growth.nothing()
