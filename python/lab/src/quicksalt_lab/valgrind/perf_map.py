"""Names of interpreted functions by code address, from maps in the format of `perf`.

`python -X perf` (3.12 and later) creates a trampoline for every function, through which it enters
the interpreter's loop, and writes the trampolines to `perf-PID.map` in the folder that `perf` reads
(`tool.MAPS`): one per line, with start and length in hexadecimal and a name. Node does the same
with the flags in `node`. Callgrind counts the loop separately for each caller, so the count of a
trampoline's loop is the cost of the named function.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from quicksalt_lab.printable import printable
from quicksalt_lab.ruler.files import read_text
from quicksalt_lab.valgrind import node
from quicksalt_lab.valgrind.counts import UNKNOWN, Address, Counts, Line, Symbol

SINCE = 3, 12
"""The first version of Python that writes a map."""

LOOP = "_PyEval_EvalFrameDefault"

GLUE = (
    *("py_trampoline_evaluator", "_PyEval_EvalFrame", "_PyEval_Vector", "_PyFunction_Vectorcall"),
    *("PyObject_Vectorcall", "_PyObject_Vectorcall", "_PyObject_VectorcallTstate"),
    *("PyVectorcall_Call", "_PyVectorcall_Call", "PyObject_Call", "_PyObject_Call"),
    *("_PyObject_FastCallDictTstate", "_PyObject_Call_Prepend", "_PyObject_MakeTpCall"),
    *("method_vectorcall", "vectorcall_method", "vectorcall_maybe", "object_vacall"),
    *("PyObject_CallOneArg", "PyObject_CallNoArgs", "PyObject_CallFunctionObjArgs"),
    *("PyObject_CallMethodObjArgs", "PyObject_VectorcallMethod", "PyEval_EvalCode"),
    *("gen_iternext", "gen_send_ex", "gen_send_ex2", "run_eval_code_obj"),
    *("slot_tp_*", "slot_sq_*", "slot_mp_*", "slot_nb_*", "slot_am_*", "call_unbound*"),
)
"""C functions between one Python function and the next, which callgrind skips."""

OPTIONS = (
    f"--separate-callers1={LOOP}",
    *(f"--fn-skip={name}" for name in (*GLUE, *node.GLUE)),
)

ENTERED = re.compile(re.escape(LOOP) + r"(?:'\d+)?(?:'(?P<caller>.*))?\Z")
"""Callgrind's name of the loop, counted per caller."""

JAVASCRIPT = re.compile(
    r"(?:JS|LazyCompile|Function|Script|Eval):[~^*+']*(?P<name>\S*) (?P<file>.+?)"
    r":(?P<line>\d+):\d+\Z"
)

ANONYMOUS = re.compile(r"\(anonymous, line (\d+)\)\Z")

PYTHON = re.compile(r"python3?(\.\d+)?t?\Z")
ISOLATED = re.compile(r"-[a-zA-Z]*[IE]")

INTERPRETED = ("python", "node")
"""Names used as the object of an interpreted function."""


class PerfMap:
    """A parsed map; the last of several entries at the same address wins."""

    def __init__(self, text: str) -> None:
        """Parse the text of a map; malformed lines are ignored."""
        self._pieces: dict[int, tuple[int, str]] = {}
        for line in text.splitlines():
            words = line.split(" ", 2)
            try:
                start, length = int(words[0], 16), int(words[1], 16)
                self._pieces[start] = (start + length, printable(words[2]))
            except (ValueError, IndexError):
                continue
        self._starts = sorted(self._pieces)

    def at(self, address: int) -> Symbol | None:
        """Return the function at an address; None if unknown."""
        index = bisect_right(self._starts, address)
        end, name = self._pieces[self._starts[index - 1]] if index else (0, "")
        return _symbol(name) if address < end else None


def _symbol(name: str) -> Symbol | None:
    if name.startswith("py::"):
        function, _, file = name.removeprefix("py::").partition(":")
        return Symbol("python", file or UNKNOWN, function)
    if found := JAVASCRIPT.match(name):
        # Anonymous functions are distinguished by their line, so it is part of the name.
        return Symbol("node", found["file"], found["name"] or f"(anonymous, line {found['line']})")
    return None


def told(command: Sequence[str]) -> list[str]:
    """Return a command with flags that make Node, or Python with -E or -I, name functions."""
    program, *rest = command
    if node.NAME.match(program.rpartition("/")[2]):
        return [program, *node.flags(program), *rest]
    if PYTHON.match(program.rpartition("/")[2]) and any(ISOLATED.match(word) for word in rest):
        return [program, "-X", "perf", *rest]
    return list(command)


def interprets(program: str) -> bool:
    """Whether a program is an interpreter that can name its functions."""
    name = program.rpartition("/")[2]
    return PYTHON.match(name) is not None or node.NAME.match(name) is not None


def interpreted(symbol: Symbol) -> bool:
    """Whether a function belongs to an interpreted program."""
    return symbol.object in INTERPRETED


def read(path: Path) -> PerfMap | None:
    """Read a map; None if it is missing or unreadable."""
    try:
        return PerfMap(read_text(path, errors="replace"))
    except OSError:
        return None


def resolve(counts: Counts, known: PerfMap | None) -> Counts:
    """Return the counts with interpreted functions under their names.

    Without a map the interpreter's loop is one function.
    """
    names = {symbol: _named(symbol, known) for symbol in counts.symbols()}
    if all(symbol == name for symbol, name in names.items()):
        return counts
    return _renamed(counts, lambda symbol: names.get(symbol, symbol))


def told_apart(counts: Counts) -> bool:
    """Whether a run names functions of an interpreted program."""
    return any(interpreted(symbol) for symbol in counts.own)


def level(runs: Sequence[Counts]) -> list[Counts]:
    """Return runs with consistent names: if one run lacks a map, no map is used.

    Otherwise a function would cost nothing in a run without a map, and its growth would jump.
    """
    bare = [run for run in runs if not told_apart(run)]
    loop = next((s for run in bare for s in run.own if s.name == LOOP), None)
    if loop is None or len(bare) == len(runs):
        return list(runs)
    whole = loop

    def name(symbol: Symbol) -> Symbol:
        return whole if interpreted(symbol) else symbol

    return [_renamed(run, name) for run in runs]


def _named(symbol: Symbol, known: PerfMap | None) -> Symbol:
    entered = ENTERED.match(symbol.name)
    if entered is not None:
        function = _at(known, entered["caller"] or "")
        return function or symbol._replace(name=LOOP)
    if symbol.unnamed and symbol.object == UNKNOWN:
        return _at(known, symbol.name) or symbol
    return symbol


def _at(known: PerfMap | None, address: str) -> Symbol | None:
    if known is None or not address.startswith("0x"):
        return None
    return known.at(int(address.partition("'")[0], 16))


def _renamed(counts: Counts, name: Callable[[Symbol], Symbol]) -> Counts:
    def kept(caller: Symbol, callee: Symbol) -> bool:
        # The trampoline of a function belongs to the function itself.
        return not (caller.unnamed and interpreted(name(caller)) and name(caller) == name(callee))

    renamed = counts.renamed(name, kept)
    for line, cost in counts.lines.items():
        symbol = name(line.symbol)
        # Lines of the interpreter do not describe the program.
        place = (
            Line(symbol, symbol.file, 0) if interpreted(symbol) else line._replace(symbol=symbol)
        )
        renamed.lines[place] += cost
    for site, cost in counts.sites.items():
        renamed.sites[site._replace(symbol=name(site.symbol), callee=name(site.callee))] += cost
    for address, cost in counts.addresses.items():
        symbol = name(address.symbol)
        if not interpreted(symbol):
            renamed.addresses[Address(symbol, *address[1:])] = cost
    return renamed


def definition(symbol: Symbol) -> int:
    """Find the line of a function's definition; 0 if unknown."""
    if symbol.object == "node":
        anonymous = ANONYMOUS.match(symbol.name)
        return int(anonymous[1]) if anonymous else node.definition(symbol.file, symbol.name)
    return _definitions(symbol.file).get(symbol.name, 0) if symbol.object == "python" else 0


@cache
def _definitions(file: str) -> dict[str, int]:
    """List the functions of a file by their qualified names."""
    found = {"<module>": 1}
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.setdefault(prefix + child.name, child.lineno)
                inside = "." if isinstance(child, ast.ClassDef) else ".<locals>."
                inner = prefix + child.name + inside
            elif isinstance(child, ast.Lambda):
                found.setdefault(f"{prefix}<lambda>", child.lineno)
            walk(child, inner)

    walk(tree, "")
    return found
