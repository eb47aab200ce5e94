"""The stream cipher against libsodium."""

from hypothesis import given
from hypothesis import strategies as st
from libnacl import crypto_stream as peer_stream

from quicksalt.bindings import crypto_stream, crypto_stream_xor

KEYS = st.binary(min_size=32, max_size=32)
NONCES = st.binary(min_size=24, max_size=24)


@given(st.integers(min_value=0, max_value=3000), NONCES, KEYS)
def test_keystream_is_that_of_libsodium(length: int, nonce: bytes, key: bytes) -> None:
    stream = crypto_stream(length, nonce, key)
    assert stream == peer_stream(length, nonce, key)
    assert crypto_stream_xor(stream, nonce, key) == bytes(length)
