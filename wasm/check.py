"""Runs the self-tests of a quicksalt module in wasmtime: python wasm/check.py MODULE."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from wasmtime import Engine, Func, Instance, Module, Store

OUTCOMES = {0: "proven", 1: "FAILED", 2: "cannot run", 3: "no such candidate"}


def exports(path: Path) -> dict[str, Callable[..., int]]:
    """Load the module, which must import nothing, and return its functions."""
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


def name(call: dict[str, Callable[..., int]], index: int) -> str:
    """Read a candidate's name byte by byte."""

    def letters() -> Iterator[str]:
        at = 0
        while byte := call["name_byte"](index, at):
            yield chr(byte)
            at += 1

    return "".join(letters())


def main() -> int:
    """Print a line for each candidate; 1 if one is not proven or there is none."""
    call = exports(Path(sys.argv[1]))
    outcomes = {name(call, i): call["selftest"](i) for i in range(call["count"]())}
    for candidate, outcome in outcomes.items():
        print(f"{candidate}: {OUTCOMES.get(outcome, outcome)}")
    proven = sum(outcome == 0 for outcome in outcomes.values())
    print(f"wasm: {proven} of {len(outcomes)} candidates proven in wasmtime")
    return 0 if outcomes and proven == len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
