"""Who can compete: the native libraries, the modules in every engine, the peers of npm."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Iterator, Sequence
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path

from quicksalt_lab import children

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
"""What of npm is timed, and the packages to install; our own is what `make npm` puts together."""

OWN_PACKAGE = "target/npm/quicksalt"

PASSES = ("-Os", "-O2", "-O3", "-O4")
"""Of wasm-opt."""

PROBE = "0061736d0100000001080160027e7e027e7e030201000a0a01080020002001fc160b"
"""A module with wide arithmetic (`i64.mul_wide_u`), which is valid where the engine has it."""


@dataclass(frozen=True)
class Target:
    """One who can compete: a child of the ruler."""

    name: str
    argv: tuple[str, ...]
    wall_argv: tuple[str, ...] = ()
    """The same by the clock on the wall; empty for who is not timed by it."""


@dataclass(frozen=True)
class Absent:
    """A competitor that this machine has not."""

    name: str
    reason: str


@dataclass(frozen=True)
class Places:
    """Where what competes lies."""

    modules: Path
    npm: Path
    """A folder with `node_modules`."""
    library: Path
    """quicksalt's native library with libsodium's C interface."""

    def module(self, kind: str) -> Path:
        """Return the path of the module `base` or `wide`, of all functions."""
        return self.modules / f"quicksalt-full.{kind}.wasm"


Found = Iterator[Target | Absent]


def find(places: Places, folder: Path, passes: Sequence[str] = ()) -> Found:
    """Yield all competitors; what is built or changed on the spot goes into the folder."""
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
        if compiler is None:
            yield Absent(name, "needs a C compiler: apt install gcc libc6-dev")
        elif library is None:
            yield Absent(name, f"no library: {missing}")
        else:
            argv = (str(program), library)
            yield Target(name, (*argv, "cpu"), (*argv, "wall"))


def _existing(path: Path) -> str | None:
    return str(path.absolute()) if path.is_file() else None


def _wasmtime(places: Places) -> Found:
    for kind in ("wide", "base"):
        for level, words in (("speed", ""), ("none", " -O0")):
            name = f"{kind}, wasmtime{words}"
            path = places.module(kind)
            if importlib.util.find_spec("wasmtime") is None:
                yield Absent(name, "not installed: pip install 'wasmtime>=50'")
            elif not path.is_file():
                yield Absent(name, _no_module(path))
            else:
                module = "quicksalt.lab.targets.in_wasmtime"
                yield Target(name, (sys.executable, "-m", module, str(path), level))


def _no_module(path: Path) -> str:
    return f"no {path}: make wasm, in the repository"


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
        if node is None:
            yield Absent(name, "needs Node: apt install nodejs npm")
        elif not (places.npm / "node_modules" / package).is_dir():
            source = packages if package != "quicksalt" else f"{OWN_PACKAGE}, after make npm"
            yield Absent(name, f"npm install --prefix {places.npm} {source}")
        else:
            yield _by_both(name, (node, str(HERE / "child.mjs")), ("peer", name, str(places.npm)))


def _in_node(node: str | None, name: str, path: Path) -> Target | Absent:
    if node is None:
        return Absent(name, "needs Node: apt install nodejs npm")
    if not path.is_file():
        return Absent(name, _no_module(path))
    return _by_both(name, (node, str(HERE / "child.mjs")), ("module", str(path)))


def _by_both(name: str, head: tuple[str, ...], rest: tuple[str, ...]) -> Target:
    npm = name in PEERS and name != "libsodium.js"
    argv = (*head, "cpu", *_resolved(rest))
    return Target(name, argv, () if npm else (*head, "wall", *_resolved(rest)))


def _resolved(words: tuple[str, ...]) -> tuple[str, ...]:
    """Make the path at the end absolute: Node looks for packages from there."""
    return (*words[:-1], str(Path(words[-1]).absolute()))


def _takes_wide(node: str) -> bool:
    """Tell whether Node's engine has wide arithmetic."""
    script = f"process.exit(WebAssembly.validate(Buffer.from('{PROBE}', 'hex')) ? 0 : 1)"
    return children.tried([node, "-e", script], timeout=BUILD_S).returncode == 0


def optimised(places: Places, option: str, folder: Path) -> Path | Absent:
    """Run wasm-opt over the base module, with the features that it was built for."""
    tool = places.npm / "node_modules" / ".bin" / "wasm-opt"
    path = places.module("base")
    name = f"base {option}, Node"
    if not tool.exists():
        return Absent(name, f"npm install --prefix {places.npm} binaryen")
    if not path.is_file():
        return Absent(name, _no_module(path))
    made = folder / f"quicksalt-full.base{option}.wasm"
    features = ("--enable-simd", "--enable-bulk-memory", "--enable-nontrapping-float-to-int")
    more = ("--enable-sign-ext", "--enable-mutable-globals", "--enable-bulk-memory-opt")
    argv = [str(tool), option, *features, *more, str(path), "-o", str(made)]
    ran = children.tried(argv, timeout=10 * BUILD_S)
    if ran.returncode:
        last = (ran.stderr.strip().splitlines() or ["no output"])[-1]
        return Absent(name, f"wasm-opt fails: {last}")
    return made


def _chromium(places: Places, folder: Path) -> Target | Absent:
    name, path = "base, Chromium", places.module("base")
    program = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if program is None:
        return Absent(name, "not installed: apt install chromium")
    if not path.is_file():
        return Absent(name, _no_module(path))
    module = "quicksalt.lab.targets.in_chromium"
    profile = str(folder / "chromium")
    return Target(name, (), (sys.executable, "-m", module, program, str(path), profile))
