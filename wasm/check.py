"""Run a module's self-tests in wasmtime; compare candidates with the portable candidates.

Usage: python wasm/check.py MODULE SETS. SETS are the instruction sets beyond the baseline that
the module was built for, joined by pluses.
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import count, takewhile
from pathlib import Path

from wasmtime import Engine, Func, Instance, Module, Store

OUTCOMES = {
    0: "proven",
    1: "FAILED",
    2: "cannot run",
    3: "no such candidate",
    4: "DIFFERS from portable",
}


def exports(path: Path) -> dict[str, Callable[..., int]]:
    """Load the module, which must not import anything, and return its functions."""
    store = Store(Engine())
    module = Module.from_file(store.engine, str(path))
    if module.imports:
        sys.exit(f"{path} imports {[i.name for i in module.imports]}; it must import nothing")
    instance = Instance(store, module, [])
    return {
        name: lambda *arguments, function=item: function(store, *arguments)
        for name, item in instance.exports(store).items()
        if isinstance(item, Func)
    }


def text(byte_at: Callable[[int], int]) -> str:
    """Read a text from the module, byte by byte."""
    return "".join(map(chr, takewhile(bool, map(byte_at, count()))))


def main() -> int:
    """Print a line per candidate; return 1 on a failure or a mismatch with SETS."""
    call, sets = exports(Path(sys.argv[1])), sys.argv[2]
    detected = text(call["features_byte"])
    if detected != sets:
        print(f"wasm: built for {sets!r}, and detects {detected!r}")
        return 1
    names = (text(partial(call["name_byte"], i)) for i in range(call["count"]()))
    outcomes = {
        name: call["selftest"](i) or 4 * call["agreement"](i) for i, name in enumerate(names)
    }
    for candidate, outcome in outcomes.items():
        print(f"{candidate}: {OUTCOMES.get(outcome, outcome)}")
    proven = sum(outcome == 0 for outcome in outcomes.values())
    print(
        f"wasm{sets and ' with '}{sets}: {proven} of {len(outcomes)} candidates proven in wasmtime"
    )
    return 0 if outcomes and proven == len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
