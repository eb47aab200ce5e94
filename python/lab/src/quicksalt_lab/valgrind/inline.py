"""Resolve inlined code: the source lines and inlined functions of an instruction.

The chains come from the object's DWARF, through `addr2line -i` of binutils or `llvm-symbolizer`,
which have the same output format.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from quicksalt_lab import children
from quicksalt_lab.valgrind.counts import Address

INSTALL = "apt install binutils"

TOOLS = (
    ("addr2line", ("-a", "-i", "-f", "-C")),
    ("llvm-symbolizer", ("-a", "-i", "-f", "-C", "--output-style=GNU")),
)

UNKNOWN = "??"


class Frame(NamedTuple):
    """A function, inlined or not, and its line at an instruction."""

    name: str
    file: str
    """The path as passed to the compiler."""
    line: int
    """0 if unknown."""

    @property
    def where(self) -> str:
        """The file name without folders, and the line."""
        return f"{self.file.rpartition('/')[2]}:{self.line}"


Chain = tuple[Frame, ...]
"""From the compiled function to the innermost inlined function."""


def tool() -> list[str] | None:
    """Return the start of a command that reads DWARF; None if no tool is installed."""
    for name, options in TOOLS:
        if path := shutil.which(name):
            return [path, *options]
    return None


def chains(addresses: Iterable[Address]) -> dict[Address, Chain]:
    """Find the chain of each address that has debug information."""
    by_object: dict[str, list[Address]] = defaultdict(list)
    for address in addresses:
        by_object[address.symbol.object].append(address)
    command = tool()
    found: dict[Address, Chain] = {}
    if command is None:
        return found
    for path, wanted in by_object.items():
        if Path(path).is_file():
            known = _ask(command, path, {address.address for address in wanted})
            found.update({a: known[a.address] for a in wanted if a.address in known})
    return found


def _ask(command: list[str], path: str, addresses: Collection[int]) -> Mapping[int, Chain]:
    asked = "".join(f"{address:#x}\n" for address in sorted(addresses))
    outcome = children.run([*command, "-e", path], text=asked)
    return dict(parse(outcome.stdout))


def parse(text: str) -> Iterator[tuple[int, Chain]]:
    """Parse the output: a line with the address, then names and places, innermost first."""
    lines = iter(text.splitlines())
    address: int | None = None
    frames: list[Frame] = []
    for line in lines:
        if line.startswith("0x"):
            if address is not None and frames:
                yield address, tuple(reversed(frames))
            address, frames = int(line, 16), []
            continue
        frame = _frame(line, next(lines, UNKNOWN))
        if frame is not None:
            frames.append(frame)
    if address is not None and frames:
        yield address, tuple(reversed(frames))


def _frame(name: str, place: str) -> Frame | None:
    file, _, number = place.partition(" (")[0].rpartition(":")
    if name == UNKNOWN or not file or file == UNKNOWN:
        return None
    return Frame(name, file, int(number) if number.isdigit() else 0)
