"""Cycles of files that depend on each other, within a room or across rooms.

A file depends on the file that defines a name it uses. In a cycle none of the files can be read,
tested or replaced without the others, so cycles are not allowed. The following references do not
count:

- Rust: definitions of an enclosing module, if both are in one room (`rooms.py`). A child may use
  its parent's types, even private ones, and the parent may call its children. A child that is a
  room of its own must not depend on code of the enclosing room that depends on the child.
- Rust: a child that its parent declares by `mod` or re-exports by `pub use`. A re-exported name
  refers to the module that defines it. Thus `impl` blocks of one type in several files are not a
  cycle if the file that defines the type does not name the others.
- Python: imports in `if TYPE_CHECKING:`. An import inside a function counts.

In JavaScript every import counts, static or dynamic, and each `require`. In Lisp `require`,
`autoload` and `declare-function` count; the last one declares a function of that file, which is
called.
"""

from __future__ import annotations

from collections.abc import Iterator

import rooms
import rust
from imports import Reference, Tree

Arrows = dict[str, set[str]]


def faults(tree: Tree) -> Iterator[str]:
    """Yield a problem for each cycle."""
    for cycle in cycles(arrows(tree)):
        yield f"these files depend on each other: {', '.join(sorted(cycle))}"


def arrows(tree: Tree) -> Arrows:
    """Return the dependencies of each file, without tests."""
    table, _ = rooms.read(tree)

    def is_arrow(name: str, reference: Reference) -> bool:
        needed = reference.needed
        if not needed or needed == name or rooms.TRIALS.search(needed):
            return False
        if is_around(needed, name):
            return rooms.around(table, needed)[:1] != rooms.around(table, name)[:1]
        return not (reference.is_shown and is_around(name, needed))

    return {
        name: {r.needed for r in references if r.needed and is_arrow(name, r)}
        for name, references in tree.references.items()
        if not rooms.TRIALS.search(name)
    }


def is_around(outer: str, inner: str) -> bool:
    """Return whether the module of one Rust file contains the module of another."""
    is_rust = outer.endswith(".rs") and inner.endswith(".rs")
    return is_rust and rust.module_folder(inner).startswith(f"{rust.module_folder(outer)}/")


def cycles(ahead: Arrows) -> Iterator[set[str]]:
    """Yield each strongly connected set of files."""
    left = set(ahead)
    while ends := {name for name in left if not ahead[name] & left}:
        left -= ends
    behind: Arrows = {name: set() for name in left}
    for name in left:
        for target in ahead[name] & left:
            behind[target].add(name)
    while left:
        name = min(left)
        cycle = reached(name, ahead, left) & reached(name, behind, left)
        left -= cycle
        if len(cycle) > 1:
            yield cycle


def reached(start: str, every: Arrows, among: set[str]) -> set[str]:
    """Return the files reachable from a file, including itself."""
    seen: set[str] = set()
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += every[name] & among
    return seen
