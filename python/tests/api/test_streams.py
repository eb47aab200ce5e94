"""Compare streams, cores, keys and detached tags, which PyNaCl lacks, with libsodium."""

from __future__ import annotations

import ctypes
import hashlib
from typing import Any

import libnacl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt import bindings
from quicksalt import exceptions as exc

Key = st.binary(min_size=32, max_size=32)
STREAMS = {
    "chacha20": (8, 64),
    "chacha20_ietf": (12, 32),
    "salsa20": (8, 64),
    "salsa2012": (8, None),
    "salsa208": (8, None),
    "xchacha20": (24, 64),
    "xsalsa20": (24, 64),
}
"""Nonce length, and bits of the block counter if the caller can set it."""

CORES = {"hchacha20": 32, "hsalsa20": 32, "salsa20": 64, "salsa2012": 64, "salsa208": 64}
AEADS = {
    "aegis128l": (16, 16, 32),
    "aegis256": (32, 32, 32),
    "aes256gcm": (12, 32, 16),
    "chacha20poly1305": (8, 32, 16),
    "chacha20poly1305_ietf": (12, 32, 16),
    "xchacha20poly1305_ietf": (24, 32, 16),
}
"""Lengths of nonce, key and tag."""


def ours(name: str) -> Any:
    """Return the function `name` of our bindings."""
    return getattr(bindings, name)


def peer(name: str, size: int, *args: object) -> bytes:
    """Let libsodium fill `size` bytes."""
    out = ctypes.create_string_buffer(max(size, 1))
    assert getattr(libnacl.nacl, name)(out, *args) == 0
    return out.raw[:size]


@pytest.mark.parametrize("name", STREAMS)
@given(message=st.binary(max_size=1500), key=Key, data=st.data())
def test_streams_match_libsodium(name: str, message: bytes, key: bytes, data: Any) -> None:
    nonce_len, bits = STREAMS[name]
    nonce = data.draw(st.binary(min_size=nonce_len, max_size=nonce_len))
    full, size = f"crypto_stream_{name}", len(message)
    count = ctypes.c_ulonglong(size)
    expected = peer(f"{full}_xor", size, message, count, nonce, key)
    assert ours(f"{full}_xor")(message, nonce, key) == expected
    assert ours(full)(size, nonce, key) == peer(full, size, count, nonce, key)
    if bits:
        last = 2**bits - 1 - size // 64
        for block in (0, 1, 7, 2**32 - 5, last):
            if block <= last:
                number = ctypes.c_uint32(block) if bits == 32 else ctypes.c_uint64(block)
                args = (message, count, nonce, number, key)
                expected = peer(f"{full}_xor_ic", size, *args)
                assert ours(f"{full}_xor_ic")(message, nonce, block, key) == expected


@pytest.mark.parametrize("name", STREAMS)
def test_streams_refuse_what_is_wrong(name: str) -> None:
    nonce_len, bits = STREAMS[name]
    xor, nonce, key = ours(f"crypto_stream_{name}_xor"), bytes(nonce_len), bytes(32)
    assert xor(b"", nonce, key) == b""
    with pytest.raises(exc.ValueError, match="nonce"):
        xor(b"m", nonce + b"n", key)
    with pytest.raises(exc.ValueError, match="key"):
        xor(b"m", nonce, key[1:])
    with pytest.raises(TypeError, match="message"):
        xor("m", nonce, key)
    if bits:
        xor_ic = ours(f"crypto_stream_{name}_xor_ic")
        for block in (-1, 2**bits):
            with pytest.raises(exc.ValueError, match="ic "):
                xor_ic(b"m", nonce, block, key)
        with pytest.raises(exc.TypeError, match="ic "):
            xor_ic(b"m", nonce, "1", key)
        assert len(xor_ic(bytes(64), nonce, 2**bits - 1, key)) == 64
        with pytest.raises(exc.ValueError, match=str(bits)):
            xor_ic(bytes(65), nonce, 2**bits - 1, key)


@pytest.mark.parametrize("name", CORES)
@given(inp=st.binary(min_size=16, max_size=16), key=Key, own=st.binary(min_size=16, max_size=16))
def test_cores_match_libsodium(name: str, inp: bytes, key: bytes, own: bytes) -> None:
    function, size = f"crypto_core_{name}", CORES[name]
    assert ours(function)(inp, key) == peer(function, size, inp, key, None)
    assert ours(function)(inp, key, own) == peer(function, size, inp, key, own)
    assert ours(function)(inp, key, b"expand 32-byte k") == ours(function)(inp, key)
    for constant, value in {"OUTPUT": size, "INPUT": 16, "KEY": 32, "CONST": 16}.items():
        assert ours(f"{function}_{constant}BYTES") == value
    with pytest.raises(exc.ValueError, match="constants"):
        ours(function)(inp, key, own[1:])


@given(message=st.binary(max_size=135), offset=st.integers(0, 199))
def test_keccak_is_the_permutation_of_sha3(message: bytes, offset: int) -> None:
    state = bindings.crypto_core_keccak1600_init()
    assert state == bytes(bindings.crypto_core_keccak1600_STATEBYTES)
    padded = bytearray(message.ljust(136, b"\0"))
    padded[len(message)] ^= 0x06
    padded[135] ^= 0x80
    state = bindings.crypto_core_keccak1600_xor_bytes(state, padded[:offset], 0)
    state = bindings.crypto_core_keccak1600_xor_bytes(state, padded[offset:], min(offset, 136))
    state = bindings.crypto_core_keccak1600_permute_24(state)
    digest = bindings.crypto_core_keccak1600_extract_bytes(state, 0, 32)
    assert digest == hashlib.sha3_256(message).digest()
    rest = 200 - offset
    assert bindings.crypto_core_keccak1600_extract_bytes(state, offset, rest) == state[offset:]
    with pytest.raises(exc.ValueError, match="exceeds"):
        bindings.crypto_core_keccak1600_extract_bytes(state, offset, rest + 1)
    with pytest.raises(exc.ValueError, match="exceeds"):
        bindings.crypto_core_keccak1600_xor_bytes(state, bytes(rest + 1), offset)


def test_twelve_rounds_twice_match_libsodium() -> None:
    # Source: libsodium test/default/core_keccak1600.c, test 7.
    state = bytes(200)
    for _ in range(2):
        state = bindings.crypto_core_keccak1600_permute_12(state)
    assert state[:16].hex() == "048cbb36dc66034bc96a2de69835165f"


def test_new_keys_are_of_their_length_and_differ() -> None:
    names = [name for name in bindings.__all__ if name.endswith("_keygen")]
    assert len(names) > 20
    for name in names:
        prefix = name.removesuffix("keygen")
        size = getattr(bindings, f"{prefix}KEYBYTES", 16 if "shorthash" in name else None)
        keys = {ours(name)() for _ in range(3)}
        assert len(keys) == 3
        assert {len(key) for key in keys} == {size}, name


@pytest.mark.parametrize("name", AEADS)
@given(message=st.binary(max_size=300), aad=st.none() | st.binary(max_size=40), key=Key)
def test_detached_output_matches_ciphertext_and_tag(
    name: str, message: bytes, aad: bytes | None, key: bytes
) -> None:
    nonce_len, key_len, tag_len = AEADS[name]
    nonce, key, full = key[:nonce_len].ljust(nonce_len, b"n"), key[:key_len], f"crypto_aead_{name}"
    ciphertext, mac = ours(f"{full}_encrypt_detached")(message, aad, nonce, key)
    assert (len(ciphertext), len(mac)) == (len(message), tag_len)
    assert ciphertext + mac == ours(f"{full}_encrypt")(message, aad, nonce, key)
    opened = ours(f"{full}_decrypt_detached")
    assert opened(ciphertext, mac, aad, nonce, key) == message
    with pytest.raises(exc.CryptoError):
        opened(ciphertext, bytes([mac[0] ^ 1]) + mac[1:], aad, nonce, key)
    with pytest.raises(exc.ValueError, match="mac"):
        opened(ciphertext, mac[1:], aad, nonce, key)


@given(salt=st.binary(max_size=200), pieces=st.lists(st.binary(max_size=200), max_size=4))
def test_a_secret_is_extracted_piece_by_piece(salt: bytes, pieces: list[bytes]) -> None:
    for name in ("sha256", "sha512"):
        full = f"crypto_kdf_hkdf_{name}_extract"
        state = ours(f"{full}_init")(salt)
        for piece in pieces:
            ours(f"{full}_update")(state, piece)
        assert ours(f"{full}_final")(state) == ours(full)(salt, b"".join(pieces))
        with pytest.raises(exc.RuntimeError):
            ours(f"{full}_final")(state)
        with pytest.raises(exc.TypeError, match=f"{full}_init"):
            ours(f"{full}_update")(b"", b"")
