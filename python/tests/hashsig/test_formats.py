"""HSS, XMSS and SLH-DSA against the vectors; test rejections."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

import pytest

import quicksalt
from quicksalt import exceptions as exc
from quicksalt import hashsig
from quicksalt.hashsig import HssPublicKey, slhdsa, xmss
from tests.hashsig.vectors import read


def unhex(case: dict[str, Any], *fields: str) -> list[bytes]:
    return [bytes.fromhex(case[field]) for field in fields]


def damaged(genuine: bytes) -> list[bytes]:
    """Yield copies with truncation, extension and changed bytes."""
    step = max(len(genuine) // 40, 1)
    flips = [
        genuine[:at] + bytes([genuine[at] ^ 1 << at % 8]) + genuine[at + 1 :]
        for at in range(0, len(genuine), step)
    ]
    return [*flips, *(genuine[:at] for at in range(0, len(genuine), step)), genuine + b"\0"]


@pytest.mark.parametrize("case", read("lms")["tests"], ids=lambda case: case["source"])
def test_hss(case: dict[str, Any]) -> None:
    encoded, message, signature = unhex(case, "public_key", "message", "signature")
    key = HssPublicKey(encoded)
    hashsig.verify(key, message, signature)
    assert bytes(key) == encoded
    with pytest.raises(exc.BadSignatureError, match="forged"):
        key.verify(message + b".", signature)


def test_hss_verifies_many_as_one_by_one() -> None:
    case = read("lms")["tests"][0]
    key = HssPublicKey(bytes.fromhex(case["public_key"]))
    message, signature = unhex(case, "message", "signature")
    # More than one batch of valid signatures, mixed with all kinds of damage.
    signatures = [genuine for wrong in damaged(signature) for genuine in (signature, wrong)]
    messages: list[bytes | bytearray] = [message for _ in signatures]
    messages[2:4] = bytearray(message), message + b"."
    signatures[3:5] = signature, b""
    verdicts = key.verify_many(messages, signatures)
    assert verdicts == [n % 2 == 0 and n != 4 for n in range(len(signatures))]
    assert key.verify_many(iter(messages[:2]), iter(signatures[:2])) == [True, False]
    assert key.verify_many([], []) == []


def test_a_hash_barred_by_the_policy_is_not_reported_as_a_forgery() -> None:
    case = read("xmss")["tests"][0]
    public_key, message, signature = unhex(case, "public_key", "message", "signature")
    quicksalt.set_policy("verified")
    try:
        with pytest.raises(exc.UnavailableError, match="sha256"):
            xmss.verify(public_key, message, signature)
    finally:
        quicksalt.set_policy("fastest")


@pytest.mark.parametrize("case", read("xmss")["tests"], ids=lambda case: case["source"])
def test_xmss(case: dict[str, Any]) -> None:
    encoded, message, signature = unhex(case, "public_key", "message", "signature")
    multi_tree = case["variant"] != "xmss"
    key = xmss.PublicKey(encoded, multi_tree)
    hashsig.verify(key, message, signature)
    xmss.verify(encoded, message, signature, multi_tree=multi_tree)
    assert (bytes(key), key.multi_tree) == (encoded, multi_tree)
    assert pickle.loads(pickle.dumps(key)) == key
    with pytest.raises(exc.BadSignatureError):
        key.verify(message + b".", signature)


def test_damaged_signatures_are_refused() -> None:
    cases: list[tuple[hashsig.PublicKey, dict[str, Any]]] = []
    case = read("lms")["tests"][0]
    cases.append((HssPublicKey(bytes.fromhex(case["public_key"])), case))
    case = read("xmss")["tests"][0]
    cases.append((xmss.PublicKey(bytes.fromhex(case["public_key"])), case))
    for key, case in cases:
        message, signature = unhex(case, "message", "signature")
        for wrong in damaged(signature):
            with pytest.raises(exc.BadSignatureError):
                key.verify(message, wrong)


@pytest.mark.parametrize("case", read("slhdsa")["tests"], ids=lambda case: case["source"])
def test_slh_dsa(case: dict[str, Any]) -> None:
    name, operation = case["set"], case["operation"]
    assert name in slhdsa.PARAMETER_SETS
    if operation == "keygen":
        seeds, secret, public = unhex(case, "seeds", "secret_key", "public_key")
        key = slhdsa.SigningKey.from_seeds(name, seeds)
        assert (bytes(key), bytes(key.public_key)) == (secret, public)
    elif operation == "sign":
        if not case["deterministic"] or "128f" not in name:
            return
        secret, message, context = unhex(case, "secret_key", "message", "context")
        key = slhdsa.SigningKey(name, secret)
        signature = key.sign(message, context, deterministic=True)
        assert hashlib.sha256(signature).hexdigest() == case["signature_sha256"]
        key.public_key.verify(message, signature, context)
    else:
        encoded, message, context, signature = unhex(
            case, "public_key", "message", "context", "signature"
        )
        verifier = slhdsa.PublicKey(name, encoded)
        assert pickle.loads(pickle.dumps(verifier)) == verifier
        if case["genuine"]:
            verifier.verify(message, signature, context)
        else:
            with pytest.raises(exc.BadSignatureError):
                verifier.verify(message, signature, context)


def test_slh_dsa_signatures_are_hedged_and_bound_to_their_context() -> None:
    key = slhdsa.SigningKey.generate("SLH-DSA-SHA2-128f")
    one, two = key.sign(b"message"), key.sign(b"message", context=b"")
    assert one != two
    hashsig.verify(key.public_key, b"message", one)
    with pytest.raises(exc.BadSignatureError):
        key.public_key.verify(b"message", one, b"context")
    assert repr(key) == "<SigningKey of SLH-DSA-SHA2-128f>"


SET = "SLH-DSA-SHA2-128f"
GENUINE: Any = HssPublicKey(bytes.fromhex(read("lms")["tests"][0]["public_key"]))
WRONG: list[tuple[Any, type[Exception], str]] = [
    (lambda: HssPublicKey(b""), exc.ValueError, "HSS"),
    (lambda: HssPublicKey("key"), TypeError, "encoded"),
    (lambda: HssPublicKey(bytes(60)), exc.ValueError, "levels"),
    (lambda: GENUINE.verify_many([b""], [b"", b""]), exc.ValueError, "messages"),
    (lambda: GENUINE.verify_many([b""], [1]), TypeError, "signatures"),
    (lambda: GENUINE.verify_many(b"m", [b""]), TypeError, "messages"),
    (lambda: GENUINE.verify_many(1, [b""]), TypeError, "not iterable"),
    (lambda: xmss.PublicKey(b""), exc.ValueError, "XMSS"),
    (lambda: xmss.PublicKey(bytes(68)), exc.ValueError, "identifier"),
    (lambda: slhdsa.SigningKey.generate("SLH-DSA"), exc.ValueError, "parameter_set"),
    (lambda: slhdsa.SigningKey.generate(1), TypeError, "parameter_set"),
    (lambda: slhdsa.SigningKey(SET, bytes(64)), exc.ValueError, "secret"),
    (lambda: slhdsa.SigningKey.from_seeds(SET, bytes(47)), exc.ValueError, "seeds"),
    (lambda: slhdsa.PublicKey(SET, bytes(31)), exc.ValueError, "public"),
    (lambda: slhdsa.SigningKey.generate(SET).sign(b"", bytes(256)), exc.ValueError, "context"),
]
