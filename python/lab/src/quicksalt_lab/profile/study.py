"""A complete study of one program: native time, memcheck, callgrind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any

from quicksalt_lab.valgrind import memcheck, tool
from quicksalt_lab.valgrind.counts import UNKNOWN, Calls, Counts, Symbol
from quicksalt_lab.valgrind.graph import cycles, inclusive
from quicksalt_lab.valgrind.memcheck import Findings
from quicksalt_lab.valgrind.servants import LINKER
from quicksalt_lab.valgrind.tool import Native
from quicksalt_lab.valgrind.unnamed import fold, nameless

FLOOR_KIB = 24 * 1024
"""Maximum memory of the process that starts the program; a lower peak is measured separately."""

STEPS = ("native time", "memcheck", "callgrind")

CALLERS = 4
"""Maximum number of recorded callers of a function."""


@dataclass(frozen=True)
class Plan:
    """The command and the options of a study."""

    command: tuple[str, ...]
    repeats: int = 5
    """Number of native runs."""
    suppressions: tuple[Path, ...] = ()
    """Suppression files for memcheck."""
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Caller:
    """A caller of a function."""

    symbol: Symbol
    calls: Calls


@dataclass(frozen=True)
class Function:
    """A function and its cost."""

    symbol: Symbol
    inclusive: float
    own: float
    calls: float
    callers: tuple[Caller, ...]
    """The callers with the most costly calls."""


@dataclass(frozen=True)
class Study:
    """The results of a study."""

    command: tuple[str, ...]
    native: Native
    findings: Findings
    counts: Counts
    """The counts, with unnamed code folded into its callers."""
    functions: tuple[Function, ...]
    """Sorted by inclusive cost, without program entry functions."""

    def heaviest(self, most: int) -> list[Function]:
        """List the functions with the most own instructions."""
        return sorted(self.functions, key=lambda f: (-f.own, f.symbol))[:most]


def run(plan: Plan, folder: Path, done: Callable[[str], None] = lambda _: None) -> Study:
    """Run the plan; write the tools' files to the folder. `done` is called after each step.

    Raises CommandError, MissingToolError and the errors of the readers.
    """
    tool.require()
    folder.mkdir(parents=True, exist_ok=True)
    native = tool.native(plan.command, repeats=plan.repeats, budget_s=60, env=plan.env)
    peak = tool.peak(plan.command, env=plan.env)
    # A child of the command may have a higher peak than the command.
    if peak is not None and native.peak_kib <= FLOOR_KIB:
        native = replace(native, peak_kib=peak)
    done(STEPS[0])
    findings = memcheck.check(plan.command, folder, suppressions=plan.suppressions, env=plan.env)
    done(STEPS[1])
    counts = tool.count(plan.command, folder, env=plan.env)
    done(STEPS[2])
    return study(plan.command, native, findings, counts)


def study(command: Sequence[str], native: Native, findings: Findings, counts: Counts) -> Study:
    """Build a study from its parts."""
    folded = _with_one_linker(fold(counts, nameless(counts)))
    return Study(tuple(command), native, findings, folded, tuple(_functions(folded)))


def _with_one_linker(counts: Counts) -> Counts:
    """Merge the dynamic linker into one function: its parts are rarely of interest."""

    def one(symbol: Symbol) -> Symbol:
        linker = LINKER.match(symbol.object.rpartition("/")[2])
        # The linker's entry function stays the root of the program.
        is_part = linker is not None and not symbol.starts
        return Symbol(symbol.object, UNKNOWN, "(dynamic linker)") if is_part else symbol

    return counts.renamed(one, lambda a, b: a == b or one(a) != one(b))


def _functions(counts: Counts) -> list[Function]:
    whole = inclusive(counts, cycles(counts.calls))
    called = counts.called()
    callers: dict[Symbol, list[Caller]] = {}
    for (caller, callee), calls in counts.calls.items():
        if caller != callee:
            callers.setdefault(callee, []).append(Caller(caller, calls))
    functions = []
    for symbol in (s for s in counts.symbols() if not s.starts):
        by_cost = sorted(callers.get(symbol, ()), key=lambda c: (-c.calls.cost, c.symbol))
        functions.append(
            Function(
                symbol,
                whole.get(symbol, 0),
                counts.own.get(symbol, 0),
                called.get(symbol, 0),
                tuple(by_cost[:CALLERS]),
            )
        )
    return sorted(functions, key=lambda f: (-f.inclusive, -f.own, f.symbol))


def detail(study: Study) -> dict[str, Any]:
    """Return a study as JSON values."""
    return {
        "command": list(study.command),
        "native": {
            "wall_s": list(study.native.wall_s),
            "cpu_s": list(study.native.cpu_s),
            "peak_kib": study.native.peak_kib,
        },
        "instructions": study.counts.total,
        "processes": study.counts.processes,
        "creator": study.counts.creator,
        "lost_bytes": study.findings.lost_bytes,
        "indirectly_lost_bytes": study.findings.indirectly_lost_bytes,
        "lost_blocks": study.findings.lost_blocks,
        "suppressed": study.findings.suppressed,
        "findings": [
            {
                "kind": finding.kind,
                "what": finding.what,
                "count": finding.count,
                "bytes": finding.leaked_bytes,
                "blocks": finding.leaked_blocks,
                "indirect_bytes": finding.indirect_bytes,
                "stack": [astuple(frame) for frame in finding.stack],
                "also": [astuple(section) for section in finding.also],
            }
            for finding in study.findings.all
        ],
        "functions": [_function(function) for function in study.functions],
    }


def _function(function: Function) -> dict[str, Any]:
    return {
        **function.symbol._asdict(),
        "inclusive": function.inclusive,
        "own": function.own,
        "calls": function.calls,
        "callers": [
            {**c.symbol._asdict(), "calls": c.calls.count, "cost": c.calls.cost}
            for c in function.callers
        ],
    }
