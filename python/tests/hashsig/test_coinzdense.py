"""Compare the classes of coinzdense with output of the original package; test rejections."""

from __future__ import annotations

from typing import Any

import pytest

from quicksalt import exceptions as exc
from quicksalt import hashsig
from quicksalt.hashsig import coinzdense as czd
from quicksalt.hashsig import exceptions as hexc
from tests.hashsig.vectors import read

FILE = read("coinzdense")
SALT = bytes(range(20))
KEY = bytes(32)


def unhex(case: dict[str, Any], *fields: str) -> list[bytes]:
    return [bytes.fromhex(case[field]) for field in fields]


def key(case: dict[str, Any]) -> czd.OneTimeSigningKey:
    salt, secret = unhex(case, "levelsalt", "key")
    return czd.OneTimeSigningKey(case["hashlen"], case["otsbits"], salt, secret, case["startno"])


def small(**changes: Any) -> czd.OneTimeSigningKey:
    arguments = {"hashlen": 20, "otsbits": 7, "levelsalt": SALT, "key": KEY, "startno": 0}
    return czd.OneTimeSigningKey(**(arguments | changes))


@pytest.mark.parametrize("case", FILE["creds"], ids=lambda case: case["account"])
def test_credentials(case: dict[str, str]) -> None:
    made = czd.key_from_creds(case["account"], case["role"], case["password"])
    assert made.hex() == case["key"]


@pytest.mark.parametrize("case", FILE["ots"], ids=lambda case: f"startno {case['startno']}")
def test_one_time_keys(case: dict[str, Any]) -> None:
    (public,) = unhex(case, "pubkey")
    assert key(case).get_pubkey() == public
    validator = czd.OneTimeValidator(
        case["hashlen"], case["otsbits"], bytes.fromhex(case["levelsalt"]), public
    )
    for row in case["sign_data"]:
        message, signature = unhex(row, "msg", "sig")
        signer = key(case)
        assert signer.sign_data(message) == signature
        assert signer.is_used
        assert validator.validate_data(message, signature) is True
        assert validator.validate_data(message, signature, merkle_mode=True) == public
        assert validator.validate_data(message + b".", signature) is False
        czd.verify(signer.public_key, message, signature)
        with pytest.raises(exc.BadSignatureError, match="forged"):
            hashsig.verify(signer.public_key, message + b".", signature)
    for row in case["sign_hash"]:
        digest, signature = unhex(row, "digest", "sig")
        assert key(case).sign_hash(digest) == signature
        assert validator.validate_hash(digest, signature) is True
        assert validator.validate_hash(digest, signature, merkle_mode=True) == public


@pytest.mark.parametrize("case", FILE["level"], ids=lambda case: f"height {case['height']}")
def test_levels(case: dict[str, Any]) -> None:
    seed, public = unhex(case, "seedkey", "pubkey")
    sizes = (case["hashlen"], case["otsbits"], case["height"])
    level = czd.LevelKey(seed, case["wen3index"], *sizes)
    assert level.pubkey is None
    assert level.get_pubkey() == public == level.pubkey
    for index, nonce in enumerate(case["nonces"]):
        assert level.get_nonce(index).hex() == nonce
    leaves = [bytes.fromhex(leaf) for leaf in case["ots_pubkeys"]]
    assert czd.LevelKey(seed, case["wen3index"], *sizes, bigpubkey=leaves).pubkey == public
    for row in case["sigs"]:
        message, data, digest, of_digest = unhex(row, "msg", "sig_data", "digest", "sig_hash")
        czd.verify(level.public_key, message, data)
        parsed = czd.LevelValidation(*sizes).signature(data)
        assert (parsed.get_pubkey(), parsed.index) == (public, row["index"])
        assert parsed.validate_data(message) is True
        assert parsed.validate_data(message + b".") is False
        assert czd.LevelValidation(*sizes).signature(of_digest).validate_hash(digest) is True
        with pytest.raises(exc.BadSignatureError):
            czd.verify(czd.LevelPublicKey(*sizes, bytes(len(public))), message, data)
    assert level.public_key.assurance == parsed.assurance == "legacy, forgeable"


def test_a_level_key_refuses_to_sign_and_says_why() -> None:
    level = czd.LevelKey(KEY, 0, 16, 4, 3)
    for refused in (level.sign_data, level.sign_hash):
        with pytest.raises(hexc.UnsafeCompatError):
            refused(b"", 0)
    with pytest.raises(hexc.ExhaustedError):
        level.get_nonce(8)


def test_a_one_time_key_signs_once() -> None:
    signer = small()
    with pytest.raises(exc.ValueError, match="digest"):
        signer.sign_hash(bytes(19))
    with pytest.raises(TypeError, match="data"):
        signer.sign_data("text")  # type: ignore[arg-type]
    assert not signer.is_used
    signature = signer.sign_data(b"once")
    for again in (lambda: signer.sign_data(b"once"), lambda: signer.sign_hash(bytes(20))):
        with pytest.raises(hexc.ExhaustedError):
            again()
    czd.verify(signer.public_key, b"once", signature)


@pytest.mark.parametrize("case", FILE["wif"], ids=lambda case: case["type"])
def test_keys_as_text(case: dict[str, str]) -> None:
    keytype, raw = czd.Keytype[case["type"]], bytes.fromhex(case["raw"])
    assert czd.binary_to_wif(raw, keytype) == case["wif"]
    assert czd.wif_to_binary(case["wif"], keytype) == raw
    assert czd.parse_wif(case["wif"]) == (keytype, raw)
    other = next(other for other in czd.Keytype if other is not keytype)
    with pytest.raises(exc.ValueError, match=f"{keytype.name}.* {other.name}"):
        czd.wif_to_binary(case["wif"], other)
    for at in range(len(case["wif"])):
        for damaged in (case["wif"][:at], f"{case['wif'][:at]}0{case['wif'][at + 1 :]}"):
            with pytest.raises(exc.ValueError):
                czd.parse_wif(damaged)


WRONG = [
    ({"hashlen": 15}, exc.ValueError, "15"),
    ({"hashlen": 65, "levelsalt": bytes(65)}, exc.ValueError, "hashlen"),
    ({"hashlen": -1}, exc.ValueError, "hashlen"),
    ({"hashlen": "20"}, TypeError, "str"),
    ({"otsbits": 3}, exc.ValueError, "otsbits"),
    ({"otsbits": 17}, exc.ValueError, "16"),
    ({"levelsalt": bytes(19)}, exc.ValueError, "levelsalt"),
    ({"key": bytes(31)}, exc.ValueError, "31"),
    ({"key": "k" * 32}, TypeError, "key"),
    ({"startno": 2**64 - 46}, exc.ValueError, "startno"),
    ({"startno": 2**64}, exc.ValueError, "startno"),
    ({"startno": 1.0}, TypeError, "float"),
    ({"ctx_mode": "macos"}, exc.ValueError, "ctx_mode"),
]


def test_other_encodings_of_contexts_give_other_keys() -> None:
    keys = {small(ctx_mode=mode).get_pubkey() for mode in ("linux", "windows", "ascii")}
    assert len(keys) == 3


def test_damaged_signatures_are_refused() -> None:
    signer = small()
    signature, public = signer.sign_data(b"message"), signer.public_key
    for length in (0, 1, 20, len(signature) - 1):
        with pytest.raises(exc.BadSignatureError):
            public.verify(b"message", signature[:length])
    for at in range(0, len(signature), 13):
        damaged = bytearray(signature)
        damaged[at] ^= 1 << at % 8
        with pytest.raises(exc.BadSignatureError):
            public.verify(b"message", damaged)
