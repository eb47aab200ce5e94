"""Which candidate runs: what there is, why it was chosen, and how to force another.

The functions are also attributes of the package: `quicksalt.use`, `quicksalt.set_policy`,
`quicksalt.policy`, `quicksalt.explain`. Two environment variables do the same when the package
is imported: `QUICKSALT_USE=x25519=portable,ed25519.verify=dalek`, of which the last entry for an
operation counts, and `QUICKSALT_POLICY=fastest|checked|verified|verified,checked`. What cannot be
honoured there is a `quicksalt.environment.EnvironmentWarning`.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from quicksalt import _native

Policy = Literal["fastest", "checked", "verified", "verified,checked"]


class Candidate(TypedDict):
    """An implementation of an operation, as it describes itself, and its state here."""

    candidate: str
    state: Literal["proven", "failed", "lacks"]
    """Whether its known-answer self-test passed or failed, or the processor lacks features."""
    lacks: list[str]
    """The processor features that are missing."""
    barred: bool
    """Whether the policy bars it."""
    needs: list[str]
    """The processor features that it needs."""
    origin: str
    """The specification, paper or crate that it comes from."""
    proof: str | None
    """Which part of its arithmetic has a machine-checked proof, and whose; None if none has."""
    timing: Literal["claimed", "checked"]
    """`checked` if memcheck found no branch or index that depends on a secret, else `claimed`."""
    min_len: int
    """The smallest size that it is meant for, in the unit of the operation's axis."""
    parts: list[str]
    """The candidates that it is made of, as `primitive/candidate`."""
    backend: str | None
    """For a crate that dispatches inside: what it takes on this machine."""


# `from` is a keyword, hence not the class form.
SizeClass = TypedDict(
    "SizeClass",
    {"from": int, "representative": int, "candidate": str | None, "reason": str},
)
"""What runs from that size on, up to the next class, and why: `forced`, `record`, `rank` or
`table`. Where nothing runs the candidate is None, and the reason is `barred` if the policy bars
all that pass their self-test, `unproven` if none passes. `representative` is the size at which the
class is measured."""


class Operation(TypedDict):
    """All that is known of an operation such as `x25519.base`."""

    operation: str
    axis: Literal["bytes", "messages", "none"]
    """What its time grows with."""
    classes: list[SizeClass]
    candidates: list[Candidate]


class Machine(TypedDict):
    """The processor and the build."""

    cpu: str
    features: list[str]
    build: str
    """Crate version, hash of the sources and compiler version."""
    dalek_avx512: bool
    """Whether dalek's AVX-512 backend was compiled in."""


def use(target: str, candidate: str) -> None:
    """Force a candidate for a primitive (`"x25519"`) or one operation (`"ed25519.verify"`).

    `"auto"` lifts the force. It holds for the whole process from the next call on; objects that
    are bound to a candidate already, such as a `SigningKey`, keep it.

    Raises `quicksalt.exceptions.ValueError`, listing what can be forced, if a name is unknown, the
    candidate cannot run here or the policy bars it; nothing is changed then.
    """
    _native.force(target, candidate)


def set_policy(policy: Policy) -> None:
    """Restrict the choice to candidates that have the properties asked for.

    `fastest` admits all that pass their self-test, `checked` those that memcheck found to be free
    of branches and indices on secrets, `verified` those with a machine-checked proof of a part of
    their arithmetic, `verified,checked` those that have both. Neither property implies the other.

    A policy is never widened: an operation of which no candidate qualifies raises
    `quicksalt.exceptions.UnavailableError` when it is called. Objects that are bound to a candidate
    already, such as a `SigningKey`, keep it.

    Raises `quicksalt.exceptions.ValueError` for another word, and if the policy bars a candidate
    that is forced; nothing is changed then.
    """
    _native.set_policy(policy)


def policy() -> Policy:
    """Return the policy in force.

    Raises `quicksalt.exceptions.UnavailableError` if `QUICKSALT_POLICY` names no policy.
    """
    return _native.policy()


def explain() -> list[Operation]:
    """Tell for every operation what runs at which size, why, and the state of all candidates.

    Runs the known-answer self-test of every candidate that the processor can run.
    """
    import json

    operations: list[Operation] = json.loads(_native.explain())
    return operations
