"""The table of verdicts matches PyNaCl's decisions, not only the script's past output."""

import json
from pathlib import Path
from typing import Any

import pytest
from nacl import bindings as pynacl
from nacl import exceptions

TABLE = json.loads(Path(__file__).parents[2].joinpath("vectors/ed25519-verdicts.json").read_text())


def pynacl_verifies(case: dict[str, Any]) -> bool:
    signature, message, public_key = (
        bytes.fromhex(case[field]) for field in ("signature", "message", "public_key")
    )
    try:
        return pynacl.crypto_sign_open(signature + message, public_key) == message
    except exceptions.BadSignatureError:
        return False


def test_signatures() -> None:
    assert len(TABLE["signatures"]) == 357
    wrong = [c["name"] for c in TABLE["signatures"] if pynacl_verifies(c) != c["verdict"]]
    assert not wrong


def test_public_keys() -> None:
    assert len(TABLE["public_keys"]) == 92
    for case in TABLE["public_keys"]:
        public_key = bytes.fromhex(case["public_key"])
        if case["x25519"]:
            converted = pynacl.crypto_sign_ed25519_pk_to_curve25519(public_key)
            assert converted.hex() == case["x25519"], case["name"]
        else:
            with pytest.raises(exceptions.RuntimeError):
                pynacl.crypto_sign_ed25519_pk_to_curve25519(public_key)


def test_seeds() -> None:
    assert len(TABLE["seeds"]) == 3
    for case in TABLE["seeds"]:
        public_key, secret_key = pynacl.crypto_sign_seed_keypair(bytes.fromhex(case["seed"]))
        x25519 = pynacl.crypto_sign_ed25519_sk_to_curve25519(secret_key)
        found = (public_key.hex(), x25519.hex())
        assert found == (case["public_key"], case["x25519"]), case["name"]
