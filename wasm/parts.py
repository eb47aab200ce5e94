"""Show the sizes of a module's parts: python wasm/parts.py MODULE.

MODULE must contain function names: `QUICKSALT_WASM_NAMES=1 wasm/build.sh standard +simd128`
builds and prints one. The name of a function assigns it to a primitive, a room of the C
interface, or a library; code that several primitives share is a separate part.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TYPE, IMPORT, EXPORT, CODE, DATA, CUSTOM = 1, 2, 7, 10, 11, 0
# Rooms of the core in which the next component of a function's path names the part.
ROOMS = ("prim", "nacl", "choose", "wipe")


class Reader:
    """Reads a module's bytes sequentially."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        """Start at an offset."""
        self.data, self.at = data, at

    def number(self) -> int:
        """Return the next number (LEB128)."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def bytes(self) -> bytes:
        """Return length-prefixed bytes."""
        length = self.number()
        self.at += length
        return self.data[self.at - length : self.at]


def sections(data: bytes, at: int = 8) -> Iterator[tuple[int, bytes]]:
    """Return the sections of a module, or the subsections from an offset on, with their kinds."""
    reader = Reader(data, at)
    while reader.at < len(data):
        kind = data[reader.at]
        reader.at += 1
        yield kind, reader.bytes()


def names_of(section: bytes) -> dict[int, str]:
    """Return the function names in the section `name`."""
    reader, names = Reader(section), dict[int, str]()
    if reader.bytes() != b"name":
        return names
    for part in (Reader(data) for kind, data in sections(section, reader.at) if kind == 1):
        for _ in range(part.number()):
            index = part.number()
            names[index] = part.bytes().decode()
    return names


def words(name: str) -> list[str]:
    """Return the identifiers in a mangled name, each preceded by its length."""
    name = re.sub(r"Cs[0-9A-Za-z]+_", "C", name)
    found, at = list[str](), 0
    while match := re.compile(r"(\d+)_?").search(name, at):
        end = match.end() + int(match[1])
        word = name[match.end() : end]
        at = end if word.isidentifier() else match.end()
        if word.isidentifier():
            found.append(word)
    return found


def part_of(name: str) -> str:
    """Return the part that a function belongs to."""
    if not name.startswith(("_R", "_ZN")):
        family = re.match(r"crypto_[a-z0-9]+|sodium|randombytes", name)
        return f"C interface: {family[0]}" if family else "other"
    path = words(name)
    rooms = [(room, *path[i + 1 : i + 3]) for i, room in enumerate(path) if room in ROOMS]
    for _, part, *_ in (found for found in rooms if found[0] == "prim" and len(found) > 1):
        if part not in ("family", "rank", "table"):
            return part if part != "selftest" else "self-tests"
    if "curve25519_dalek" in path:
        return "curve25519-dalek"
    if "quicksalt_abi" in path[:-1]:
        return f"C interface: {path[path.index('quicksalt_abi') + 1]}"
    for found in rooms:
        if found[0] == "nacl" and len(found) > 1:
            return f"nacl: {found[1]}"
    return "core" if "quicksalt" in path else "Rust's library"


def parts(data: bytes) -> Counter[str]:
    """Return the number of bytes in each part."""
    found, bodies, names, imported = Counter[str](), list[int](), dict[int, str](), 0
    for kind, section in sections(data):
        if kind == CODE:
            reader = Reader(section)
            bodies = [len(reader.bytes()) for _ in range(reader.number())]
        elif kind == IMPORT:
            imported = Reader(section).number()
        elif kind == CUSTOM:
            names |= names_of(section)
        if kind in (DATA, EXPORT):
            found["constants" if kind == DATA else "names of exports"] += len(section)
    if bodies and not names:
        raise SystemExit("the module lacks function names: see `python wasm/parts.py --help`")
    for index, size in enumerate(bodies, imported):
        found[part_of(names.get(index, ""))] += size
    return found


def main() -> int:
    """Print the parts, the largest first."""
    if sys.argv[1:] in ([], ["--help"]):
        print(__doc__)
        return 2 - len(sys.argv[1:]) * 2
    found = parts(Path(sys.argv[1]).read_bytes())
    for part, size in found.most_common():
        print(f"{size:8,} {part}")
    print(f"{found.total():8,} in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
