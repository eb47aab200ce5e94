"""Programs that run programs: what callgrind counts in them is the work of the interpreter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from quicksalt_lab.valgrind import perf_map
from quicksalt_lab.valgrind.counts import Symbol

PART = 0.05
"""Part of the growth that an interpreter must have to be worth a word."""


class Machine(NamedTuple):
    """An interpreter, by the functions that are its loop or by its object."""

    language: str
    loops: re.Pattern[str]
    objects: re.Pattern[str]


def _machine(language: str, loops: str, objects: str) -> Machine:
    return Machine(language, re.compile(rf"({loops})\Z"), re.compile(rf"({objects})\Z"))


NEVER = r"(?!)"

MACHINES = (
    _machine("Python", perf_map.LOOP, r"python[\d.]*|libpython[\d.]*\.so.*"),
    _machine("JavaScript", r"Builtins_InterpreterEntryTrampoline", r"node(js)?"),
    _machine("Perl", r"Perl_runops_\w+", r"perl[\d.]*|libperl\.so.*"),
    _machine("Ruby", r"vm_exec_core|rb_vm_exec", r"libruby.*\.so.*"),
    _machine("Lua", r"luaV_execute", r"lua[\d.]*|liblua.*\.so.*"),
    _machine("PHP", r"execute_ex", r"php[\d.]*"),
    _machine("Tcl", r"TEBCresume|TclNRExecuteByteCode", r"tclsh[\d.]*|libtcl.*\.so.*"),
    _machine("OCaml bytecode", r"caml_interprete", r"ocamlrun\w*"),
    _machine("Emacs Lisp", r"exec_byte_code", r"emacs.*"),
    _machine("awk", NEVER, r"[mg]?awk|original-awk"),
    _machine("shell", NEVER, r"(ba|da|k|z)?sh|busybox"),
    _machine("SQL", r"sqlite3VdbeExec", NEVER),
    _machine("jq", r"jq_next", r"jq|libjq\.so.*"),
    _machine("sed", NEVER, r"sed"),
    _machine("Java", NEVER, r"libjvm\.so.*"),
    _machine("Scheme", NEVER, r"libguile.*\.so.*"),
)


def interpreters(shares: Mapping[Symbol, float]) -> list[tuple[str, Symbol]]:
    """List the languages interpreted, with a function of each interpreter.

    `shares` are the parts that functions have in the growth, by their own instructions. Whose
    functions have been told apart by a map is left out.
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
    return bool(machine.loops.match(symbol.name) or machine.objects.match(base))


def version(symbol: Symbol) -> tuple[int, int] | None:
    """Return the version in the name of a Python's object, if it is there."""
    found = re.search(r"python(\d+)\.(\d+)", symbol.object.rpartition("/")[2])
    return (int(found[1]), int(found[2])) if found else None
