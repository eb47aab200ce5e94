"""Compare HMAC, SipHash and key derivation with Python, PyNaCl and published examples."""

from __future__ import annotations

import hashlib
import hmac
from typing import Literal

import nacl.bindings
import nacl.exceptions
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt import _native, hkdf, kdf
from quicksalt import exceptions as exc

Hash = Literal["sha256", "sha512"]
HASHES: tuple[Hash, Hash] = ("sha256", "sha512")
KEY = bytes(range(32))


@given(key=st.binary(min_size=32, max_size=32), message=st.binary(max_size=600))
def test_hmac_matches_python(key: bytes, message: bytes) -> None:
    for name in HASHES:
        tag = hmac.digest(key, message, name)
        assert getattr(_native, f"crypto_auth_hmac{name}")(message, key) == tag
        verify = getattr(_native, f"crypto_auth_hmac{name}_verify")
        assert verify(tag, message, key) is True
        with pytest.raises(exc.CryptoError):
            verify(bytes([tag[0] ^ 1]) + tag[1:], message, key)


@given(key=st.binary(max_size=300), pieces=st.lists(st.binary(max_size=200), max_size=5))
def test_hmac_in_pieces_takes_keys_of_any_length(key: bytes, pieces: list[bytes]) -> None:
    for name, begin in (("sha256", _native.Mac.hmacsha256), ("sha512", _native.Mac.hmacsha512)):
        mac = begin(key)
        for piece in pieces:
            mac.update(piece)
        assert mac.finish() == hmac.digest(key, b"".join(pieces), name)
        with pytest.raises(exc.RuntimeError):
            mac.finish()


@given(key=st.binary(min_size=16, max_size=16), data=st.binary(max_size=100))
def test_siphash_matches_pynacl(key: bytes, data: bytes) -> None:
    for name in ("crypto_shorthash_siphash24", "crypto_shorthash_siphashx24"):
        ours, theirs = getattr(_native, name), getattr(nacl.bindings, name)
        assert ours(data, key) == theirs(data, key)
        for constant in ("BYTES", "KEYBYTES"):
            full = f"{name}_{constant}"
            assert getattr(_native, full) == getattr(nacl.bindings, full)


@pytest.mark.parametrize("key", [b"", bytes(15), bytes(17), "k" * 15])
def test_siphash_refuses_keys_as_pynacl_does(key: bytes) -> None:
    for name in ("crypto_shorthash_siphash24", "crypto_shorthash_siphashx24"):
        with pytest.raises(nacl.exceptions.ValueError) as theirs:
            getattr(nacl.bindings, name)(b"", key)
        with pytest.raises(exc.ValueError) as ours:
            getattr(_native, name)(b"", key)
        assert str(ours.value) == str(theirs.value)


def test_keys_of_a_wrong_length_are_named() -> None:
    for name in HASHES:
        with pytest.raises(exc.ValueError, match="key"):
            getattr(_native, f"crypto_auth_hmac{name}")(b"m", bytes(31))
        with pytest.raises(exc.ValueError, match="token"):
            getattr(_native, f"crypto_auth_hmac{name}_verify")(bytes(31), b"m", KEY)


def test_hkdf_matches_the_rfc() -> None:
    # RFC 5869, appendix A.1.
    prk = hkdf.extract(bytes(range(13)), b"\x0b" * 22)
    assert prk.hex() == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    okm = hkdf.expand(prk, 42, info=bytes(range(0xF0, 0xFA)))
    assert okm.hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )


@given(
    ikm=st.binary(max_size=100),
    salt=st.binary(max_size=200),
    info=st.binary(max_size=100),
    length=st.integers(0, 1000),
)
def test_hkdf_matches_its_definition(ikm: bytes, salt: bytes, info: bytes, length: int) -> None:
    for name in HASHES:
        prk = hmac.digest(salt, ikm, name)
        blocks, block = [], b""
        for number in range(1, 1 + -(-length // len(prk))):
            block = hmac.digest(prk, block + info + bytes([number]), name)
            blocks.append(block)
        expected = b"".join(blocks)[:length]
        assert hkdf.derive(ikm, length, salt=salt, info=info, hash_name=name) == expected


def test_hkdf_rejects_invalid_lengths() -> None:
    for name, most, least in (("sha256", 8160, 32), ("sha512", 16320, 64)):
        assert len(hkdf.derive(KEY, most, hash_name=name)) == most  # type: ignore[arg-type]
        with pytest.raises(exc.ValueError, match=f"out_len .* {most}"):
            hkdf.derive(KEY, most + 1, hash_name=name)  # type: ignore[arg-type]
        with pytest.raises(exc.ValueError, match=f"prk .* {least} "):
            hkdf.expand(bytes(least - 1), 1, hash_name=name)  # type: ignore[arg-type]


@given(
    key=st.binary(min_size=32, max_size=32),
    number=st.integers(0, 2**64 - 1),
    context=st.binary(min_size=8, max_size=8),
    size=st.integers(16, 64),
)
def test_subkeys_match_libsodium(key: bytes, number: int, context: bytes, size: int) -> None:
    salt = number.to_bytes(8, "little")
    expected = hashlib.blake2b(key=key, salt=salt, person=context, digest_size=size).digest()
    assert kdf.derive_from_key(size, number, context, key) == expected


def test_subkeys_refuse_what_libsodium_refuses() -> None:
    for size in (15, 65):
        with pytest.raises(exc.ValueError, match=f"subkey_len .* {size}"):
            kdf.derive_from_key(size, 1, b"contexts", KEY)
    for number in (-1, 2**64):
        with pytest.raises(exc.ValueError, match="subkey_id"):
            kdf.derive_from_key(32, number, b"contexts", KEY)
    assert len(kdf.keygen()) == kdf.KEYBYTES
    assert kdf.keygen() != kdf.keygen()


@given(
    password=st.binary(max_size=200),
    salt=st.binary(max_size=200),
    iterations=st.integers(1, 40),
    size=st.integers(1, 300),
)
def test_pbkdf2_matches_python(password: bytes, salt: bytes, iterations: int, size: int) -> None:
    for name in HASHES:
        expected = hashlib.pbkdf2_hmac(name, password, salt, iterations, size)
        assert kdf.pbkdf2(password, salt, iterations, size, hash_name=name) == expected


@pytest.mark.parametrize("count", [-1, 0, 2**32])
def test_pbkdf2_refuses_numbers_of_iterations(count: int) -> None:
    with pytest.raises(exc.ValueError, match="iterations"):
        kdf.pbkdf2(b"p", b"s", count)
