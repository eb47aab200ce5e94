"""Encrypt into, and decrypt into, the caller's buffer."""

from __future__ import annotations

import ctypes
import mmap
from array import array
from collections.abc import Callable
from typing import Any

import nacl.public
import nacl.secret
import pytest
from hypothesis import given

import quicksalt
from quicksalt import exceptions

from .peer import MESSAGES

KEY, OTHER = b"k" * 32, b"o" * 32
SEALERS: dict[str, Callable[[Any], Any]] = {
    "SecretBox": lambda library: library.secret.SecretBox(KEY),
    "Aead": lambda library: library.secret.Aead(KEY),
    "Box": lambda library: library.public.Box(
        library.public.PrivateKey(KEY), library.public.PrivateKey(OTHER).public_key
    ),
    "SealedBox": lambda library: library.public.SealedBox(library.public.PrivateKey(KEY)),
}
WRITABLE: list[Callable[[int], Any]] = [
    bytearray,
    lambda size: memoryview(bytearray(size + 2))[1:-1],
    lambda size: array("I", bytes(4 * size)),
    lambda size: mmap.mmap(-1, size),
    ctypes.create_string_buffer,
    lambda size: (ctypes.c_uint32 * size)(),
]
OVERHEAD = {"SecretBox": 40, "Aead": 40, "Box": 40, "SealedBox": 48}


@pytest.mark.parametrize("name", SEALERS)
@given(MESSAGES)
def test_pynacl_opens_what_is_written(name: str, message: bytes) -> None:
    own, peer = (SEALERS[name](library) for library in (quicksalt, nacl))
    for make in WRITABLE:
        buffer = make(len(message) + OVERHEAD[name] + 8)
        size = own.encrypt_into(buffer, message)
        assert size == len(message) + OVERHEAD[name]
        content = memoryview(buffer).tobytes()
        assert peer.decrypt(content[:size]) == message
        assert content[size:] == bytes(len(content) - size)
        opened = make(len(message) + 8)
        assert own.decrypt_into(opened, content[:size]) == len(message)
        assert memoryview(opened).tobytes()[: len(message)] == message


@pytest.mark.parametrize("name", SEALERS)
def test_a_message_may_overlap_the_output_buffer(name: str) -> None:
    own, message = SEALERS[name](quicksalt), bytes(range(200))
    for start in (0, 24, OVERHEAD[name]):
        buffer = bytearray(300)
        buffer[start : start + 200] = message
        size = own.encrypt_into(buffer, memoryview(buffer)[start : start + 200])
        assert own.decrypt_into(buffer, memoryview(buffer)[:size]) == 200
        assert buffer[:200] == message


def test_associated_data_and_a_nonce_may_be_given() -> None:
    buffer = bytearray(100)
    aead = quicksalt.secret.Aead(KEY)
    size = aead.encrypt_into(buffer, b"message", b"header", b"n" * 24)
    assert buffer[:size] == nacl.secret.Aead(KEY).encrypt(b"message", b"header", b"n" * 24)
    assert aead.decrypt_into(buffer, buffer[24:size], b"header", b"n" * 24) == 7
    with pytest.raises(exceptions.CryptoError):
        aead.decrypt_into(buffer, buffer[24:size], b"other", b"n" * 24)
    for name in ("SecretBox", "Box"):
        own, peer = (SEALERS[name](library) for library in (quicksalt, nacl))
        size = own.encrypt_into(buffer, b"message", b"n" * 24)
        assert buffer[:size] == peer.encrypt(b"message", b"n" * 24)
        assert own.decrypt_into(buffer, buffer[24:size], b"n" * 24) == 7


@pytest.mark.parametrize("name", SEALERS)
def test_a_failure_writes_nothing(name: str) -> None:
    own = SEALERS[name](quicksalt)
    sealed = bytearray(own.encrypt(b"message"))
    forged = sealed.copy()
    forged[-1] ^= 1
    for size, text in ((0, " 0$"), (6, " 7 .* 6$")):
        buffer = bytearray(b"x" * size)
        with pytest.raises(exceptions.ValueError, match=text):
            own.decrypt_into(buffer, sealed)
        with pytest.raises(exceptions.ValueError, match="buffer"):
            own.encrypt_into(buffer, b"message")
        assert buffer == b"x" * size
    buffer = bytearray(b"x" * 100)
    with pytest.raises(exceptions.CryptoError):
        own.decrypt_into(buffer, forged)
    assert buffer == b"x" * 100


@pytest.mark.parametrize("name", SEALERS)
def test_read_only_outputs_are_rejected(name: str) -> None:
    own = SEALERS[name](quicksalt)
    for wrong, error, text in (
        (b"x" * 100, TypeError, "buffer"),
        (memoryview(b"x" * 100), TypeError, "buffer"),
        ("x" * 100, TypeError, "buffer.* str$"),
        (None, TypeError, "buffer.* NoneType$"),
        (memoryview(bytearray(200))[::2], BufferError, "buffer"),
    ):
        with pytest.raises(error, match=text):
            own.encrypt_into(wrong, b"message")
        with pytest.raises(error, match=text):
            own.decrypt_into(wrong, own.encrypt(b"message"))
