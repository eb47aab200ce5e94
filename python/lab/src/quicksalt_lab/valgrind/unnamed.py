"""Unnamed code of stripped programs and libraries.

A stripped library only has names for its exports. Callgrind shows the other functions as addresses,
which differ from build to build. Here such a function is named by its object and its address within
it, such as `libxml2.so.2+0x4d6e0`; its cost is not attributed to its caller.

Code that is not a function of the object is eliminated from the call graph, with its cost
attributed to its callers: jumps to another object, code outside any object, and internals of the C
library. Code without callers stays. An object with almost no names for its executed code stays
unchanged.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Symbol
from quicksalt_lab.valgrind.eliminate import eliminate
from quicksalt_lab.valgrind.servants import LIBRARIES

NAMED = 0.1
"""Minimum share of named functions in an object's own instructions; below it the object counts as
nameless."""

JUMP = 4
"""Maximum instructions per call of unnamed code that counts as a jump, in an object with names."""

LOADED_AT = 0x10_8000
"""Load address of position-independent programs in valgrind (`coregrind/m_ualloc`, x86-64)."""

MOVABLE = 3
"""`ET_DYN` of an ELF header: a position-independent program or a library."""


def nameless(counts: Counts) -> frozenset[Symbol]:
    """List the unnamed functions to be named by object and address.

    Excluded are code outside any object and internals of the C library.
    """
    whole: dict[str, float] = defaultdict(float)
    named: dict[str, float] = defaultdict(float)
    for symbol, cost in counts.own.items():
        whole[symbol.object] += cost
        named[symbol.object] += 0 if symbol.unnamed else cost
    called = counts.called()
    return frozenset(
        symbol
        for symbol in counts.symbols()
        if symbol.unnamed and symbol.object != UNKNOWN
        if not LIBRARIES.match(symbol.object.rpartition("/")[2])
        if named[symbol.object] < NAMED * whole[symbol.object]
        or counts.own.get(symbol, 0) > JUMP * called.get(symbol, 0)
    )


def fold(counts: Counts, places: frozenset[Symbol] = frozenset()) -> Counts:
    """Return the counts without unnamed functions, except functions without callers.

    The functions in `places` are named by object and address.
    """

    def name(symbol: Symbol) -> Symbol:
        return symbol._replace(name=place(symbol)) if symbol in places else symbol

    return eliminate(counts.renamed(name), lambda symbol: symbol.unnamed)


def place(symbol: Symbol) -> str:
    """Name an unnamed function by its object and its address within it."""
    address = int(symbol.name.partition("'")[0], 16)
    if _movable(symbol.object) and address > LOADED_AT:
        address -= LOADED_AT
    return f"{symbol.object.rpartition('/')[2]}+{address:#x}"


@cache
def _movable(path: str) -> bool:
    """Whether a file is a position-independent program, which valgrind loads at `LOADED_AT`."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(18)
    except OSError:
        return False
    program = ".so" not in path.rpartition("/")[2]
    return program and head[:4] == b"\x7fELF" and head[16] == MOVABLE
