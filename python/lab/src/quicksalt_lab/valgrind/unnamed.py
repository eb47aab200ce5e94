"""Unnamed code of stripped programs and libraries.

A stripped library names but what it exports. Callgrind gives the rest as addresses, which say
nothing and differ from build to build. Such a function has the object's name and its address in it
instead, such as `libxml2.so.2+0x4d6e0`: its cost is not its caller's.

What is no function of the object's is taken out of the call graph, its cost given to its callers:
a mere jump to another object, code of no object, and the inside of the C library. What has no
caller stays. An object that names next to nothing of what it runs is left as it is in all parts.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Symbol
from quicksalt_lab.valgrind.eliminate import eliminate
from quicksalt_lab.valgrind.servants import LIBRARIES

NAMED = 0.1
"""Part of its own instructions that an object must have in named functions not to be such a one."""

JUMP = 4
"""Instructions a call up to which unnamed code is but a jump, where an object names its others."""

LOADED_AT = 0x10_8000
"""Where valgrind loads a program that may lie anywhere (`coregrind/m_ualloc` on x86-64)."""

MOVABLE = 3
"""`ET_DYN` of an ELF header: a program that may lie anywhere, or a library."""


def nameless(counts: Counts) -> frozenset[Symbol]:
    """List the unnamed functions that are named by their object and address.

    What belongs to no object at all is not one of them, and neither is the C library's.
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
    """Return the counts without unnamed functions, as far as somebody calls them.

    Those in `places` are named by their object and address.
    """

    def name(symbol: Symbol) -> Symbol:
        return symbol._replace(name=place(symbol)) if symbol in places else symbol

    return eliminate(counts.renamed(name), lambda symbol: symbol.unnamed)


def place(symbol: Symbol) -> str:
    """Name an unnamed function by its object and, in a program, its address there."""
    address = int(symbol.name.partition("'")[0], 16)
    if _movable(symbol.object) and address > LOADED_AT:
        address -= LOADED_AT
    return f"{symbol.object.rpartition('/')[2]}+{address:#x}"


@cache
def _movable(path: str) -> bool:
    """Whether a file is a program that valgrind loads at its own place."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(18)
    except OSError:
        return False
    program = ".so" not in path.rpartition("/")[2]
    return program and head[:4] == b"\x7fELF" and head[16] == MOVABLE
