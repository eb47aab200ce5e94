"""Compare SHA-3, SHAKE and TurboSHAKE with hashlib and the examples of RFC 9861."""

from __future__ import annotations

import hashlib
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt import _native, xof
from quicksalt import exceptions as exc

CLASSES = (xof.shake_128, xof.shake_256, xof.turboshake_128, xof.turboshake_256)


def pattern(length: int) -> bytes:
    """Return bytes that count to 0xfa and restart, `ptn` of RFC 9861."""
    return bytes(i % 251 for i in range(length))


@given(pieces=st.lists(st.binary(max_size=200), max_size=4), size=st.integers(0, 600))
def test_shake_and_sha3_match_hashlib(pieces: list[bytes], size: int) -> None:
    message = b"".join(pieces)
    for name, peer in (("128", hashlib.shake_128), ("256", hashlib.shake_256)):
        expected = peer(message).digest(size)
        assert getattr(_native, f"crypto_xof_shake{name}")(message, size) == expected
        state = getattr(xof, f"shake_{name}")()
        for piece in pieces:
            state.update(piece)
        assert state.copy().read(size) == expected
        assert state.read(size // 3) + state.read(size - size // 3) == expected
    for name in ("256", "512"):
        expected = hashlib.new(f"sha3_{name}", message).digest()
        assert getattr(_native, f"crypto_hash_sha3{name}")(message) == expected
        hasher = getattr(_native.Hasher, f"sha3_{name}")()
        for piece in pieces:
            hasher.update(piece)
        assert hasher.digest() == hasher.copy().digest() == expected


@pytest.mark.parametrize(
    ("name", "message", "domain", "begins"),
    [
        ("turboshake_128", b"", 0x1F, "1e415f1c5983aff2169217277d17bb53"),
        ("turboshake_128", pattern(1), 0x1F, "55cedd6f60af7bb29a4042ae832ef3f5"),
        ("turboshake_128", pattern(17), 0x1F, "9c97d036a3bac819db70ede0ca554ec6"),
        ("turboshake_128", pattern(17**2), 0x1F, "96c77c279e0126f7fc07c9b07f5cdae1"),
        ("turboshake_128", b"\xff" * 3, 0x01, "bf323f940494e88ee1c540fe660be8a0"),
        ("turboshake_256", b"", 0x1F, "367a329dafea871c7802ec67f905ae13"),
        ("turboshake_256", pattern(1), 0x1F, "3e1712f928f8eaf1054632b2aa0a246e"),
        ("turboshake_256", pattern(17), 0x1F, "b3bab0300e6a191fbe61379398359235"),
    ],
)
def test_turboshake_matches_the_rfc(name: str, message: bytes, domain: int, begins: str) -> None:
    state = getattr(xof, name)(message, domain=domain)
    assert state.read(16).hex() == begins
    if domain == 0x1F:
        one_shot = getattr(_native, f"crypto_xof_{name.replace('_', '')}")
        assert one_shot(message, 16).hex() == begins


def test_a_message_ends_where_the_output_begins() -> None:
    for kind in CLASSES:
        state = kind(b"m")
        state.read(1)
        with pytest.raises(exc.RuntimeError, match="message"):
            state.update(b"m")
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(state)


def test_a_domain_is_from_1_to_127() -> None:
    for kind in (xof.turboshake_128, xof.turboshake_256):
        outputs = {kind(b"m", domain=domain).read(16) for domain in range(1, 128)}
        assert len(outputs) == 127
        for domain in (0, 128, 255, 257):
            with pytest.raises(exc.ValueError, match="domain"):
                kind(b"m", domain=domain)
        with pytest.raises(exc.ValueError, match="domain"):
            kind(b"m", domain=-1)
        with pytest.raises(exc.TypeError, match="domain"):
            kind(b"m", domain="1")  # type: ignore[arg-type]
