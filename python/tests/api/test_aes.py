"""Compare AES with cryptography; test the errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.padding import PKCS7
from hypothesis import given
from hypothesis import strategies as st

from quicksalt import aes
from quicksalt.exceptions import CryptoError

if TYPE_CHECKING:
    from collections.abc import Callable

keys = st.sampled_from([16, 24, 32]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
messages = st.binary(max_size=1100)
blocks = st.one_of(
    st.binary(min_size=16, max_size=16),
    st.integers(0, 40).map(lambda left: (2**128 - 1 - left).to_bytes(16, "big")),
    st.integers(0, 40).map(lambda left: (2**64 - 1 - left).to_bytes(16, "big")),
    st.integers(0, 40).map(lambda left: (2**32 - 1 - left).to_bytes(16, "big")),
)
nonces = st.binary(min_size=12, max_size=12)


@given(messages, messages, nonces, keys)
def test_gcm_agrees_both_ways(message: bytes, aad: bytes, nonce: bytes, key: bytes) -> None:
    sealed = aes.gcm_encrypt(message, aad, nonce, key)
    assert sealed == AESGCM(key).encrypt(nonce, message, aad)
    assert aes.gcm_decrypt(sealed, aad, nonce, key) == message
    assert AESGCM(key).decrypt(nonce, sealed, aad) == message


@given(messages, nonces, keys, st.data())
def test_gcm_refuses_what_cryptography_refuses(
    message: bytes, nonce: bytes, key: bytes, data: st.DataObject
) -> None:
    sealed = bytearray(aes.gcm_encrypt(message, None, nonce, key))
    sealed[data.draw(st.integers(0, len(sealed) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(InvalidTag):
        AESGCM(key).decrypt(nonce, bytes(sealed), None)
    with pytest.raises(CryptoError):
        aes.gcm_decrypt(sealed, None, nonce, key)


@given(messages, blocks, keys)
def test_ctr_agrees(message: bytes, counter: bytes, key: bytes) -> None:
    hidden = Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor().update(message)
    assert aes.ctr_xor(message, counter, key) == hidden
    assert aes.ctr_xor(hidden, counter, key) == message


@given(messages, blocks, keys)
def test_cbc_agrees_both_ways(message: bytes, iv: bytes, key: bytes) -> None:
    cipher, pad = Cipher(algorithms.AES(key), modes.CBC(iv)), PKCS7(128)
    padder, unpadder, hidden = pad.padder(), pad.unpadder(), aes.cbc_encrypt(message, iv, key)
    assert hidden == cipher.encryptor().update(padder.update(message) + padder.finalize())
    assert aes.cbc_decrypt(hidden, iv, key) == message
    shown = cipher.decryptor().update(hidden)
    assert unpadder.update(shown) + unpadder.finalize() == message


@given(blocks, keys, st.integers(0, 3), st.binary(min_size=16, max_size=16))
def test_cbc_takes_the_padding_that_cryptography_takes(
    iv: bytes, key: bytes, more: int, last: bytes
) -> None:
    check(iv, key, bytes(16 * more) + last)


def check(iv: bytes, key: bytes, padded: bytes) -> None:
    """Compare both libraries on blocks with possibly invalid padding."""
    hidden = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor().update(padded)
    unpadder = PKCS7(128).unpadder()
    try:
        expected = unpadder.update(padded) + unpadder.finalize()
    except ValueError:
        with pytest.raises(CryptoError):
            aes.cbc_decrypt(hidden, iv, key)
    else:
        assert aes.cbc_decrypt(hidden, iv, key) == expected


def test_every_padding_is_judged_as_by_cryptography() -> None:
    for size in range(256):
        check(bytes(16), bytes(16), bytes([size]) * 16)
        for wrong in range(16):
            last = bytearray([size]) * 16
            last[wrong] ^= 0x80
            check(bytes(16), bytes(24), bytes(16) + bytes(last))


@pytest.mark.parametrize("size", [0, 1, 15, 17, 31, 33])
def test_cbc_refuses_what_is_not_of_whole_blocks(size: int) -> None:
    with pytest.raises(CryptoError):
        aes.cbc_decrypt(bytes(size), bytes(16), bytes(16))


CALLS: list[tuple[Callable[..., bytes], dict[str, bytes]]] = [
    (aes.gcm_encrypt, {"message": b"m", "aad": b"a", "nonce": bytes(12), "key": bytes(16)}),
    (aes.gcm_decrypt, {"ciphertext": bytes(17), "aad": b"a", "nonce": bytes(12), "key": bytes(24)}),
    (aes.ctr_xor, {"message": b"m", "counter": bytes(16), "key": bytes(32)}),
    (aes.cbc_encrypt, {"message": b"m", "iv": bytes(16), "key": bytes(32)}),
    (aes.cbc_decrypt, {"ciphertext": bytes(16), "iv": bytes(16), "key": bytes(32)}),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_arguments_are_checked_by_name(
    function: Callable[..., bytes], arguments: dict[str, bytes]
) -> None:
    for name in arguments:
        with pytest.raises(TypeError, match=f"^{name} .* str$"):
            function(**{**arguments, name: "text"})
    for name in {"key", "nonce", "iv", "counter"} & arguments.keys():
        for wrong in (b"", arguments[name] + b"x", bytes(33)):
            with pytest.raises(ValueError, match=f"^{name} .* {len(wrong)}$"):
                function(**{**arguments, name: wrong})


def test_a_ciphertext_shorter_than_its_tag_is_refused() -> None:
    for size in range(16):
        with pytest.raises(CryptoError):
            aes.gcm_decrypt(bytes(size), None, bytes(12), bytes(16))
