"""Compare quicksalt with its peers row by row, interleaved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from quicksalt.lab.calls import CALLS, SIZE, Call, Inputs, competitor
from quicksalt.lab.peers import objects
from quicksalt.lab.peers.further import FURTHER
from quicksalt_lab.ruler.loops import looped
from quicksalt_lab.ruler.measure import Competitor, DisagreementError, Plan, insist
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.stats import Verdict

OURS = "quicksalt"

Functions = Callable[[str], Callable[..., Any] | None]
"""Finds a NaCl function by name."""

Methods = Callable[[str, Inputs], Callable[..., Any] | None]
"""Finds the method of an object row, on an object created from the inputs."""


@dataclass(frozen=True)
class Peer:
    """A library with some of quicksalt's functions."""

    name: str
    package: str
    """The package name for pip."""
    functions: Callable[[], Functions]
    """Imports the library and returns a lookup for NaCl functions."""
    methods: Methods

    @property
    def version(self) -> str:
        """The installed version."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return "unknown"

    @property
    def problem(self) -> str | None:
        """Why the library cannot be used, with the command to install it; None if usable."""
        try:
            self.functions()
        except (ImportError, OSError) as error:
            return f"{self.name} is missing ({error}): pip install {self.package}"
        return None


def _attributes(module: str) -> Callable[[], Functions]:
    def lookup() -> Functions:
        loaded = import_module(module)
        return lambda name: getattr(loaded, name, None)

    return lookup


def _pyca_functions() -> Functions:
    from quicksalt.lab.peers import pyca

    return pyca.FUNCTIONS.get


def _pyca_methods(name: str, inputs: Inputs) -> Callable[..., Any] | None:
    from quicksalt.lab.peers import pyca

    make = pyca.OBJECTS.get(name)
    return make and make(inputs)


def _methods(root: str, binds: Mapping[str, objects.Bind]) -> Methods:
    """Return a lookup of methods in a package; a missing module means a missing row."""

    def find(name: str, inputs: Inputs) -> Callable[..., Any] | None:
        bind = binds.get(name)
        try:
            return bind and bind(objects.Package(root), inputs)
        except ModuleNotFoundError:
            return None

    return find


_SHAPE = {row.name: row.bind for row in objects.OBJECTS}

SELF = Peer(OURS, OURS, _attributes("quicksalt.bindings"), _methods("quicksalt", _SHAPE))
PEERS = (
    Peer("PyNaCl", "pynacl", _attributes("nacl.bindings"), _methods("nacl", _SHAPE)),
    Peer("libnacl", "libnacl", _attributes("libnacl"), _methods("libnacl", objects.LIBNACL)),
    Peer("cryptography", "cryptography", _pyca_functions, _pyca_methods),
)


@dataclass(frozen=True)
class Goal:
    """A goal: the maximum ratio of a row's time to one peer's time."""

    row: str
    peer: str
    most: float


GOALS = (
    Goal("crypto_hash_sha256", "PyNaCl", 0.30),
    Goal("crypto_scalarmult_base", "PyNaCl", 0.55),
    Goal("crypto_sign", "PyNaCl", 0.95),
    Goal("crypto_sign_open", "PyNaCl", 0.50),
    Goal("SigningKey.sign", "PyNaCl", 0.65),
)
"""The goals for 1000-byte messages."""


@dataclass(frozen=True)
class Row:
    """A row of the comparison: quicksalt first, then all peers with the same function."""

    name: str
    line_up: Callable[[], Sequence[Competitor]]


def rows(peers: Sequence[Peer], size: int = SIZE) -> Iterator[Row]:
    """Yield the rows that quicksalt has: functions, then objects."""
    inputs = Inputs(size)
    yield from _function_rows(peers, inputs)
    yield from _object_rows(peers, inputs)


def _function_rows(peers: Sequence[Peer], inputs: Inputs) -> Iterator[Row]:
    everyone = [(peer.name, peer.functions()) for peer in (SELF, *peers)]

    def line_up(call: Call) -> list[Competitor]:
        found = [(name, lookup(call.name)) for name, lookup in everyone]
        return [competitor(call, function, inputs, name) for name, function in found if function]

    for call in (*CALLS, *FURTHER):
        if everyone[0][1](call.name) is not None:
            yield Row(call.name, partial(line_up, call))


def _object_rows(peers: Sequence[Peer], inputs: Inputs) -> Iterator[Row]:
    def line_up(row: objects.Object) -> list[Competitor]:
        found = [(peer.name, peer.methods(row.name, inputs)) for peer in (SELF, *peers)]
        arguments, outcome = row.arguments(inputs), row.outcome(inputs)
        return [looped(name, method, arguments, outcome) for name, method in found if method]

    for row in objects.OBJECTS:
        if SELF.methods(row.name, inputs) is not None:
            yield Row(row.name, partial(line_up, row))


def play(row: Row, size: int = SIZE, plan: Plan | None = None) -> Group:
    """Time a row; undecided verdicts get more rounds."""
    plan = replace(plan or Plan(), decide=True)
    group = insist(Topic(row.name, size, "bytes"), row.line_up, plan)
    if group.base.name != OURS:
        raise DisagreementError(f"{row.name}: quicksalt does not agree with its peers")
    return group


def best_peer(group: Group) -> str | None:
    """Return the name of the fastest peer of a row."""
    peers = [series.name for series in group.series if series.name != OURS]
    return group.fastest(peers).name if peers else None


def verdict(group: Group) -> Verdict | None:
    """Judge quicksalt against the best peer of a row; None without a peer."""
    best = best_peer(group)
    if best is None:
        return None
    return Verdict.CANNOT_TELL if group.void else group.verdict(OURS, best)


def reached(goal: Goal, group: Group) -> Verdict:
    """Judge a goal: `faster` if it is certainly reached, `slower` if it is certainly missed."""
    found = group.ratio(OURS, goal.peer)
    if group.void or found.low <= goal.most < found.high:
        return Verdict.CANNOT_TELL
    return Verdict.SLOWER if found.low > goal.most else Verdict.FASTER
