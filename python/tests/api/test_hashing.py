"""Compare incremental digests and outputs with `hashlib` and with a single call."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt import bindings, exceptions

PIECES = st.lists(st.binary(max_size=300), max_size=6)
HASHES = {
    "sha256": hashlib.sha256,
    "sha512": hashlib.sha512,
    "sha3256": hashlib.sha3_256,
    "sha3512": hashlib.sha3_512,
}
XOFS = ("shake128", "shake256", "turboshake128", "turboshake256")


def functions(name: str, *verbs: str) -> list[Any]:
    """Return the functions of a hash."""
    return [getattr(bindings, f"{name}_{verb}") for verb in verbs]


@pytest.mark.parametrize("name", HASHES)
@given(PIECES)
def test_pieces_make_the_digest_of_the_whole(name: str, pieces: list[bytes]) -> None:
    init, update, final = functions(f"crypto_hash_{name}", "init", "update", "final")
    state, peer = init(), HASHES[name]()
    for piece in pieces:
        assert update(state, bytearray(piece)) is None
        peer.update(piece)
        assert final(state) == peer.digest()
    copied = state.copy()
    update(state, b"not of the copy")
    assert final(copied) == peer.digest() != final(state)


@pytest.mark.parametrize("name", XOFS)
@given(PIECES, st.lists(st.integers(0, 400), max_size=5))
def test_pieces_make_the_output_of_the_whole(
    name: str, pieces: list[bytes], sizes: list[int]
) -> None:
    init, update, squeeze = functions(f"crypto_xof_{name}", "init", "update", "squeeze")
    state = init()
    for piece in pieces:
        assert update(state, bytearray(piece)) is None
    copied = state.copy()
    whole = getattr(bindings, f"crypto_xof_{name}")(b"".join(pieces), sum(sizes))
    for made in (state, copied):
        assert b"".join(squeeze(made, size) for size in sizes) == whole
    if name.startswith("shake"):
        peer = getattr(hashlib, name.replace("shake", "shake_"))(b"".join(pieces))
        assert whole == peer.digest(sum(sizes))


@pytest.mark.parametrize("name", XOFS[2:])
def test_another_domain_gives_another_output(name: str) -> None:
    within, update, squeeze = functions(
        f"crypto_xof_{name}", "init_with_domain", "update", "squeeze"
    )
    standard = getattr(bindings, f"crypto_xof_{name}_DOMAIN_STANDARD")
    outputs = set()
    for domain in (1, 2, standard, 127):
        state = within(domain)
        update(state, b"message")
        outputs.add(squeeze(state, 32))
    assert len(outputs) == 4
    assert getattr(bindings, f"crypto_xof_{name}")(b"message", 32) in outputs
    for domain in (0, 128, -1):
        with pytest.raises(exceptions.ValueError, match="domain"):
            within(domain)


@pytest.mark.parametrize(
    "name", [*(f"crypto_hash_{name}" for name in HASHES), *(f"crypto_xof_{name}" for name in XOFS)]
)
def test_invalid_states_and_pieces_are_rejected(name: str) -> None:
    last = ("final",) if name.startswith("crypto_hash") else ("squeeze", 32)
    init, update, take = functions(name, "init", "update", last[0])
    for no_state in (None, b"", bindings.crypto_sign_ed25519ph_state(), type(init())()):
        with pytest.raises(exceptions.TypeError, match=f"{name}_init"):
            update(no_state, b"")
        with pytest.raises(exceptions.TypeError, match=f"{name}_init"):
            take(no_state, *last[1:])
    for piece in (None, "text", 3):
        with pytest.raises(TypeError, match="bytes"):
            update(init(), piece)
    with pytest.raises(exceptions.TypeError, match=f"{name}_init"):
        type(init())().copy()
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(init())
