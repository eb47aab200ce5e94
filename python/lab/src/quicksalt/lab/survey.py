"""The native module's operations, size classes and candidates as typed objects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quicksalt import _native, choice
from quicksalt.exceptions import UnavailableError
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.unknown import unknown

UNKNOWN_POLICY = "unknown"
"""The policy's name if `QUICKSALT_POLICY` is invalid, so that nothing is permitted."""


LISTER = "quicksalt doctor --details"
"""Lists all primitives and operations."""


class BarredError(LabError):
    """The policy bars all requested operations."""


class UnknownTargetError(LabError):
    """Unknown primitive or operation; the message names similar ones."""


@dataclass(frozen=True)
class Candidate:
    """The state of a candidate on this machine, after its self-test if it can run."""

    name: str
    state: str
    lacks: tuple[str, ...]
    barred: bool
    needs: tuple[str, ...]
    origin: str
    proof: str | None
    timing: str
    min_len: int
    parts: tuple[str, ...]
    backend: str | None

    @property
    def usable(self) -> bool:
        """Whether a candidate can be called: it runs here, passed its self-test, is permitted."""
        return self.state == "proven" and not self.barred


@dataclass(frozen=True)
class SizeClass:
    """A range of sizes with a common choice."""

    smallest: int
    representative: int
    """The size at which the class is measured."""
    candidate: str | None
    reason: str
    """Why a candidate was chosen (forced, record, rank, table) or none was (barred, unproven)."""


@dataclass(frozen=True)
class Operation:
    """One operation of a primitive."""

    name: str
    """The name, such as `sha256.hash`."""
    axis: str
    classes: tuple[SizeClass, ...]
    candidates: tuple[Candidate, ...]

    @property
    def primitive(self) -> str:
        """The primitive's name."""
        return self.name.partition(".")[0]

    @property
    def usable(self) -> tuple[str, ...]:
        """The candidates that can be called."""
        return tuple(candidate.name for candidate in self.candidates if candidate.usable)

    @property
    def barred(self) -> bool:
        """Whether the policy bars all candidates that could be called."""
        return any(c.reason == "barred" for c in self.classes)

    def selected(self, size: int) -> SizeClass:
        """Return the size class that contains a size, with its choice."""
        return [c for c in self.classes if c.smallest <= size][-1]


def survey(targets: Iterable[str] = ()) -> tuple[Operation, ...]:
    """List the operations that the targets name (`x25519` or `x25519.base`), or all.

    Case, dashes and underscores are ignored; names such as `crypto_sign` mean the operations they
    call.

    Runs the self-test of every candidate that the processor can run. Raises UnknownTargetError.
    """
    operations = tuple(_operation(entry) for entry in choice.explain())
    wanted = [name for target in targets for name in _resolved(target, operations)]
    if not wanted:
        return operations
    return tuple(o for o in operations if {o.primitive, o.name}.intersection(wanted))


def policy() -> str:
    """Return the policy in force, or UNKNOWN_POLICY."""
    try:
        return _native.policy()
    except UnavailableError:
        return UNKNOWN_POLICY


def permitted(operations: Iterable[Operation]) -> tuple[Operation, ...]:
    """Remove the operations that the policy bars. Raises BarredError if none remains."""
    wanted = tuple(operations)
    left = tuple(operation for operation in wanted if not operation.barred)
    if wanted and not left:
        names = ", ".join(operation.name for operation in wanted)
        raise BarredError(f"the policy {policy()} bars every candidate of {names}")
    return left


def _unknown(target: str, operations: Iterable[Operation]) -> str:
    """Describe an unknown target; list its primitive's operations, or all primitives."""
    primitive, dot, _ = target.partition(".")
    of_it = [operation.name for operation in operations if operation.primitive == primitive]
    if dot and of_it:
        return unknown("operation", target, of_it, LISTER)
    primitives = list(dict.fromkeys(o.primitive for o in operations))
    return unknown("primitive", primitive, primitives, LISTER)


OTHER_NAMES = {
    "aesgcm": "aes",
    "argon2id": "argon2",
    "curve25519": "x25519",
    "hmacsha256": "sha256",
    **dict.fromkeys(("hmacsha512", "hmacsha512256"), "sha512"),
    "siphashx24": "siphash24",
    **dict.fromkeys(
        ("sha3", "sha3256", "sha3512", "shake128", "shake256", "turboshake128", "turboshake256"),
        "keccak",
    ),
}
"""Other names of primitives, and names of constructions that use a primitive's choice."""


def _resolved(target: str, operations: Iterable[Operation]) -> list[str]:
    """Return the primitives and operations that a name refers to. Raises UnknownTargetError."""
    from quicksalt.lab.calls import CALLS

    names = {_plain(name): name for o in operations for name in (o.primitive, o.name)}
    plain = _plain(target)
    if plain in names:
        return [names[plain]]
    if plain in OTHER_NAMES:
        return [OTHER_NAMES[plain]]
    called = [
        name
        for call in CALLS
        if _plain(call.name) in (plain, f"crypto{plain}")
        for name in call.operations
    ]
    if not called:
        raise UnknownTargetError(_unknown(target, operations))
    return called


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _operation(entry: choice.Operation) -> Operation:
    return Operation(
        entry["operation"],
        entry["axis"],
        tuple(
            SizeClass(c["from"], c["representative"], c["candidate"], c["reason"])
            for c in entry["classes"]
        ),
        tuple(_candidate(candidate) for candidate in entry["candidates"]),
    )


def _candidate(entry: choice.Candidate) -> Candidate:
    facts = {name: tuple(v) if isinstance(v, list) else v for name, v in entry.items()}
    return Candidate(facts.pop("candidate"), **facts)  # type: ignore[arg-type]
