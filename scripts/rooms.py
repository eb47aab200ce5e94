"""The rooms of the code, and the imports that break their rules.

A room is a folder or a file. ARCHITECTURE.md's table lists the outer rooms, and in its last column
the rooms that each may use. An inner room lists them in a comment `May import:` at the head of its
`mod.rs` or `__init__.py`, or of the file that is the room. The names are looked up from the room
outwards (`hash` in a room of `crates/hashsig/src/` is the sibling folder) and include everything
inside; `folder/*` means the files of a folder without its subfolders, and `nothing` means that the
room needs no other. A file belongs to the innermost enclosing room. It may use that room, the rooms
listed there, and the rooms listed by enclosing rooms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from imports import SUFFIXES, Tree

HEADING = "| room | holds | may use |"
NOTHING = "nothing"
# The comment at the head of a room, up to its full stop, on any number of lines.
HEAD = re.compile(r"^(//|#|;;) May import: ((?:[^.\n]|\.(?!\n)|\n\1 )+)\.\n", re.MULTILINE)
ENTRIES = ("mod.rs", "__init__.py")
# The public face of a crate or a package, which may name everything it re-exports.
FACES = [
    "crates/*/src/lib.rs",
    "crates/cli/*/src/lib.rs",
    "python/native/*/src/lib.rs",
    "python/src/quicksalt/__init__.py",
    "python/src/quicksalt/__main__.py",
]
# Tests and examples may use anything.
TRIALS = re.compile(r"/(tests?|examples|benches)/|/(tests|testing)\.rs$")


@dataclass(frozen=True)
class Room:
    """A room's path, and the paths that it may use."""

    path: str
    uses: tuple[str, ...]


def within(name: str, place: str) -> bool:
    """Return whether a file equals a path or is inside it."""
    if place.endswith("/*"):
        path = PurePosixPath(name)
        return path.suffix != "" and path.parent.as_posix() == place.removesuffix("/*")
    return name == place or name.startswith(f"{place}/")


def read(tree: Tree) -> tuple[list[Room], list[str]]:
    """Read the rooms from the table and the heads, with problems such as missing rooms."""
    rows, problems = table(tree.root)
    for name, text in tree.files.items():
        if found := HEAD.search(text):
            path = PurePosixPath(name)
            room = (path.parent if path.name in ENTRIES else path).as_posix()
            if room in rows:
                problems.append(f"{name} and ARCHITECTURE.md say what {room} may use")
            rows[room] = found[2]
    rooms = []
    for room, uses in rows.items():
        names = re.findall(r"`([^`]+)`", uses)
        places = {name: looked_up(tree.root, list(rows), room, name) for name in names}
        if not (tree.root / room).exists():
            problems.append(f"ARCHITECTURE.md names the missing room {room}")
        if not names and uses != NOTHING:
            problems.append(f"{room}: expected a list of rooms")
        problems += [
            f"{room} may use {name}, which does not exist" for name in names if not places[name]
        ]
        rooms.append(Room(room, tuple(place for place in places.values() if place)))
    return rooms, problems


def table(root: Path) -> tuple[dict[str, str], list[str]]:
    """Read the table: the rooms that each room may use, and problems."""
    lines = (root / "ARCHITECTURE.md").read_text().splitlines()
    if HEADING not in lines:
        return {}, [f"ARCHITECTURE.md has no table of rooms: {HEADING}"]
    rows = {}
    for line in lines[lines.index(HEADING) + 2 :]:
        if not line.startswith("|"):
            break
        room, _, uses = (cell.strip() for cell in line.strip("|").split("|"))
        rows[room.strip("`").rstrip("/")] = uses
    return rows, []


def looked_up(root: Path, rooms: list[str], room: str, name: str) -> str | None:
    """Resolve a name to the nearest room, or the nearest folder or file."""
    bare, star, _ = name.rstrip("/").partition("/*")
    outwards = [PurePosixPath(room), *PurePosixPath(room).parents]
    for folder in outwards:
        if (path := (folder / bare).as_posix()) in rooms and path != room:
            return path + star
    for folder in [*outwards[1:], outwards[0]]:
        for found in (folder / f"{bare}{end}" for end in ("", *SUFFIXES)):
            if (root / found).exists():
                return found.as_posix() + star
    return None


def around(rooms: list[Room], name: str) -> list[Room]:
    """Return the rooms that enclose a file, innermost first."""
    return sorted((r for r in rooms if within(name, r.path)), key=lambda r: -len(r.path))


def broken(tree: Tree) -> Iterator[str]:
    """Yield forbidden imports, files outside all rooms, and cycles of rooms."""
    rooms, problems = read(tree)
    yield from problems
    for name, targets in tree.imports.items():
        if TRIALS.search(name) or any(PurePosixPath(name).match(face) for face in FACES):
            continue
        home = around(rooms, name)
        if not home:
            yield f"{name} is not in a room of ARCHITECTURE.md's table"
            continue
        for target in sorted(targets):
            if not allowed(home, around(rooms, target), target):
                yield f"{name} may not use {target}: it is in the room {home[0].path}"
    yield from circles(rooms)


def allowed(home: list[Room], there: list[Room], target: str) -> bool:
    """Return whether a file may use a target: in its own room, or listed by an enclosing room."""
    if there and there[0] == home[0]:
        return True
    return any(within(target, place) for room in home for place in room.uses)


def circles(rooms: list[Room]) -> Iterator[str]:
    """Yield rooms that may use each other, directly or indirectly.

    A room and its inner rooms may list each other; `cycles.py` checks their files.
    """
    arrows = {
        room.path: {
            other.path
            for other in rooms
            if any(within(other.path, place) for place in room.uses)
            and not within(room.path, other.path)
        }
        for room in rooms
    }
    for start in arrows:
        seen: set[str] = set()
        ahead = list(arrows[start])
        while ahead:
            room = ahead.pop()
            if room not in seen:
                seen.add(room)
                ahead += arrows[room]
        if start in seen:
            yield f"{start} may use itself indirectly"
