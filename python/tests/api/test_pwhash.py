"""Compare password hashing with PyNaCl and hashlib."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

import nacl.bindings
import nacl.exceptions
import nacl.hashlib
import nacl.pwhash
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quicksalt.hashlib
from quicksalt import bindings, pwhash
from quicksalt import exceptions as exc
from quicksalt.bindings import crypto_pwhash as ours

SALT = bytes(range(16))
LEAST = 8192
SCRYPT = "crypto_pwhash_scryptsalsa208sha256"

MODULES = [
    (pwhash.argon2id, nacl.pwhash.argon2id),
    (pwhash.argon2i, nacl.pwhash.argon2i),
]


@pytest.mark.parametrize(("mine", "theirs"), MODULES, ids=["argon2id", "argon2i"])
@settings(deadline=None, max_examples=30)
@given(
    size=st.integers(16, 100),
    password=st.binary(max_size=200),
    limits=st.tuples(st.integers(3, 5), st.integers(LEAST, 300_000)),
)
def test_keys_and_strings_match_pynacl(
    mine: Any, theirs: Any, size: int, password: bytes, limits: tuple[int, int]
) -> None:
    key = mine.kdf(size, password, SALT, *limits)
    assert key == theirs.kdf(size, password, SALT, *limits)
    assert theirs.verify(mine.str(password, *limits), password)
    stored = theirs.str(password, *limits)
    assert mine.verify(stored, bytearray(password)) is True
    with pytest.raises(exc.InvalidkeyError):
        mine.verify(stored, password + b"\0")


@settings(deadline=None, max_examples=30)
@given(
    password=st.binary(max_size=100),
    salt=st.binary(max_size=100),
    cost=st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 4)),
    size=st.integers(1, 100),
)
def test_scrypt_matches_hashlib(
    password: bytes, salt: bytes, cost: tuple[int, int, int], size: int
) -> None:
    log_n, r, p = cost
    n = 2 ** min(log_n, 16 * r - 1)
    key = hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, dklen=size)
    assert quicksalt.hashlib.scrypt(password, salt, n, r, p, dklen=size) == key
    # Enough memory to run all lanes in parallel.
    assert quicksalt.hashlib.scrypt(password, salt, n, r, p, 1 << 40, size) == key


@settings(deadline=None, max_examples=10)
@given(password=st.binary(max_size=100), memlimit=st.integers(1 << 12, 1 << 20))
def test_strings_of_scrypt_match_pynacl(password: bytes, memlimit: int) -> None:
    stored = pwhash.scrypt.str(password, 32768, memlimit)
    assert nacl.pwhash.scrypt.verify(stored, password)
    stored = nacl.pwhash.scrypt.str(password, 32768, memlimit)
    assert pwhash.verify(stored, memoryview(password)) is True
    with pytest.raises(exc.InvalidkeyError):
        pwhash.verify(stored, password + b"1")


@given(st.integers(0, 1 << 64 - 1), st.integers(0, 1 << 64 - 1))
def test_parameters_of_scrypt_match_pynacl(opslimit: int, memlimit: int) -> None:
    picked = bindings.nacl_bindings_pick_scrypt_params(opslimit, memlimit)
    assert picked == nacl.bindings.nacl_bindings_pick_scrypt_params(opslimit, memlimit)


REFUSED: list[tuple[str, tuple[Any, ...]]] = [
    ("crypto_pwhash_alg", (15, b"p", SALT, 3, LEAST, 2)),
    ("crypto_pwhash_alg", (1 << 32, b"p", SALT, 3, LEAST, 2)),
    ("crypto_pwhash_alg", (-1, b"p", SALT, 3, LEAST, 2)),
    ("crypto_pwhash_alg", (32, b"p", SALT[1:], 3, LEAST, 2)),
    ("crypto_pwhash_alg", (15, b"p", SALT[1:], 0, 0, 9)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 0, LEAST, 2)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 2, LEAST, 1)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 1 << 32, LEAST, 2)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 0, LEAST - 1, 2)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 3, 1 << 200, 2)),
    ("crypto_pwhash_alg", (32, b"p", SALT, -(1 << 200), LEAST, 1)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 3, LEAST, 0)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 3, LEAST, 1 << 200)),
    ("crypto_pwhash_alg", ("32", b"p", SALT, 3, LEAST, 2)),
    ("crypto_pwhash_alg", (32, "p", SALT, 3, LEAST, 2)),
    ("crypto_pwhash_alg", (32, b"p", SALT, 3.0, LEAST, 2)),
    ("crypto_pwhash_str_alg", (b"p", 0, LEAST, 2)),
    ("crypto_pwhash_str_alg", (b"p", 3, 0, 1)),
    ("crypto_pwhash_str_alg", (b"p", 3, LEAST, 3)),
    ("crypto_pwhash_str_alg", ("p", 3, LEAST, 2)),
    ("crypto_pwhash_str_alg", (b"p", None, LEAST, 2)),
    ("crypto_pwhash_str_verify", (b"x" * 128, b"p")),
    ("crypto_pwhash_str_verify", (b"x" * 127, b"p")),
    ("crypto_pwhash_str_verify", (b"\xff", b"p")),
    ("crypto_pwhash_str_verify", ("$argon2id$", b"p")),
    ("crypto_pwhash_str_verify", (b"$argon2id$", "p")),
    (f"{SCRYPT}_ll", (b"p", b"s", 3, 8, 1)),
    (f"{SCRYPT}_ll", (b"p", b"s", 1, 8, 1)),
    (f"{SCRYPT}_ll", (b"p", b"s", 0, 8, 1)),
    (f"{SCRYPT}_ll", (b"p", b"s", -8, 8, 1)),
    (f"{SCRYPT}_ll", (b"p", b"s", 16, 0, 1)),
    (f"{SCRYPT}_ll", (b"p", b"s", 16, 8, 0)),
    (f"{SCRYPT}_ll", (b"p", b"s", 16, 8, 1 << 30)),
    (f"{SCRYPT}_ll", (b"p", b"s", 16, 1 << 200, 1)),
    (f"{SCRYPT}_ll", (b"p", b"s", 1 << 15, 8, 1)),
    (f"{SCRYPT}_ll", (b"p", b"s", 16, 8, 1, 64, 1000)),
    (f"{SCRYPT}_ll", (b"p", b"s", 16.0, 8, 1)),
    (f"{SCRYPT}_ll", ("p", b"s", 16, 8, 1)),
    (f"{SCRYPT}_str_verify", (b"$7$", b"p")),
    (f"{SCRYPT}_str_verify", (b"$7$" + b"." * 98, b"p")),
]


@pytest.mark.parametrize(("name", "arguments"), REFUSED)
def test_errors_match_pynacl(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises((nacl.exceptions.CryptoError, TypeError)) as theirs:
        getattr(nacl.bindings, name)(*arguments)
    with pytest.raises(Exception) as mine:  # noqa: PT011 - the class is compared below
        getattr(bindings, name)(*arguments)
    kinds = [{base.__name__ for base in error.type.__mro__} for error in (mine, theirs)]
    assert kinds[1] <= kinds[0]
    if str(theirs.value):
        assert str(mine.value) == str(theirs.value)
    else:
        assert str(mine.value), "the exception needs a message"


@pytest.mark.parametrize(
    "change",
    [
        (b"v=19", b"v=16"),
        (b"m=8,", b"m=08,"),
        (b"m=8,", b"m=7,"),
        (b"t=3", b"t=4294967296"),
        (b"p=1", b"p=2"),
        (b"19$m", b"19\0$m"),
        (b"$AAECAw", b"$AAECAw="),
    ],
)
def test_noncanonical_password_hashes_are_rejected(
    change: tuple[bytes, bytes],
) -> None:
    stored = b"$argon2id$v=19$m=8,t=3,p=1$AAECAwQFBgcICQoLDA0ODw$"
    stored += b"AAECAwQFBgcICQoLDA0ODwABAgMEBQYHCAkKCwwNDg8"
    assert stored.replace(*change) != stored
    with pytest.raises(exc.InvalidkeyError):
        pwhash.verify(stored.replace(*change), b"p")
    with pytest.raises(exc.CryptPrefixError):
        pwhash.verify(b"$2b$12$", b"p")


def test_parameter_limits_can_be_checked_separately() -> None:
    assert ours._check_argon2_limits_alg(3, LEAST, 1) is None
    with pytest.raises(exc.ValueError, match="opslimit"):
        ours._check_argon2_limits_alg(2, LEAST, 1)
    assert ours._check_memory_occupation(2, 1, 1) is None
    with pytest.raises(exc.ValueError, match="p\\*r"):
        ours._check_memory_occupation(2, 1 << 15, 1 << 15)
    assert ours.crypto_pwhash_argon2i_str_verify is bindings.crypto_pwhash_str_verify


NO_MEMORY: list[Callable[[], object]] = [
    lambda: pwhash.argon2id.kdf(32, b"p", SALT, 1, pwhash.argon2id.MEMLIMIT_MAX),
    lambda: pwhash.argon2i.str(b"p", 3, pwhash.argon2i.MEMLIMIT_MAX),
    lambda: pwhash.verify(
        b"$argon2id$v=19$m=4294967295,t=4294967295,p=4$AAECAwQFBgcICQoLDA0ODw$" + b"A" * 22, b"p"
    ),
    lambda: quicksalt.hashlib.scrypt(b"p", b"s", 1 << 40, 8, 1, 1 << 60),
    lambda: pwhash.scrypt.kdf(32, b"p", bytes(32), 1 << 40, 1 << 46),
]


@pytest.mark.parametrize("call", NO_MEMORY)
def test_excessive_memory_raises_memory_error(call: Callable[[], object]) -> None:
    with pytest.raises(MemoryError):
        call()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends signals differently")
@pytest.mark.parametrize(
    "call",
    [
        lambda: pwhash.argon2id.kdf(32, b"p", SALT, (1 << 32) - 1, 8 << 20),
        lambda: pwhash.argon2i.str(b"p", (1 << 32) - 1, 8 << 20),
        lambda: quicksalt.hashlib.scrypt(b"p", b"s", 1 << 10, 8, 1 << 16, 1 << 31),
    ],
)
def test_an_interrupt_ends_what_would_take_hours(call: Callable[[], object]) -> None:
    # The timer thread can run only if this thread releases the GIL.
    send = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    send.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    send.join()
