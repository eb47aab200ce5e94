"""Cross-check and time LMS implementations of quicksalt and other projects.

Each implementation is a child of the ruler with the tasks `generate`, `sign` and `verify`,
described in `crates/peers/src/lms.rs`; `make peers-hashsig` builds the children.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from quicksalt.hashsig import HssPublicKey
from quicksalt_lab.ruler import card, units
from quicksalt_lab.ruler.child import Child
from quicksalt_lab.ruler.measure import DisagreementError, Plan, insist
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.schema import Report

WIDTHS = (1, 2, 4, 8)
"""Winternitz widths: bits of a digit."""

HEIGHT = 10
"""Height of the trees for key generation and signing."""

SMALL = 5
"""Tree height for untimed operations, and for operations that do not depend on the height."""

PUBLIC_KEY_BYTES = 60
TYPES_BYTES = 12
"""Length of the start of a public key: number of levels and types of LMS and LM-OTS (RFC 8554)."""

SIGNATURES = 8
"""Signatures per iteration of verification: several, because the time depends on the digest."""

MESSAGE = b"what everybody signs"

GOOD, FORGED = b"\x01", b"\x00"


def signed(signer: Child, height: int, width: int, message: bytes) -> tuple[bytes, bytes]:
    """Sign a message with a child; return the public key and the signature."""
    signer.task("sign", str(height), str(width), message.hex())
    # The first runs fill caches.
    signer.run(3)
    output = signer.output()
    return output[:PUBLIC_KEY_BYTES], output[PUBLIC_KEY_BYTES:]


def check(children: Sequence[Child]) -> int:
    """Verify every child's valid and damaged signatures with every child.

    Returns the number of verdicts. Raises DisagreementError for the first wrong verdict.
    """
    verdicts = 0
    for width in WIDTHS:
        for signer in children:
            message = f"signed by {signer.name}, width {width}".encode()
            public_key, signature = signed(signer, SMALL, width, message)
            for wrong, given, about in variants(signature, message):
                words = (part.hex() for part in (public_key, about, given))
                task = ("verify", str(SMALL), str(width), *words)
                for verifier in children:
                    verifier.task(*task)
                    verifier.run(1)
                    verdict = verifier.output()
                    if verdict != (FORGED if wrong else GOOD):
                        raise DisagreementError(
                            f"{verifier.name} says {verdict.hex()} to {signer.name}'s signature, "
                            f"width {width}" + (f", {wrong}" if wrong else "")
                        )
                    verdicts += 1
    return verdicts


def variants(signature: bytes, message: bytes) -> Iterator[tuple[str, bytes, bytes]]:
    """Yield the valid signature, then damaged variants with their description."""

    def flipped(at: int) -> bytes:
        return signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]

    yield "", signature, message
    yield "another message", signature, message[1:]
    yield "the index changed", flipped(7), message
    yield "the randomiser changed", flipped(12), message
    yield "a chain changed", flipped(12 + 32 + 40), message
    yield "the path changed", flipped(len(signature) - 1), message


def race(children: Sequence[Child], width: int, plan: Plan) -> Iterator[Group]:
    """Time key generation, signing and verification; the first child is the base.

    Key generation runs a third of the rounds. Raises DisagreementError if an output is wrong.
    """
    size = (str(HEIGHT), str(width))
    third = max(3, plan.rounds // 3 | 1)
    making, few = Topic(f"key generation, W{width}"), replace(plan, rounds=third)
    yield _timed(children, making, ("generate", *size), few, _types)
    signing = Topic(f"signing, W{width}")
    yield _timed(children, signing, ("sign", *size, MESSAGE.hex()), plan, _verdict)
    verifying = Topic(f"verification, W{width}", SIGNATURES, "messages")
    given = _signatures(children[0], width)
    yield _timed(children, verifying, ("verify", str(SMALL), str(width), *given), plan)


def _signatures(signer: Child, width: int) -> list[str]:
    """Return a public key, the message and signatures, as arguments of the task."""
    signer.task("sign", str(SMALL), str(width), MESSAGE.hex())
    outputs = []
    for _ in range(SIGNATURES):
        signer.run(1)
        outputs.append(signer.output())
    public_key = outputs[0][:PUBLIC_KEY_BYTES]
    return [part.hex() for part in (public_key, MESSAGE, *(o[PUBLIC_KEY_BYTES:] for o in outputs))]


def _types(public_key: bytes) -> bytes:
    """Return the leading bytes that all public keys of one size share."""
    return public_key[:TYPES_BYTES] if len(public_key) == PUBLIC_KEY_BYTES else public_key


def _verdict(output: bytes) -> bytes:
    """Verify with the native module; all valid signatures of one size give equal bytes."""
    public_key, signature = output[:PUBLIC_KEY_BYTES], output[PUBLIC_KEY_BYTES:]
    (good,) = HssPublicKey(public_key).verify_many([MESSAGE], [signature])
    return _types(public_key) + (GOOD if good else FORGED)


def _timed(
    children: Sequence[Child],
    topic: Topic,
    task: Sequence[str],
    plan: Plan,
    judge: Callable[[bytes], bytes] | None = None,
) -> Group:
    group = insist(topic, lambda: [c.competitor(*task, judge=judge) for c in children], plan)
    if group.refused:
        reasons = "; ".join(f"{refusal.name}: {refusal.reason}" for refusal in group.refused)
        raise DisagreementError(f"{group.topic.name}: {reasons}")
    return group


def time(group: Group, name: str) -> str:
    """Format the time of one operation."""
    return units.time(group[name].median / max(1, group.topic.size))


def markdown(report: Report) -> str:
    """Return the table of the README: one row per operation, with its noise floor."""
    names = [series.name for series in report.groups[0].series]
    lines = [
        f"| operation | {' | '.join(names)} | A/A floor |",
        "| --- |" + " ---: |" * (len(names) + 1),
    ]
    for group in report.groups:
        times = " | ".join(time(group, name) for name in names)
        floor = "void" if group.void else units.percent(group.floor)
        lines.append(f"| {group.topic.name} | {times} | {floor} |")
    machine = card.sentence(report.card)
    return "\n".join(lines) + f"\n\nMeasured by `make peers-hashsig` on {machine}.\n"
