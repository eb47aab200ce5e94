"""Incremental messages: compare results with PyNaCl, and tags with single calls."""

from __future__ import annotations

import hashlib
import pickle
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, NamedTuple

import nacl.bindings
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt import bindings, exceptions

from .peer import assert_same, outcome

PIECES = st.lists(st.binary(max_size=300), max_size=6)
SEED = bytes.fromhex("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42")
# RFC 8032, section 7.3.
ABC = bytes.fromhex(
    "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
    "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"
)


class Tags(NamedTuple):
    """The functions of a message authentication code."""

    whole: Any
    init: Any
    update: Any
    final: Any


TAGS = [
    Tags(
        bindings.crypto_auth,
        bindings.crypto_auth_hmacsha512256_init,
        bindings.crypto_auth_hmacsha512256_update,
        bindings.crypto_auth_hmacsha512256_final,
    ),
    Tags(
        bindings.crypto_auth_hmacsha256,
        bindings.crypto_auth_hmacsha256_init,
        bindings.crypto_auth_hmacsha256_update,
        bindings.crypto_auth_hmacsha256_final,
    ),
    Tags(
        bindings.crypto_auth_hmacsha512,
        bindings.crypto_auth_hmacsha512_init,
        bindings.crypto_auth_hmacsha512_update,
        bindings.crypto_auth_hmacsha512_final,
    ),
    Tags(
        bindings.crypto_onetimeauth,
        bindings.crypto_onetimeauth_init,
        bindings.crypto_onetimeauth_update,
        bindings.crypto_onetimeauth_final,
    ),
]


def prehashed(library: Any, pieces: list[bytes]) -> Any:
    """Feed the pieces to a library's Ed25519ph state."""
    state = library.crypto_sign_ed25519ph_state()
    for piece in pieces:
        library.crypto_sign_ed25519ph_update(state, piece)
    return state


@given(st.binary(min_size=32, max_size=32), PIECES)
def test_ed25519ph_matches_pynacl(seed: bytes, pieces: list[bytes]) -> None:
    pk, sk = bindings.crypto_sign_seed_keypair(seed)
    own = bindings.crypto_sign_ed25519ph_final_create(prehashed(bindings, pieces), sk)
    peer = nacl.bindings.crypto_sign_ed25519ph_final_create(prehashed(nacl.bindings, pieces), sk)
    assert own == peer
    assert bindings.crypto_sign_ed25519ph_final_verify(prehashed(bindings, pieces), peer, pk)
    state = prehashed(nacl.bindings, pieces)
    assert nacl.bindings.crypto_sign_ed25519ph_final_verify(state, own, pk)


def test_ed25519ph_matches_the_rfc() -> None:
    pk, sk = bindings.crypto_sign_seed_keypair(SEED)
    state = prehashed(bindings, [b"a", bytearray(b"b"), memoryview(b"c")])  # type: ignore[list-item]
    assert bindings.crypto_sign_ed25519ph_final_create(state, sk) == ABC
    assert bindings.crypto_sign_ed25519ph_final_verify(state, ABC, pk) is True
    for at in range(64):
        forged = ABC[:at] + bytes([ABC[at] ^ 1]) + ABC[at + 1 :]
        with pytest.raises(exceptions.BadSignatureError):
            bindings.crypto_sign_ed25519ph_final_verify(state, forged, pk)
    bindings.crypto_sign_ed25519ph_update(state, b"d")
    with pytest.raises(exceptions.BadSignatureError):
        bindings.crypto_sign_ed25519ph_final_verify(state, ABC, pk)
    # Plain Ed25519 must reject the signature, both for the message and for its digest.
    for message in (b"abc", hashlib.sha512(b"abc").digest()):
        with pytest.raises(exceptions.BadSignatureError):
            bindings.crypto_sign_open(ABC + message, pk)


@pytest.mark.parametrize("library", [bindings, nacl.bindings])
def test_ed25519ph_refuses_what_pynacl_refuses(library: Any) -> None:
    pk, sk = library.crypto_sign_seed_keypair(SEED)
    state = library.crypto_sign_ed25519ph_state()
    create, verify = (
        library.crypto_sign_ed25519ph_final_create,
        library.crypto_sign_ed25519ph_final_verify,
    )
    for call, text in (
        (
            lambda: library.crypto_sign_ed25519ph_update(b"", b""),
            "ed25519ph_state",
        ),
        (lambda: create(None, sk), "ed25519ph_state"),
        (lambda: verify(None, ABC, pk), "ed25519ph_state"),
        (lambda: create(state, sk[:-1]), "secret key"),
        (lambda: verify(state, ABC + b"a", pk), "signature"),
        (lambda: verify(state, ABC, b""), "public key"),
        (lambda: library.crypto_sign_ed25519ph_update(state, "a"), "bytes|data"),
        (lambda: create(state, "s" * 64), "bytes|sk"),
        (lambda: verify(state, 1, pk), "bytes|signature"),
    ):
        with pytest.raises(TypeError, match=text):
            call()


def test_a_secret_key_whose_halves_disagree_is_refused() -> None:
    _, sk = bindings.crypto_sign_seed_keypair(SEED)
    state = bindings.crypto_sign_ed25519ph_state()
    with pytest.raises(exceptions.ValueError):
        bindings.crypto_sign_ed25519ph_final_create(state, sk[:32] + bytes(32))


def absorbed(library: Any, pieces: list[bytes], *parameters: Any) -> Any:
    """Feed the pieces to a library's BLAKE2b state."""
    state = library.crypto_generichash_blake2b_init(*parameters)
    for piece in pieces:
        library.crypto_generichash_blake2b_update(state, piece)
    return state


@given(
    PIECES,
    st.binary(max_size=66),
    st.binary(max_size=18),
    st.binary(max_size=18),
    st.integers(-1, 66),
)
def test_blake2b_matches_pynacl(
    pieces: list[bytes], key: bytes, salt: bytes, person: bytes, size: int
) -> None:
    def digest(library: Any) -> bytes:
        state = absorbed(library, pieces, key, salt, person, size)
        copied = state.copy()
        library.crypto_generichash_blake2b_update(state, b"not of the copy")
        assert (copied.digest_size, state.digest_size) == (size, size)
        made: bytes = library.crypto_generichash_blake2b_final(copied)
        return made

    assert_same(outcome(digest, bindings), outcome(digest, nacl.bindings))


def test_a_state_of_blake2b_may_be_made_without_a_key() -> None:
    for library in (bindings, nacl.bindings):
        # PyNaCl's state does not accept updates.
        assert import_module(f"{library.__name__}.crypto_generichash").Blake2State(20)
    state = import_module("quicksalt.bindings.crypto_generichash").Blake2State(20)
    bindings.crypto_generichash_blake2b_update(state, memoryview(b"abc"))
    again = bindings.crypto_generichash_blake2b_final(state)
    assert again == bindings.crypto_generichash_blake2b_final(state)
    assert again == hashlib.blake2b(b"abc", digest_size=20).digest()


@pytest.mark.parametrize("library", [bindings, nacl.bindings])
def test_blake2b_refuses_what_pynacl_refuses(library: Any) -> None:
    state = absorbed(library, [])
    for call, text in (
        (lambda: library.crypto_generichash_blake2b_update(None, b""), "Blake2State"),
        (lambda: library.crypto_generichash_blake2b_final(b""), "Blake2State"),
        (lambda: library.crypto_generichash_blake2b_update(state, "a"), "bytes|data"),
        (lambda: library.crypto_generichash_blake2b_init("key"), "Key"),
    ):
        with pytest.raises(TypeError, match=text):
            call()


@pytest.mark.parametrize("tags", TAGS)
@given(st.binary(min_size=32, max_size=32), PIECES)
def test_pieces_make_the_tag_of_the_whole(tags: Tags, key: bytes, pieces: list[bytes]) -> None:
    state = tags.init(key)
    for piece in pieces:
        tags.update(state, bytearray(piece))
    assert tags.final(state) == tags.whole(b"".join(pieces), key)


@pytest.mark.parametrize("tags", TAGS)
def test_a_final_tag_is_returned_only_once(tags: Tags) -> None:
    state = tags.init(bytes(32))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: tags.update(state, bytes(100_000)), range(20)))
    assert tags.final(state) == tags.whole(bytes(2_000_000), bytes(32))
    for again in (lambda: tags.final(state), lambda: tags.update(state, b"")):
        with pytest.raises(exceptions.RuntimeError, match="finished"):
            again()


@pytest.mark.parametrize("tags", TAGS)
def test_invalid_keys_states_and_pieces_are_rejected(tags: Tags) -> None:
    # HMAC-SHA-256 and HMAC-SHA-512 accept keys of any length when incremental.
    takes_any = "hmacsha256" in tags.init.__name__ or tags.init.__name__.endswith("512_init")
    for wrong in () if takes_any else (bytes(31), bytes(33)):
        with pytest.raises(exceptions.ValueError, match="key"):
            tags.init(wrong)
    state = tags.init(bytes(32))
    for no_state in (None, b"", bindings.crypto_sign_ed25519ph_state(), type(state)()):
        with pytest.raises(exceptions.TypeError, match="_init"):
            tags.update(no_state, b"")
        with pytest.raises(exceptions.TypeError, match="_init"):
            tags.final(no_state)
    with pytest.raises(TypeError, match="message"):
        tags.update(state, "text")


@pytest.mark.parametrize(
    "state",
    [
        bindings.crypto_sign_ed25519ph_state(),
        bindings.crypto_auth_hmacsha512256_init(bytes(32)),
        bindings.crypto_onetimeauth_init(bytes(32)),
        bindings.crypto_generichash_blake2b_init(bytes(32)),
    ],
)
def test_states_cannot_be_pickled_or_copied(state: object) -> None:
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(state)
