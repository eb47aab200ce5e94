"""The dynamic linker as one function: every program begins with it, and few care what it does."""

from __future__ import annotations

import re

from quicksalt_lab.valgrind.counts import UNKNOWN, Counts, Symbol

LINKER = re.compile(r"ld(-linux.*|-musl.*|-2.*|64)?\.so.*\Z")

NAME = "(dynamic linker)"


def fold(counts: Counts) -> Counts:
    """Return the counts with all functions of the dynamic linker as one."""

    def one(symbol: Symbol) -> Symbol:
        linker = LINKER.match(symbol.object.rpartition("/")[2])
        # What begins the program in the name of the linker stays on top.
        return Symbol(symbol.object, UNKNOWN, NAME) if linker and not symbol.starts else symbol

    return counts.renamed(one, lambda a, b: a == b or one(a) != one(b))
