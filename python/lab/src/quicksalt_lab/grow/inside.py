"""Find the source function that does an origin's work, if the compiler inlined functions there.

Callgrind counts by line, and inlined code has the file and line of its own source. If callgrind
also counted by address, debug information gives the inlined functions at each address.
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
"""An inlined function with this share of a function's growth is reported instead of it."""

LOOPS = 8
"""An inlined function contains the loop if one of its instructions runs at least this many times as
often as the instructions around it. Code called from another function's loop runs only as often as
that loop."""

CLOSURE = re.compile(r"(?:(?:::)?\{\{?closure[^}]*\}\}?)+\Z|\.func\d+(?:\.\d+)*\Z")
"""Suffixes that Rust and Go add to a function name for a closure."""

Spot = tuple[str, int]


class Place(NamedTuple):
    """An instruction of the compiled function."""

    chain: Chain
    """The frames of the user's functions."""
    times: float
    """The number of executions."""
    cost: float
    """The instruction's share of its line's growth, including callees if requested."""


def find(symbol: Symbol, added: Mapping[Spot, float], run: Counts) -> Chain | None:
    """Return the frames from a function to the inlined function with the loop.

    `added` maps lines (file and number) to their growth from the smallest to the largest size;
    `run` is the run at the largest. Each frame has its line with the most growth. Returns None
    without debug information, or if nothing was counted by address.
    """
    places = _places(symbol, added, run)
    return _descend(places) if sum(place.cost for place in places) > 0 else None


def _places(symbol: Symbol, added: Mapping[Spot, float], run: Counts) -> list[Place]:
    """Distribute each line's growth among its instructions in proportion to their executions."""
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
    """Set the innermost frame's line to callgrind's line, if the chain lacks one."""
    *outer, inner = chain
    return chain if inner.line else (*outer, inner._replace(file=spot[0], line=spot[1]))


def _readable(chain: Chain) -> Chain:
    """Drop frames inlined by libraries, and merge closures into their enclosing function."""
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
    """Descend to the inlined function with most of its parent's growth and a loop of its own."""
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
    """Return the key with the greatest total weight."""
    sums: dict[K, float] = defaultdict(float)
    for key, cost in pairs:
        sums[key] += cost
    return max(sums, key=lambda k: sums[k])
