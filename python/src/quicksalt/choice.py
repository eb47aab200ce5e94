"""The choice of candidates: list the candidates, explain the choice, and force a candidate.

The functions are also attributes of the package: `quicksalt.use`, `quicksalt.set_policy`,
`quicksalt.policy`, `quicksalt.explain`. Two environment variables have the same effect when the
package is imported: `QUICKSALT_USE=x25519=portable,ed25519.verify=dalek`, where the last entry for
an operation wins, and `QUICKSALT_POLICY=fastest|checked|verified|verified,checked`. A setting that
cannot be honoured causes a `quicksalt.environment.EnvironmentWarning`.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from quicksalt import _native

Policy = Literal["fastest", "checked", "verified", "verified,checked"]


class Candidate(TypedDict):
    """An implementation of an operation: its properties and its state on this machine."""

    candidate: str
    state: Literal["proven", "failed", "lacks"]
    """Whether its known-answer self-test passed or failed, or the processor lacks features."""
    lacks: list[str]
    """The processor features that are missing."""
    barred: bool
    """Whether the policy excludes the candidate."""
    needs: list[str]
    """The processor features that the candidate requires."""
    origin: str
    """The specification, paper or crate that the candidate comes from."""
    proof: str | None
    """The machine-checked part of its arithmetic and the source of the proof, or None."""
    timing: Literal["claimed", "checked"]
    """`checked` if memcheck found no branch or index that depends on a secret, else `claimed`."""
    min_len: int
    """The smallest size that the candidate is intended for, in the unit of the operation's axis."""
    parts: list[str]
    """The candidates that this one is composed of, as `primitive/candidate`."""
    backend: str | None
    """The backend on this machine, for a crate with its own dispatch."""


# The class syntax cannot be used, because `from` is a keyword.
SizeClass = TypedDict(
    "SizeClass",
    {"from": int, "representative": int, "candidate": str | None, "reason": str},
)
"""The candidate for sizes from `from` to the next class, and the reason: `forced`, `record`, `rank`
or `table`. If no candidate can run, `candidate` is None, and the reason is `barred` if the policy
excludes all candidates that passed their self-test, or `unproven` if none passed. The class is
measured at size `representative`.
"""


class Operation(TypedDict):
    """The description of an operation such as `x25519.base`."""

    operation: str
    axis: Literal["bytes", "messages", "none"]
    """The quantity that its running time depends on."""
    classes: list[SizeClass]
    candidates: list[Candidate]


class Machine(TypedDict):
    """The processor and the build of the package."""

    cpu: str
    features: list[str]
    build: str
    """Crate version, hash of the sources and compiler version."""
    dalek_avx512: bool
    """Whether dalek's AVX-512 backend was compiled in."""


def use(target: str, candidate: str) -> None:
    """Force a candidate for a primitive (`"x25519"`) or one operation (`"ed25519.verify"`).

    `"auto"` ends a forced choice. The choice applies to the whole process from the next call;
    objects already bound to a candidate, such as a `SigningKey`, do not change.

    Raises `quicksalt.exceptions.ValueError`, with a list of valid names, if a name is unknown, the
    candidate cannot run here or the policy excludes it. Nothing changes in that case.
    """
    _native.force(target, candidate)


def set_policy(policy: Policy) -> None:
    """Restrict the choice to candidates with certain properties.

    `fastest` admits all candidates that pass their self-test, `checked` admits candidates in which
    memcheck found no branch or index that depends on a secret, `verified` admits candidates with a
    machine-checked proof of a part of their arithmetic, and `verified,checked` requires both.
    Neither property implies the other.

    A policy is never relaxed: an operation without an admitted candidate raises
    `quicksalt.exceptions.UnavailableError` when it is called. Objects already bound to a candidate,
    such as a `SigningKey`, do not change.

    Raises `quicksalt.exceptions.ValueError` for an unknown policy, and if the policy excludes a
    forced candidate. Nothing changes in that case.
    """
    _native.set_policy(policy)


def policy() -> Policy:
    """Return the policy in force.

    Raises `quicksalt.exceptions.UnavailableError` if `QUICKSALT_POLICY` names an unknown policy.
    """
    return _native.policy()


def explain() -> list[Operation]:
    """Describe each operation: its candidates, their states, and the choice for each size class.

    Runs the known-answer self-test of every candidate that the processor can run.
    """
    import json

    operations: list[Operation] = json.loads(_native.explain())
    return operations
