"""A module in wasmtime, with a random source that tests can make fail."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from wasmtime import Config, Engine, Func, FuncType, Instance, Memory, Module, Store, ValType

IMPORT = ("wasi_snapshot_preview1", "random_get")


class Sodium:
    """An instance of a module: its functions, with bytes as arguments."""

    def __init__(self, path: Path, *, is_optimised: bool) -> None:
        """Instantiate a module, with a random source that `self.random` can make fail."""
        config = Config()
        config.cranelift_opt_level = "speed" if is_optimised else "none"
        self.store = Store(Engine(config))
        module = Module.from_file(self.store.engine, str(path))
        imports = [(item.module, item.name) for item in module.imports]
        if imports != [IMPORT]:
            raise SystemExit(f"{path} imports {imports}")
        self.random: Callable[[int], bytes | None] = os.urandom
        kind = FuncType([ValType.i32(), ValType.i32()], [ValType.i32()])
        source = Func(self.store, kind, self.fill)
        self.exports = Instance(self.store, module, [source]).exports(self.store)
        self.owned: list[int] = []

    @property
    def memory(self) -> Memory:
        """Return the memory of the instance."""
        memory = self.exports["memory"]
        assert isinstance(memory, Memory)
        return memory

    def fill(self, at: int, length: int) -> int:
        """Implement the module's import."""
        drawn = self.random(length)
        if drawn is None:
            return 29
        self.memory.write(self.store, drawn, at)
        return 0

    def call(self, name: str, *arguments: int) -> int:
        """Call a function with numbers."""
        function = self.exports[name]
        assert isinstance(function, Func)
        return function(self.store, *arguments) or 0

    def has(self, name: str) -> bool:
        """Return whether the module has a function."""
        return name in self.exports

    def put(self, data: bytes) -> int:
        """Copy bytes into the module's memory; return their address."""
        at = self.call("malloc", len(data))
        self.owned.append(at)
        self.memory.write(self.store, data, at)
        return at

    def get(self, at: int, length: int) -> bytes:
        """Copy bytes out of the module's memory."""
        return bytes(self.memory.read(self.store, at, at + length))

    def release(self) -> None:
        """Free all memory that `put` allocated."""
        while self.owned:
            self.call("free", self.owned.pop())
