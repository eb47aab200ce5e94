"""What a durable reservation costs, and what it saves to take many indices with one.

A call hands out `INDICES` indices of a store in a file, by reservations of one size or another;
each reservation waits until the disk has it. The clock is the wall's, since the time is the disk's.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from quicksalt.hashsig import Ahead, FileStore, Params, SigningKey
from quicksalt_lab.ruler.clock import WALL
from quicksalt_lab.ruler.measure import Competitor, Plan, insist
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.stats import Interval

INDICES = 64
"""Indices that one call hands out; every size divides it."""

SIZES = (64, 16, 4, 1)
"""Indices a reservation takes. The first is the base."""

GOAL = 20.0
"""How many times as many indices a second the largest reservation must give as the smallest."""


PLAN = Plan(clock=WALL)


class Signer:
    """One that takes indices out of a store of its own, and signs nothing."""

    def __init__(self, store: FileStore, size: int) -> None:
        """Take a store and the number of indices of a reservation."""
        self._store = store
        self._size = size
        self._given: list[int] = []

    def run(self, calls: int) -> None:
        """Take `INDICES` indices, so many times."""
        reserve, turns, size = self._store.reserve, INDICES // self._size, self._size
        for _ in range(calls):
            given: list[int] = []
            for _ in range(turns):
                given += reserve(size)
            self._given = given

    def output(self) -> bytes:
        """Return the indices of the last call, counted from the first."""
        return bytes(index - self._given[0] for index in self._given)


PARAMS = Params.parse("5/4,15/4")
"""Of the key that signs: its lower trees are so large that hardly one is computed meanwhile."""


def signers(folder: Path, plan: Plan | None = None) -> Group:
    """Time signing `INDICES` messages with the largest reservations against the smallest."""
    with tempfile.TemporaryDirectory(dir=folder) as below, ExitStack() as stack:
        competitors = []
        for size in (SIZES[0], SIZES[-1]):
            ahead = Ahead(reservation=size, background=False)
            key = SigningKey.create(Path(below) / str(size), PARAMS, ahead=ahead)
            competitors.append(Competitor(name(size), _signing(stack.enter_context(key))))
        topic = Topic("signatures", INDICES, "messages")
        return insist(topic, lambda: competitors, plan or PLAN)


def _signing(key: SigningKey) -> Callable[[int], None]:
    def run(calls: int) -> None:
        for _ in range(calls * INDICES):
            key.sign(b"message")

    return run


def name(size: int) -> str:
    """Return the name of a competitor."""
    return f"reserve({size})"


@contextmanager
def line_up(folder: Path) -> Iterator[list[Competitor]]:
    """Yield a competitor for each size, each with a store in a new folder below this one."""
    with ExitStack() as stack:
        below = stack.enter_context(tempfile.TemporaryDirectory(dir=folder))
        competitors = []
        for size in SIZES:
            store = stack.enter_context(FileStore.create(Path(below) / str(size), 2**60))
            signer = Signer(store, size)
            competitors.append(Competitor(name(size), signer.run, signer.output))
        yield competitors


def race(folder: Path, plan: Plan | None = None) -> Group:
    """Time the sizes against each other on the disk that the folder lies on."""
    with line_up(folder) as competitors:
        return insist(Topic("reservations", INDICES, "indices"), lambda: competitors, plan or PLAN)


def gain(group: Group) -> Interval:
    """Return how many times as many indices a second the largest reservations give."""
    return group.ratio(name(SIZES[-1]), name(SIZES[0]))
