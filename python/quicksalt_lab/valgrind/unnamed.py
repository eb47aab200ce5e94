"""Unnamed code of stripped libraries, folded into the named functions that call it.

A stripped library names but what it exports. Callgrind gives the rest as addresses, which say
nothing and differ from build to build. Such a function is taken out of the call graph as a
vertex is eliminated: its own cost and its calls go to its callers, each in proportion to the cost
of its calls. What has no caller stays.

An object that names next to nothing of what it runs, such as a module of an interpreter, would
leave its cost to whoever calls it from outside. All its unnamed code is one place instead.
"""

from __future__ import annotations

from collections import defaultdict

from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Line, Symbol

PLACE = "(unnamed code)"
"""The name of the place for the unnamed code of an object that names next to nothing."""

NAMED = 0.1
"""Part of its own instructions that an object must have in named functions not to be such a one."""


def nameless(counts: Counts) -> frozenset[str]:
    """List the objects that name next to nothing of what they run.

    What belongs to no object at all is not taken for one.
    """
    whole: dict[str, float] = defaultdict(float)
    named: dict[str, float] = defaultdict(float)
    for symbol, cost in counts.own.items():
        whole[symbol.object] += cost
        named[symbol.object] += 0 if symbol.unnamed else cost
    objects = whole.keys() - {UNKNOWN}
    return frozenset(path for path in objects if named[path] < NAMED * whole[path])


def fold(counts: Counts, places: frozenset[str] = frozenset()) -> Counts:
    """Return the counts without unnamed functions, as far as somebody calls them.

    For the objects in `places` there is one place that calls from outside lead to.
    """
    folded = Counts(counts.command, counts.creator, counts.total, processes=counts.processes)
    folded.own.update(counts.own)
    for (caller, callee), calls in counts.calls.items():
        if callee.unnamed and callee.object in places and caller.object != callee.object:
            place = Symbol(callee.object, callee.file, PLACE)
            folded.calls[caller, place].add(calls.count, calls.cost)
            folded.calls[place, callee].add(calls.count, calls.cost)
        else:
            folded.calls[caller, callee].add(calls.count, calls.cost)
    callers: dict[Symbol, set[Symbol]] = defaultdict(set)
    callees: dict[Symbol, set[Symbol]] = defaultdict(set)
    for caller, callee in folded.calls:
        callers[callee].add(caller)
        callees[caller].add(callee)
    share: dict[Symbol, dict[Symbol, float]] = {}
    for symbol in sorted(s for s in counts.symbols() if s.unnamed):
        shares = _shares(folded, symbol, callers[symbol])
        if shares:
            _eliminate(folded, symbol, shares, callers, callees)
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


def _eliminate(
    counts: Counts,
    symbol: Symbol,
    shares: dict[Symbol, float],
    callers: dict[Symbol, set[Symbol]],
    callees: dict[Symbol, set[Symbol]],
) -> None:
    own = counts.own.pop(symbol, 0)
    leaving = {c: counts.calls.pop((symbol, c)) for c in callees.pop(symbol, ())}
    leaving.pop(symbol, None)
    for callee in leaving:
        callers[callee].discard(symbol)
    for caller, part in shares.items():
        counts.own[caller] += part * own
        del counts.calls[caller, symbol]
        callees[caller].discard(symbol)
        for callee, calls in leaving.items():
            counts.calls[caller, callee].add(part * calls.count, part * calls.cost)
            callees[caller].add(callee)
            callers[callee].add(caller)


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
