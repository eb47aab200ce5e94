"""Growth by source line, for functions hidden by inlining.

Debug information gives each instruction's chain of inlined functions; without it, callgrind's own
line table gives the innermost file and line. Instructions at the same place are summed at every
size, and each place has an exponent, as each function does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from quicksalt_lab.grow.fit import exponent
from quicksalt_lab.valgrind import inline
from quicksalt_lab.valgrind.counts import UNKNOWN, Address, Counts, Symbol
from quicksalt_lab.valgrind.inline import Chain, Frame

MOST = 4000
"""Maximum number of addresses to look up: the addresses with the most growth."""

MATTERS = 0.01
"""Share of the growth below which a place is not reported."""

Rows = dict[tuple[Symbol, Chain], list[float]]


@dataclass(frozen=True)
class Spot:
    """A place in the source."""

    symbol: Symbol
    """The compiled function."""
    chain: Chain
    """The chain from the compiled function to the innermost inlined function."""
    share: float
    """Share of the program's growth."""
    exponent: float
    cost: float
    """Instructions at the largest size."""


@dataclass(frozen=True)
class Inlined:
    """An inlined function, including all functions inlined into it."""

    frame: Frame
    """The inlined function's name, and its line with the most growth."""
    into: Symbol
    """The compiled function."""
    share: float
    exponent: float


@dataclass(frozen=True)
class Places:
    """The places in the source, largest growth first."""

    spots: tuple[Spot, ...] = ()
    inlined: tuple[Inlined, ...] = ()

    def within(self, symbol: Symbol) -> Spot | None:
        """Return a function's place with the most growth."""
        return next((spot for spot in self.spots if spot.symbol == symbol), None)


def places(sizes: Sequence[int], runs: Sequence[Counts]) -> Places:
    """Find the places with a relevant share of the growth."""
    added = runs[-1].total - runs[0].total
    if added <= 0:
        return Places()
    rows = _rows(runs)
    spots = [
        Spot(symbol, chain, (row[-1] - row[0]) / added, exponent(sizes, row), row[-1])
        for (symbol, chain), row in rows.items()
        if chain[-1].file != UNKNOWN
    ]
    spots.sort(key=lambda spot: (-spot.share, spot.symbol, spot.chain))
    inlined = _inlined(sizes, rows, added)
    return Places(
        tuple(spot for spot in spots if spot.share > MATTERS),
        tuple(one for one in inlined if one.share > MATTERS),
    )


def _rows(runs: Sequence[Counts]) -> Rows:
    """Sum the instructions of each place, one column per run."""
    rows: Rows = defaultdict(lambda: [0.0] * len(runs))
    chains = _chains(runs)
    for at, run in enumerate(runs):
        # If addresses exist, the line costs are sums over them.
        for address, cost in run.addresses.items():
            alone = (Frame(address.symbol.name, address.file, address.number),)
            rows[address.symbol, chains.get(address, alone)][at] += cost
        if not run.addresses:
            for line, cost in run.lines.items():
                rows[line.symbol, (Frame(line.symbol.name, line.file, line.number),)][at] += cost
    return rows


def _chains(runs: Sequence[Counts]) -> dict[Address, Chain]:
    first, last = runs[0].addresses, runs[-1].addresses
    added = {address: cost - first.get(address, 0) for address, cost in last.items()}
    wanted = sorted((a for a in added if added[a] > 0), key=lambda a: (-added[a], a))
    return inline.chains(wanted[:MOST])


def _inlined(sizes: Sequence[int], rows: Rows, added: float) -> list[Inlined]:
    costs: dict[tuple[Symbol, str], list[float]] = defaultdict(lambda: [0.0] * len(sizes))
    heaviest: dict[tuple[Symbol, str], tuple[float, Frame]] = {}
    for (symbol, chain), row in rows.items():
        inner = {f.name: f for f in chain[1:] if f.name not in (symbol.name, chain[0].name)}
        for name, frame in inner.items():
            key = symbol, name
            costs[key] = [a + b for a, b in zip(costs[key], row, strict=True)]
            if key not in heaviest or row[-1] > heaviest[key][0]:
                heaviest[key] = row[-1], frame
    found = [
        Inlined(heaviest[key][1], key[0], (row[-1] - row[0]) / added, exponent(sizes, row))
        for key, row in costs.items()
    ]
    return sorted(found, key=lambda one: (-one.share, one.into, one.frame))
