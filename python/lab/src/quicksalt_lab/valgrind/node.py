"""Node flags that name functions: each gets its own entry code into the interpreter.

Only interpreted functions have such code, so JIT compilation is disabled under callgrind. The
interpreter's handlers (`Builtins_...`) jump from one to the next and do not return; callgrind skips
them and attributes their cost to the function.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from quicksalt_lab import children

NAME = re.compile(r"node(js)?\Z")

FLAGS = (
    *("--interpreted-frames-native-stack", "--perf-basic-prof"),
    *("--no-opt", "--no-maglev", "--no-sparkplug"),
    # The first of these flags writes a log, by default in the current folder.
    *("--logfile=+", "--no-logfile-per-isolate"),
)

GLUE = ("Builtins_*",)

OPTION = re.compile(r"^ +--([\w-]+)", re.MULTILINE)


@cache
def flags(program: str) -> tuple[str, ...]:
    """List the flags that this Node supports; empty if it cannot create entry code per function."""
    try:
        known = set(OPTION.findall(children.run([program, "--v8-options"]).stdout))
    except OSError:
        return ()
    if not {FLAGS[0].strip("-"), FLAGS[1].strip("-")} <= known:
        return ()
    return tuple(f for f in FLAGS if f.strip("-").removeprefix("no-").partition("=")[0] in known)


def definition(file: str, name: str) -> int:
    """Find the line of a function's definition; 0 if unknown."""
    word = re.escape(name.rpartition(".")[2])
    defined = re.compile(
        rf"\bfunction\b\s*\*?\s*{word}\b|(?<![\w$.]){word}\s*(?:=|:)\s*(?:async\b|function\b|\()"
        rf"|^\s*(?:(?:async|static|get|set)\s+|\*\s*)*{word}\s*\([^;]*\{{\s*$"
    )
    for number, line in enumerate(_lines(file), 1):
        if defined.search(line):
            return number
    return 0


@cache
def _lines(file: str) -> tuple[str, ...]:
    try:
        return tuple(Path(file).read_text(errors="replace").splitlines())
    except OSError:
        return ()
