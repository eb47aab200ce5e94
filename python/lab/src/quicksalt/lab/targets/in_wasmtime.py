"""A child of the ruler, quicksalt-child/1, that runs a module in wasmtime.

python -m quicksalt.lab.targets.in_wasmtime FILE LEVEL, where LEVEL is the optimisation level,
`speed` or `none`. The loop is WebAssembly too, so that calls from Python are not timed.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import metadata
from pathlib import Path

from quicksalt.lab.targets.speak import speak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wasmtime import Func, Store


class Hosted:
    """An instance of a module, with memory management."""

    def __init__(self, path: Path, level: str) -> None:
        """Compile and instantiate the module."""
        from wasmtime import (
            Config,
            Engine,
            Func,
            FuncType,
            Instance,
            Memory,
            Module,
            Store,
            ValType,
        )

        config = Config()
        config.cranelift_opt_level = level
        self.store = Store(Engine(config))
        module = Module.from_file(self.store.engine, str(path))
        kind = FuncType([ValType.i32()] * 2, [ValType.i32()])
        source = Func(self.store, kind, self._random)
        imports = [source for _ in module.imports]
        self.exports = Instance(self.store, module, imports).exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, Memory)
        self.memory = memory

    def _random(self, at: int, length: int) -> int:
        self.memory.write(self.store, os.urandom(length), at)
        return 0

    def function(self, name: str) -> Func:
        """Return an exported function. Raises LookupError if the export is missing."""
        from wasmtime import Func

        found = self.exports.get(name)
        if not isinstance(found, Func):
            raise LookupError(f"has no {name}")
        return found

    def put(self, data: bytes) -> int:
        """Copy bytes into memory that is valid until the next task."""
        at: int = self.function("malloc")(self.store, max(len(data), 1))
        self.memory.write(self.store, data, at)
        return at

    def free(self, at: int) -> None:
        """Free memory."""
        self.function("free")(self.store, at)


class Task:
    """A function with its arguments, and a loop in WebAssembly that calls it."""

    def __init__(self, hosted: Hosted, words: list[str]) -> None:
        """Copy the arguments into the module."""
        self._hosted = hosted
        self._outputs: list[tuple[int, int]] = []
        self._owned: list[int] = []
        function = hosted.function(words[0])
        self._arguments = [self._argument(word) for word in words[1:]]
        self._loop = _loop(hosted.store, function)

    def _argument(self, word: str) -> int:
        kind, rest = word[0], word[1:]
        if kind == "n":
            return 0
        if kind in "lz":
            return int(rest)
        at = self._hosted.put(bytes(int(rest)) if kind == "o" else bytes.fromhex(rest))
        self._owned.append(at)
        if kind == "o":
            self._outputs.append((at, int(rest)))
        return at

    def run(self, count: int) -> int:
        """Call the function `count` times; return the nanoseconds of this thread."""
        store = self._hosted.store
        start = time.thread_time_ns()
        result = self._loop(store, count, *self._arguments)
        taken = time.thread_time_ns() - start
        if result:
            raise RuntimeError(f"returns {result}")
        return taken

    def output(self) -> bytes:
        """Return a zero, followed by the bytes that the function wrote."""
        hosted = self._hosted
        found = (hosted.memory.read(hosted.store, at, at + size) for at, size in self._outputs)
        return b"\0" + b"".join(map(bytes, found))

    def end(self) -> None:
        """Free the memory of the arguments."""
        for at in self._owned:
            self._hosted.free(at)


def _loop(store: Store, function: Func) -> Func:
    """Build a function that repeatedly calls another function with the same arguments."""
    from wasmtime import Func, Instance, Module

    types = [str(kind) for kind in function.type(store).params]
    # Parameter 0 is the counter; the local after the arguments accumulates the return values.
    arguments = " ".join(f"(local.get {at + 1})" for at in range(len(types)))
    result = len(types) + 1
    text = f"""(module
      (import "" "f" (func $f (param {" ".join(types)}) (result i32)))
      (func (export "loop") (param i32 {" ".join(types)}) (result i32) (local i32)
        (loop $again
          (local.set {result} (i32.or (local.get {result}) (call $f {arguments})))
          (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
          (br_if $again (local.get 0)))
        (local.get {result})))"""
    made = Instance(store, Module(store.engine, text), [function]).exports(store)["loop"]
    assert isinstance(made, Func)
    return made


def main() -> None:
    """Run the protocol loop; the first task compiles the module."""
    path, level = Path(sys.argv[1]), sys.argv[2]
    hosted: list[Hosted] = []
    tasks: list[Task] = []

    def prepare(words: list[str]) -> Task:
        if not hosted:
            hosted.append(Hosted(path, level))
        while tasks:
            tasks.pop().end()
        tasks.append(Task(hosted[0], words))
        return tasks[0]

    def version() -> str:
        return f"wasmtime {metadata.version('wasmtime')}, opt-level {level}, {path.name}"

    speak("thread-cpu", version, prepare)


if __name__ == "__main__":
    main()
