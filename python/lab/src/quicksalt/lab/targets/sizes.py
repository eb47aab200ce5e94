"""Download sizes: modules and packages, raw and compressed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from quicksalt import _native
from quicksalt.lab.targets.find import Places

PACKED = {
    "libsodium.js, ESM": (
        "libsodium-sumo/dist/modules-sumo-esm/libsodium-sumo.mjs",
        "libsodium-wrappers-sumo/dist/modules-sumo-esm/libsodium-wrappers.mjs",
    ),
}
"""Files of peers that a web page loads."""


@dataclass(frozen=True)
class Size:
    """The raw and the compressed size of a download."""

    name: str
    raw: int
    gzip: int


def sizes(places: Places, folder: Path) -> Iterator[Size]:
    """Measure the sizes of the modules, of wasm-opt's output in the folder, and of the peers."""
    if _native.__file__:
        yield _size("quicksalt for Python, native module", [Path(_native.__file__)])
    for path in (*sorted(places.modules.glob("*.wasm")), *sorted(folder.glob("*.wasm"))):
        yield _size(path.name, [path])
    for name, files in PACKED.items():
        paths = [places.npm / "node_modules" / file for file in files]
        if all(path.is_file() for path in paths):
            yield _size(name, paths)


def _size(name: str, paths: list[Path]) -> Size:
    contents = [path.read_bytes() for path in paths]
    packed = sum(len(gzip.compress(content, 9, mtime=0)) for content in contents)
    return Size(name, sum(map(len, contents)), packed)
