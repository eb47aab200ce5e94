"""The rooms of the code, and the imports that break their rules.

A room is a folder or a file. ARCHITECTURE.md's table names the outer rooms, and in its last column
what each may use. A room inside of them says so in a comment `May import:` at its head: that of its
`mod.rs` or `__init__.py`, or of the file that is a room of its own. Both list names of other rooms,
looked up from the room outwards (`hash` in a room of `crates/hashsig/src/` is the folder beside
it), with all that is in them; `folder/*` is the files of a folder without its folders, and
`nothing` stands for a room that needs no other. A file belongs to the innermost room around it. It
may use that room, what the room names, and what the rooms around it name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from imports import SUFFIXES, Tree

HEADING = "| room | holds | may use |"
NOTHING = "nothing"
# The comment at the head of a room, to its full stop, over as many lines as it takes.
HEAD = re.compile(r"^(//|#|;;) May import: ((?:[^.\n]|\.(?!\n)|\n\1 )+)\.\n", re.MULTILINE)
ENTRIES = ("mod.rs", "__init__.py")
# The face of a crate or a package: it names whatever it shows.
FACES = [
    "crates/*/src/lib.rs",
    "crates/cli/*/src/lib.rs",
    "python/native/*/src/lib.rs",
    "python/src/quicksalt/__init__.py",
    "python/src/quicksalt/__main__.py",
]
# Tests and examples use what they try.
TRIALS = re.compile(r"/(tests?|examples|benches)/|/(tests|testing)\.rs$")


@dataclass(frozen=True)
class Room:
    """The path of a room, and the paths that it may use."""

    path: str
    uses: tuple[str, ...]


def within(name: str, place: str) -> bool:
    """Tell whether a file is a place or lies in it."""
    if place.endswith("/*"):
        path = PurePosixPath(name)
        return path.suffix != "" and path.parent.as_posix() == place.removesuffix("/*")
    return name == place or name.startswith(f"{place}/")


def read(tree: Tree) -> tuple[list[Room], list[str]]:
    """Read the table and the heads: the rooms, and what of them leads nowhere."""
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
            problems.append(f"ARCHITECTURE.md names the room {room}, which is not there")
        if not names and uses != NOTHING:
            problems.append(f"{room}: what it may use is no list of rooms")
        problems += [
            f"{room} may use {name}, which is not there" for name in names if not places[name]
        ]
        rooms.append(Room(room, tuple(place for place in places.values() if place)))
    return rooms, problems


def table(root: Path) -> tuple[dict[str, str], list[str]]:
    """Read the table: what each room may use, and what is wrong."""
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
    """Find what a name means: the nearest room, else the nearest folder or file."""
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
    """Return the rooms around a file, the innermost first."""
    return sorted((r for r in rooms if within(name, r.path)), key=lambda r: -len(r.path))


def broken(tree: Tree) -> Iterator[str]:
    """Find imports that no room allows, files outside of all rooms, and rooms in a circle."""
    rooms, problems = read(tree)
    yield from problems
    for name, targets in tree.imports.items():
        if TRIALS.search(name) or any(PurePosixPath(name).match(face) for face in FACES):
            continue
        home = around(rooms, name)
        if not home:
            yield f"{name} lies in no room of ARCHITECTURE.md's table"
            continue
        for target in sorted(targets):
            if not allowed(home, around(rooms, target), target):
                yield f"{name} may not use {target}: it lies in the room {home[0].path}"
    yield from circles(rooms)


def allowed(home: list[Room], there: list[Room], target: str) -> bool:
    """Tell whether a file may use another: its own room's, or what a room around it names."""
    if there and there[0] == home[0]:
        return True
    return any(within(target, place) for room in home for place in room.uses)


def circles(rooms: list[Room]) -> Iterator[str]:
    """Find rooms that may use each other, be it by way of others.

    A room and its parts may name each other, as far as their files need each other in no cycle.
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
            yield f"{start} may use itself by way of others"
