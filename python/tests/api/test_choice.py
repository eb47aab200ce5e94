"""Force candidates and explain choices from Python."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import quicksalt
from quicksalt import choice, exceptions


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    policy = quicksalt.policy()
    yield
    quicksalt.set_policy(policy)
    for primitive in {operation["operation"].split(".")[0] for operation in quicksalt.explain()}:
        quicksalt.use(primitive, "auto")


def chosen(operation: str) -> list[tuple[str | None, str | None]]:
    """List (candidate, reason) for each size class of an operation."""
    (report,) = (o for o in quicksalt.explain() if o["operation"] == operation)
    return [(c["candidate"], c["reason"]) for c in report["classes"]]


def test_a_forced_candidate_stays_until_the_force_ends() -> None:
    before = chosen("sha512.hash")
    quicksalt.use("sha512", "portable")
    assert set(chosen("sha512.hash")) == {("portable", "forced")}
    quicksalt.use("sha512", "auto")
    assert chosen("sha512.hash") == before


def test_a_single_operation_can_be_forced() -> None:
    quicksalt.use("x25519.base", "portable")
    assert set(chosen("x25519.base")) == {("portable", "forced")}
    assert "forced" not in {reason for _, reason in chosen("x25519.scalarmult")}


@pytest.mark.parametrize(
    ("target", "candidate"),
    [("sha256", "nothing"), ("nothing", "portable"), ("sha256.nothing", "portable"), ("", "")],
)
def test_unknown_names_are_reported_and_change_nothing(target: str, candidate: str) -> None:
    before = quicksalt.explain()
    with pytest.raises(exceptions.ValueError, match="expected"):
        quicksalt.use(target, candidate)
    assert quicksalt.explain() == before


def test_a_policy_is_applied() -> None:
    quicksalt.set_policy("verified")
    assert quicksalt.policy() == "verified"
    with pytest.raises(exceptions.ValueError, match="quickest"):
        quicksalt.set_policy("quickest")  # type: ignore[arg-type]
    assert quicksalt.policy() == "verified"


def properties(policy: choice.Policy) -> dict[str, set[tuple[bool, bool]]]:
    """Return, per operation, whether the choices under a policy are proven and checked."""
    quicksalt.set_policy(policy)
    found = {}
    for operation in quicksalt.explain():
        said = {c["candidate"]: c for c in operation["candidates"]}
        selected = {c["candidate"] for c in operation["classes"] if c["candidate"] is not None}
        found[operation["operation"]] = {
            (said[name]["proof"] is not None, said[name]["timing"] == "checked")
            for name in selected
        }
    return found


def test_proof_and_timing_are_independent_requirements() -> None:
    for found in properties("checked").values():
        assert all(checked for _, checked in found)
    for found in properties("verified").values():
        assert all(verified for verified, _ in found)
    both = properties("verified,checked")
    assert both["x25519.scalarmult"] == both["ed25519.sign"] == {(True, True)}
    assert both["sha256.hash"] == set()


def test_graviola_is_proven_and_not_checked() -> None:
    for operation in quicksalt.explain():
        for candidate in operation["candidates"]:
            if candidate["candidate"] == "graviola":
                curve = operation["operation"].split(".")[0] in ("x25519", "ed25519")
                assert (candidate["proof"] is not None) == curve
                assert candidate["timing"] == "claimed"


def test_an_operation_that_the_policy_bars_raises() -> None:
    quicksalt.set_policy("verified")
    secret = bytes(range(32))
    assert quicksalt.bindings.crypto_scalarmult_base(secret)
    with pytest.raises(exceptions.UnavailableError, match=r"sha256\.hash .*QUICKSALT_POLICY"):
        quicksalt.hash.sha256(b"")
    # A refused operation must not look like a forged box.
    box = quicksalt.secret.SecretBox(secret)
    with pytest.raises(exceptions.UnavailableError, match=r"xsalsa20poly1305\.open"):
        box.decrypt(bytes(64))
    (report,) = (o for o in quicksalt.explain() if o["operation"] == "sha256.hash")
    assert {(c["candidate"], c["reason"]) for c in report["classes"]} == {(None, "barred")}
    assert all(candidate["barred"] for candidate in report["candidates"])


def test_a_force_conflicts_with_a_policy_that_bars_it() -> None:
    quicksalt.set_policy("verified")
    with pytest.raises(exceptions.ValueError, match="verified"):
        quicksalt.use("sha256", "portable")
    quicksalt.set_policy("fastest")
    quicksalt.use("sha256", "portable")
    with pytest.raises(exceptions.ValueError, match=r"sha256\.hash"):
        quicksalt.set_policy("verified")
    assert quicksalt.policy() == "fastest"


def test_explain_matches_its_declared_types() -> None:
    for operation in quicksalt.explain():
        assert operation.keys() == choice.Operation.__annotations__.keys()
        for entry in operation["classes"]:
            assert entry.keys() == choice.SizeClass.__annotations__.keys()
            assert entry["candidate"] is not None
        for candidate in operation["candidates"]:
            assert candidate.keys() == choice.Candidate.__annotations__.keys()
            assert candidate["state"] in ("proven", "lacks")
        assert "portable" in {c["candidate"] for c in operation["candidates"]} or (
            operation["operation"] in ("ed25519.verify_batch", "ed25519.to_x25519")
        )


def test_candidates_agree_through_python() -> None:
    message = bytes(range(256)) * 20
    expected = quicksalt.bindings.crypto_hash_sha512(message)
    (report,) = (o for o in quicksalt.explain() if o["operation"] == "sha512.hash")
    for candidate in report["candidates"]:
        if candidate["state"] == "proven":
            quicksalt.use("sha512", candidate["candidate"])
            assert quicksalt.bindings.crypto_hash_sha512(message) == expected
