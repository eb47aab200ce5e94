"""Interpreters: callgrind counts the work of the interpreter, not of the program it runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from quicksalt_lab.valgrind import perf_map
from quicksalt_lab.valgrind.counts import Symbol

PART = 0.05
"""Minimum share of the growth for an interpreter to be reported."""


class Machine(NamedTuple):
    """An interpreter, recognised by the functions of its loop or by its object."""

    language: str
    loops: str
    objects: str


NEVER = r"(?!)"

MACHINES = (
    Machine("Python", perf_map.LOOP, r"python[\d.]*|libpython[\d.]*\.so.*"),
    Machine("JavaScript", r"Builtins_InterpreterEntryTrampoline", r"node(js)?"),
    Machine("Perl", r"Perl_runops_\w+", r"perl[\d.]*|libperl\.so.*"),
    Machine("Ruby", r"vm_exec_core|rb_vm_exec", r"libruby.*\.so.*"),
    Machine("Lua", r"luaV_execute", r"lua[\d.]*|liblua.*\.so.*"),
    Machine("PHP", r"execute_ex", r"php[\d.]*"),
    Machine("Tcl", r"TEBCresume|TclNRExecuteByteCode", r"tclsh[\d.]*|libtcl.*\.so.*"),
    Machine("OCaml bytecode", r"caml_interprete", r"ocamlrun\w*"),
    Machine("Emacs Lisp", r"exec_byte_code", r"emacs.*"),
    Machine("awk", NEVER, r"[mg]?awk|original-awk"),
    Machine("shell", NEVER, r"(ba|da|k|z)?sh|busybox"),
    Machine("SQL", r"sqlite3VdbeExec", NEVER),
    Machine("jq", r"jq_next", r"jq|libjq\.so.*"),
    Machine("sed", NEVER, r"sed"),
    Machine("Java", NEVER, r"libjvm\.so.*"),
    Machine("Scheme", NEVER, r"libguile.*\.so.*"),
)


def interpreters(shares: Mapping[Symbol, float]) -> list[tuple[str, Symbol]]:
    """List the interpreted languages, with a function of each interpreter.

    `shares` are the functions' shares of the growth, by own instructions. Interpreters with a map
    of their functions are omitted.
    """
    if any(perf_map.interpreted(symbol) for symbol in shares):
        return []
    found = []
    for machine in MACHINES:
        mine = [s for s in shares if _of(machine, s)]
        if sum(shares[s] for s in mine) > PART:
            found.append((machine.language, max(mine, key=lambda s: (shares[s], s))))
    return found


def _of(machine: Machine, symbol: Symbol) -> bool:
    base = symbol.object.rpartition("/")[2]
    return bool(re.fullmatch(machine.loops, symbol.name) or re.fullmatch(machine.objects, base))


def version(symbol: Symbol) -> tuple[int, int] | None:
    """Return the Python version from the name of its object; None if absent."""
    found = re.search(r"python(\d+)\.(\d+)", symbol.object.rpartition("/")[2])
    return (int(found[1]), int(found[2])) if found else None
