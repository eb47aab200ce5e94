"""The function of the source that an origin's work is of, where the compiler has put some into it.

Callgrind counts by line, and code that was inlined keeps the file and the number of its own. Where
it counted by address too, debug information says inside which functions each of these stands.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from quicksalt_lab.valgrind import inline, servants
from quicksalt_lab.valgrind.counts import Counts, Symbol
from quicksalt_lab.valgrind.inline import Chain

K = TypeVar("K")

MOST = 0.5
"""Part of what a function adds that one inlined there must have to be named in its place."""

LOOPS = 8
"""Times as often as instructions around it one of an inlined function must run, to have the loop:
what is but called in the loop of another runs as often as that."""

CLOSURE = re.compile(r"(?:(?:::)?\{\{?closure[^}]*\}\}?)+\Z|\.func\d+(?:\.\d+)*\Z")
"""What Rust and Go add to the name of a function for a closure in it."""

Spot = tuple[str, int]


class Place(NamedTuple):
    """An instruction of the function that was compiled."""

    chain: Chain
    """As far as it is of the user's functions."""
    times: float
    """How often it was executed."""
    cost: float
    """Its part in what its line adds, with what it calls if that is asked for."""


def find(symbol: Symbol, added: Mapping[Spot, float], run: Counts) -> Chain | None:
    """Return the frames from a function to the one inlined into it that has the loop.

    `added` is what lines, by file and number, add to the cost from the smallest to the largest
    size; `run` was at the largest. Each frame has the line that adds most of it. None if nothing
    was counted by address, or there is no debug information.
    """
    places = _places(symbol, added, run)
    return _descend(places) if sum(place.cost for place in places) > 0 else None


def _places(symbol: Symbol, added: Mapping[Spot, float], run: Counts) -> list[Place]:
    """Share out what lines add among their instructions, as often as these were executed."""
    mine = {a: times for a, times in run.addresses.items() if a.symbol == symbol and times > 0}
    whole: dict[Spot, float] = defaultdict(float)
    for address, times in mine.items():
        whole[address.file, address.number] += times
    chains = inline.chains(mine)
    return [
        Place(_readable(_placed(chains[a], spot)), times, part * times / whole[spot])
        for a, times in mine.items()
        if a in chains
        for spot in [(a.file, a.number)]
        for part in [max(added.get(spot, 0), 0)]
    ]


def _placed(chain: Chain, spot: Spot) -> Chain:
    """Give the innermost frame the line that callgrind knows, where the chain has none."""
    *outer, inner = chain
    return chain if inner.line else (*outer, inner._replace(file=spot[0], line=spot[1]))


def _readable(chain: Chain) -> Chain:
    """Leave out what libraries have inlined, and put closures to the function that they are in."""
    first, *rest = chain
    kept = [first]
    for frame in rest:
        name = CLOSURE.sub("", frame.name) or kept[-1].name
        if servants.stands(frame.file, name):
            continue
        if name == kept[-1].name:
            kept[-1] = frame._replace(name=name)
        else:
            kept.append(frame._replace(name=name))
    return tuple(kept)


def _descend(places: list[Place], depth: int = 0) -> Chain:
    """Follow who has most of what the one around it has, and a loop that this has not."""
    frame = _most((place.chain[depth], place.cost) for place in places)
    deeper = [place for place in places if len(place.chain) > depth + 1]
    if not deeper:
        return (frame,)
    name = _most((place.chain[depth + 1].name, place.cost) for place in deeper)
    inner = [place for place in deeper if place.chain[depth + 1].name == name]
    around = max((p.times for p in places if len(p.chain) == depth + 1), default=0)
    if max(place.times for place in inner) < LOOPS * around:
        return (frame,)
    if sum(place.cost for place in inner) < MOST * sum(place.cost for place in places):
        return (frame,)
    return (frame, *_descend(inner, depth + 1))


def _most(pairs: Iterable[tuple[K, float]]) -> K:
    """Return the key that weighs most."""
    sums: dict[K, float] = defaultdict(float)
    for key, cost in pairs:
        sums[key] += cost
    return max(sums, key=lambda k: sums[k])
