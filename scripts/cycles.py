"""Cycles of files that need each other, within a room, between rooms, between a room and its parts.

A file needs the file that defines what it names. In a cycle none of the files can be read, tested
or replaced without the others, so there must be none, in one folder or in several. What is no
arrow of a cycle:

- Rust: the definitions of a module around the file, if both are of one room (`rooms.py`). A child
  may use its parent's types, as the language lets it use private ones; the parent may call its
  children. A part that is a room of its own uses nothing of the room around it that leads back to
  the part.
- Rust: a child that its parent declares by `mod` or shows to others by `pub use`. A name that a
  module only shows leads on to the module that defines it. So blocks `impl` of one type in several
  files are no cycle, as long as the file that defines the type does not name the others.
- Python: what is imported for the type checker alone, in `if TYPE_CHECKING:`. An import inside of
  a function is an arrow.

In JavaScript every import counts, static or dynamic, and each `require`. In Lisp `require` and
`autoload` count, and `declare-function` too: it announces a call of a function in that file.
"""

from __future__ import annotations

from collections.abc import Iterator

import rooms
import rust
from imports import Reference, Tree

Arrows = dict[str, set[str]]


def faults(tree: Tree) -> Iterator[str]:
    """Find cycles."""
    for cycle in cycles(arrows(tree)):
        yield f"these files need each other: {', '.join(sorted(cycle))}"


def arrows(tree: Tree) -> Arrows:
    """Return the files that each file needs, tests left out."""
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
    """Tell whether the module of one Rust file lies in the module of another."""
    is_rust = outer.endswith(".rs") and inner.endswith(".rs")
    return is_rust and rust.module_folder(inner).startswith(f"{rust.module_folder(outer)}/")


def cycles(ahead: Arrows) -> Iterator[set[str]]:
    """Yield each largest set of files of which every one needs every other."""
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
    """Return the files that arrows lead to from a file, itself included."""
    seen: set[str] = set()
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += every[name] & among
    return seen
