"""Recovery against the vectors; test rejections."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from quicksalt import _signatures, hashsig
from quicksalt import exceptions as exc
from quicksalt.hashsig import coinzdense as czd
from quicksalt.hashsig.exceptions import ExhaustedError, RecoveryError, UnsafeCompatError
from quicksalt.hashsig.recovery import Recovered, seed_from_credentials
from tests.hashsig.vectors import read

CASES = read("recovery")["tests"]
QRK, CZD = czd.Keytype.QDRECOVERYPUBKEY, czd.Keytype.COINZDENSEPUBKEY
PARAMS = "5/1,5/1"
CHEAP = {"memory_kib": 8, "passes": 1}


def of(operation: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["operation"] == operation]


def who(case: dict[str, Any]) -> tuple[str, str, str]:
    return case["account"], case["role"], case["passphrase"]


@pytest.mark.parametrize("case", of("disaster"), ids=lambda case: case["source"])
def test_disaster_keys(case: dict[str, Any]) -> None:
    published = czd.binary_to_wif(bytes.fromhex(case["published"]), QRK)
    found = hashsig.recover(*who(case), published=published)
    assert found.found == {"ctx_mode": case["contexts"]}
    assert found.next_index is None
    assert "never" in found.advice
    found = hashsig.recover(*who(case), published=published, next_index=0)
    key = found.key
    assert isinstance(key, czd.OneTimeSigningKey)
    czd.verify(key.public_key, b"successor", key.sign_data(b"successor"))
    for used in ({"next_index": 1}, {"last_seen": 0}):
        with pytest.raises(ExhaustedError):
            hashsig.recover(*who(case), published=published, **used)


@pytest.mark.parametrize("case", of("level"), ids=lambda case: case["source"])
def test_level_keys(case: dict[str, Any]) -> None:
    published = czd.binary_to_wif(bytes.fromhex(case["published"]), CZD)
    seen: list[float] = []
    found = hashsig.recover(
        *who(case),
        published=published,
        otsbits=case["otsbits"],
        height=case["height"],
        wen3index=case["wen3index"],
        progress=seen.append,
    )
    layout = case["layout"].replace(" ", "-")
    assert found.found == {"ctx_mode": case["contexts"], "layout": layout}
    assert found.next_index is None
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    key = found.key
    assert isinstance(key, czd.LevelKey)
    assert key.get_pubkey().hex() == case["published"]
    with pytest.raises(UnsafeCompatError):
        key.sign_data(b"", 0)


# The default cost takes a second; the tests of the crate cover it.
HSS = [case for case in of("hss") if case["memory_kib"] < 1 << 16]


@pytest.mark.parametrize("case", HSS, ids=lambda case: case["source"])
def test_hss_keys(case: dict[str, Any]) -> None:
    public = bytes.fromhex(case["published"])
    cost = {"memory_kib": case["memory_kib"], "passes": case["passes"]}
    found = hashsig.recover(*who(case), published=public, last_seen=40, **cost)
    assert found.next_index == 64
    assert found.key is None
    assert found.found == {"params": "5/8,5/8"}
    assert bytes(_signatures.HssPublicKey(public)) == public


def made(folder: Path, *credentials: str) -> bytes:
    """Create a signing key from credentials and return its public key."""
    seed = seed_from_credentials(*credentials, **CHEAP)  # type: ignore[arg-type]
    with hashsig.SigningKey.create(folder / "key", PARAMS, seed=seed) as key:
        return bytes(key.public_key)


def again(public: bytes, *credentials: str, **known: Any) -> Recovered:
    return hashsig.recover(*credentials, published=public, **CHEAP, **known)  # type: ignore[arg-type]


WHO = ("account", "role", "passphrase")


def test_recovery_finds_the_created_key(tmp_path: Path) -> None:
    public = made(tmp_path, *WHO)
    back = again(public, *WHO)
    assert back.next_index is None
    assert "do not sign" in back.advice
    assert back.seed.hex() not in repr(back)
    rows: list[tuple[dict[str, int], int]] = [
        ({"next_index": 77}, 77),
        ({"last_seen": 77}, 96),
        ({"last_seen": 77, "burn_level": 1}, 96),
    ]
    for known, expected in rows:
        assert again(public, *WHO, **known).next_index == expected
    for gone in ({"next_index": 1024}, {"last_seen": 1023}, {"last_seen": 0, "burn_level": 0}):
        with pytest.raises(ExhaustedError):
            again(public, *WHO, **gone)
    with pytest.raises(exc.ValueError, match=r"level.* 2"):
        again(public, *WHO, last_seen=0, burn_level=2)
    with pytest.raises(RecoveryError, match="parameters"):
        again(public, *WHO, params="5/1,5/2,5/1")


def test_a_recovered_key_signs_from_the_next_index_on(tmp_path: Path) -> None:
    public = made(tmp_path, *WHO)
    back = again(public, *WHO, last_seen=77)
    assert back.next_index == 96
    indices = range(back.next_index, 1024)
    with (
        hashsig.FileStore.create(tmp_path / "store", indices) as store,
        hashsig.SigningKey.create(store, PARAMS, seed=back.seed) as key,
    ):
        assert bytes(key.public_key) == public
        signature = key.sign(b"message")
        assert key.remaining() == 1024 - 97
    hashsig.verify(_signatures.HssPublicKey(public), b"message", signature)


def test_typed_text_is_normalised(tmp_path: Path) -> None:
    composed, decomposed = (unicodedata.normalize(form, "pässwörd") for form in ("NFC", "NFD"))
    assert composed != decomposed
    assert again(made(tmp_path, "a", "r", composed), "a", "r", decomposed)


def test_a_typing_error_suggests_what_to_check(tmp_path: Path) -> None:
    public = made(tmp_path, *WHO)
    for slip in (("accounts", "role", "passphrase"), ("account", "rol", "epassphrase")):
        with pytest.raises(RecoveryError):
            again(public, *slip)
    case = of("disaster")[0]
    published = czd.binary_to_wif(bytes.fromhex(case["published"]), QRK)
    with pytest.raises(RecoveryError, match="role"):
        hashsig.recover(case["account"], "owner", case["passphrase"], published=published)
