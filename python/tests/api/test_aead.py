"""Compare the classes of `quicksalt.aead` with cryptography and PyNaCl; test their errors."""

from __future__ import annotations

import pickle

import nacl.bindings
import pytest
from cryptography.hazmat.primitives.ciphers import aead as peers
from hypothesis import given, settings
from hypothesis import strategies as st

from quicksalt import aead, exceptions, secret

CLASSES: list[type[secret.Aead]] = [getattr(aead, name) for name in aead.__all__]
each = pytest.mark.parametrize("kind", CLASSES)


def made(kind: type[secret.Aead]) -> secret.Aead:
    return kind(bytes(range(kind.KEY_SIZE)))


@each
@given(st.binary(max_size=300), st.binary(max_size=40))
@settings(max_examples=40)
def test_encrypted_messages_decrypt(kind: type[secret.Aead], message: bytes, aad: bytes) -> None:
    box = made(kind)
    sealed = box.encrypt(message, aad)
    assert sealed.nonce == sealed[: kind.NONCE_SIZE]
    assert len(sealed) == kind.NONCE_SIZE + len(message) + kind.MACBYTES
    assert box.decrypt(sealed, aad) == message
    assert box.decrypt(sealed.ciphertext, aad, sealed.nonce) == message
    with pytest.raises(exceptions.CryptoError):
        box.decrypt(sealed, aad + b"x")


@given(st.binary(max_size=2000), st.binary(max_size=40), st.binary(min_size=12, max_size=12))
@settings(max_examples=60)
def test_chacha20poly1305_matches_cryptography(m: bytes, aad: bytes, nonce: bytes) -> None:
    box = made(aead.ChaCha20Poly1305)
    peer = peers.ChaCha20Poly1305(bytes(box))
    sealed = box.encrypt(m, aad, nonce).ciphertext
    assert sealed == peer.encrypt(nonce, m, aad)
    assert peer.decrypt(nonce, sealed, aad) == m
    assert box.decrypt(peer.encrypt(nonce, m, aad), aad, nonce) == m


@given(st.binary(max_size=2000), st.binary(max_size=40), st.binary(min_size=12, max_size=12))
@settings(max_examples=60)
def test_aes_gcm_matches_cryptography(m: bytes, aad: bytes, nonce: bytes) -> None:
    for kind in (aead.Aes128Gcm, aead.Aes256Gcm):
        box = made(kind)
        peer = peers.AESGCM(bytes(box))
        sealed = box.encrypt(m, aad, nonce).ciphertext
        assert sealed == peer.encrypt(nonce, m, aad)
        assert box.decrypt(sealed, aad, nonce) == peer.decrypt(nonce, sealed, aad) == m


# PyNaCl supports AES-GCM only on some processors; the tests above use cryptography.
@pytest.mark.parametrize("kind", [kind for kind in CLASSES if not kind.__name__.endswith("Gcm")])
def test_each_matches_pynacl(kind: type[secret.Aead]) -> None:
    suffix = "_ietf" if kind.__name__.endswith("Poly1305") else ""
    seal = getattr(nacl.bindings, f"crypto_aead_{kind.__name__.lower()}{suffix}_encrypt")
    box, nonce = made(kind), bytes(kind.NONCE_SIZE)
    for length in [*range(140), 1000, 16_384, 16_385]:
        message = bytes(length)
        sealed = seal(message, b"d", nonce, bytes(box))
        assert box.encrypt(message, b"d", nonce).ciphertext == sealed


@each
def test_buffers_of_the_callers(kind: type[secret.Aead]) -> None:
    box = made(kind)
    buffer = bytearray(100)
    buffer[:10] = b"0123456789"
    count = box.encrypt_into(buffer, memoryview(buffer)[:10], b"aad")
    assert count == kind.NONCE_SIZE + 10 + kind.MACBYTES
    assert box.decrypt(buffer[:count], b"aad") == b"0123456789"
    assert box.decrypt_into(buffer, memoryview(buffer)[:count], b"aad") == 10
    assert buffer[:10] == b"0123456789"
    with pytest.raises(exceptions.ValueError):
        box.encrypt_into(bytearray(count - 1), b"0123456789")


@each
def test_refusals(kind: type[secret.Aead]) -> None:
    box = made(kind)
    assert str(bytes(box)) not in repr(box)
    assert "key not shown" in repr(box)
    with pytest.raises(TypeError):
        pickle.dumps(box)
    with pytest.raises(exceptions.ValueError, match=str(kind.KEY_SIZE)):
        kind(bytes(kind.KEY_SIZE - 1))
    with pytest.raises(exceptions.ValueError, match="nonce"):
        box.encrypt(b"m", b"", bytes(kind.NONCE_SIZE + 1))
    sealed = bytearray(box.encrypt(b"message"))
    for at in range(len(sealed)):
        sealed[at] ^= 1
        with pytest.raises(exceptions.CryptoError):
            box.decrypt(bytes(sealed))
        sealed[at] ^= 1
