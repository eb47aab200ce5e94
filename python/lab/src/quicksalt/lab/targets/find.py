"""The available targets: native libraries, modules in every engine, peers from npm."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Iterator, Sequence
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path

from quicksalt_lab import children
from quicksalt_lab.ruler.result import Absent

HERE = Path(__file__).parent
BUILD_S = 120

LIBSODIUM = "libsodium"
"""The base of all ratios."""
NATIVE = "quicksalt"

PEERS = {
    "libsodium.js": "libsodium-wrappers-sumo",
    "sodium-native": "sodium-native",
    "noble": "@noble/curves @noble/ciphers @noble/hashes",
    "hash-wasm": "hash-wasm",
    "quicksalt.js": "quicksalt",
}
"""The timed peers from npm, with the packages to install; `make npm` builds quicksalt's own."""

OWN_PACKAGE = "target/npm/quicksalt"

NO_NODE = "needs Node: apt install nodejs npm"
NO_WASMTIME = "not installed: pip install 'wasmtime>=50'"

PASSES = ("-Os", "-O2", "-O3", "-O4")
"""Optimisation levels of wasm-opt."""

PROBE = "0061736d0100000001080160027e7e027e7e030201000a0a01080020002001fc160b"
"""A module with wide arithmetic (`i64.mul_wide_u`); it is valid if the engine supports it."""


@dataclass(frozen=True)
class Target:
    """A target: the command that starts a child of the ruler."""

    name: str
    argv: tuple[str, ...]
    wall_argv: tuple[str, ...] = ()
    """The command for wall time; empty if the target is not timed in wall time."""


@dataclass(frozen=True)
class Places:
    """The paths of the targets."""

    modules: Path
    npm: Path
    """The folder with `node_modules`."""
    library: Path
    """quicksalt's native library with libsodium's C interface."""

    def module(self, kind: str) -> Path:
        """Return the path of the full module of kind `base` or `wide`."""
        return self.modules / f"quicksalt-full.{kind}.wasm"


Found = Iterator[Target | Absent]


def find(places: Places, folder: Path, passes: Sequence[str] = ()) -> Found:
    """Yield all targets; built or optimised files go to the folder."""
    yield from _native(places, folder)
    yield from _wasmtime(places)
    yield from _node(places, folder, passes)
    yield _chromium(places, folder)


def _native(places: Places, folder: Path) -> Found:
    sodium = find_library("sodium")
    compiler = shutil.which("cc")
    program = folder / "native"
    if compiler is not None:
        source = str(HERE / "native.c")
        built = children.tried(
            [compiler, "-O2", "-o", str(program), source, "-ldl"], timeout=BUILD_S
        )
        if built.returncode:
            compiler = None
    for name, library, missing in (
        (LIBSODIUM, sodium, "apt install libsodium23"),
        (NATIVE, _existing(places.library), "make abi PREFIX=target/abi, in the repository"),
    ):
        argv = (str(program), str(library))
        yield _unless(
            Target(name, (*argv, "cpu"), (*argv, "wall")),
            (compiler is None, "needs a C compiler: apt install gcc libc6-dev"),
            (library is None, f"no library: {missing}"),
        )


def _unless(target: Target, *obstacles: tuple[bool, str]) -> Target | Absent:
    """Return a target, or the first reason for its absence."""
    return next((Absent(target.name, why) for is_so, why in obstacles if is_so), target)


def _existing(path: Path) -> str | None:
    return str(path.absolute()) if path.is_file() else None


def _wasmtime(places: Places) -> Found:
    for kind in ("wide", "base"):
        for level, words in (("speed", ""), ("none", " -O0")):
            name = f"{kind}, wasmtime{words}"
            path, module = places.module(kind), "quicksalt.lab.targets.in_wasmtime"
            yield _unless(
                Target(name, (sys.executable, "-m", module, str(path), level)),
                (importlib.util.find_spec("wasmtime") is None, NO_WASMTIME),
                _no_module(path),
            )


def _no_module(path: Path) -> tuple[bool, str]:
    return not path.is_file(), f"no {path}: make wasm, in the repository"


def _node(places: Places, folder: Path, passes: Sequence[str]) -> Found:
    node = shutil.which("node")
    kinds = ("base", "wide") if node and _takes_wide(node) else ("base",)
    for kind in kinds:
        yield _in_node(node, f"{kind}, Node", places.module(kind))
    for option in passes:
        name = f"base {option}, Node"
        made = optimised(places, option, folder)
        yield made if isinstance(made, Absent) else _in_node(node, name, made)
    for name, packages in PEERS.items():
        package = packages.partition(" ")[0]
        source = packages if package != "quicksalt" else f"{OWN_PACKAGE}, after make npm"
        yield _unless(
            _by_both(name, node, "peer", name, path=places.npm),
            (node is None, NO_NODE),
            (
                not (places.npm / "node_modules" / package).is_dir(),
                f"npm install --prefix {places.npm} {source}",
            ),
        )


def _in_node(node: str | None, name: str, path: Path) -> Target | Absent:
    target = _by_both(name, node, "module", path=path)
    return _unless(target, (node is None, NO_NODE), _no_module(path))


def _by_both(name: str, node: str | None, *words: str, path: Path) -> Target:
    npm = name in PEERS and name != "libsodium.js"
    # Absolute, because Node resolves packages from this path.
    head, rest = (str(node), str(HERE / "child.mjs")), (*words, str(path.absolute()))
    return Target(name, (*head, "cpu", *rest), () if npm else (*head, "wall", *rest))


def _takes_wide(node: str) -> bool:
    """Return whether Node's engine supports wide arithmetic."""
    script = f"process.exit(WebAssembly.validate(Buffer.from('{PROBE}', 'hex')) ? 0 : 1)"
    return children.tried([node, "-e", script], timeout=BUILD_S).returncode == 0


def optimised(places: Places, option: str, folder: Path) -> Path | Absent:
    """Optimise the base module with wasm-opt, for the features that it was built with."""
    tool = places.npm / "node_modules" / ".bin" / "wasm-opt"
    path = places.module("base")
    name = f"base {option}, Node"
    needed = (not tool.exists(), f"npm install --prefix {places.npm} binaryen"), _no_module(path)
    if isinstance(absent := _unless(Target(name, ()), *needed), Absent):
        return absent
    made = folder / f"quicksalt-full.base{option}.wasm"
    features = ("--enable-simd", "--enable-bulk-memory", "--enable-nontrapping-float-to-int")
    more = ("--enable-sign-ext", "--enable-mutable-globals", "--enable-bulk-memory-opt")
    argv = [str(tool), option, *features, *more, str(path), "-o", str(made)]
    ran = children.tried(argv, timeout=10 * BUILD_S)
    if ran.returncode:
        return Absent(name, f"wasm-opt fails: {ran.complaint}")
    return made


def _chromium(places: Places, folder: Path) -> Target | Absent:
    name, path = "base, Chromium", places.module("base")
    program = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    module = "quicksalt.lab.targets.in_chromium"
    argv = (sys.executable, "-m", module, str(program), str(path), str(folder / "chromium"))
    missing = (program is None, "not installed: apt install chromium")
    return _unless(Target(name, (), argv), missing, _no_module(path))
