"""Threads, forks and subinterpreters."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from quicksalt import bindings, signing
from quicksalt.exceptions import CryptoError

PUBLIC, SECRET = bindings.crypto_sign_seed_keypair(b"s" * 32)
KEY, NONCE = b"k" * 32, b"n" * 24


def while_it_changes(buffer: bytearray, work: Callable[[], None]) -> None:
    """Run `work` while another thread writes to `buffer`."""
    done = threading.Event()
    started = threading.Event()

    def change() -> None:
        value = 0
        while not done.is_set():
            value = (value + 1) % 256
            buffer[:] = bytes([value]) * len(buffer)
            started.set()

    thread = threading.Thread(target=change)
    thread.start()
    started.wait()
    try:
        work()
    finally:
        done.set()
        thread.join()


@pytest.fixture
def _switching() -> object:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("_switching")
def test_signing_is_safe_while_the_buffer_changes() -> None:
    """Ed25519 reads the message twice, and the message must not change in between."""
    buffer = bytearray(200_000)
    key = signing.SigningKey(b"s" * 32)
    seen = set()

    def sign() -> None:
        for _ in range(30):
            signed = bindings.crypto_sign(buffer, SECRET)
            seen.add(bindings.crypto_sign_open(signed, PUBLIC))
            seen.add(key.verify_key.verify(key.sign(buffer)))

    while_it_changes(buffer, sign)
    assert all(len(message) == len(buffer) for message in seen)
    assert len(seen) > 1, "the buffer never changed: the test is void"


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_that_take_turns_compute_what_one_does(threads: int) -> None:
    """Covers calls that hold the GIL, release it for batches, and always release it."""
    lengths = (0, 1, 300, 1000, 5000, 70_000)
    expected = {n: bindings.crypto_secretbox(bytes(n), NONCE, KEY) for n in lengths}
    start = threading.Barrier(threads)

    def work(first: int) -> int:
        start.wait()
        agreed = 0
        for i in range(first, first + 600):
            n = lengths[i % len(lengths)]
            agreed += bindings.crypto_secretbox(bytes(n), NONCE, KEY) == expected[n]
        return agreed

    with ThreadPoolExecutor(threads) as pool:
        assert list(pool.map(work, range(threads))) == [600] * threads


@pytest.mark.usefixtures("_switching")
def test_opening_is_safe_while_the_buffer_changes() -> None:
    genuine = bindings.crypto_secretbox(bytes(200_000), NONCE, KEY)
    buffer = bytearray(genuine)

    def unseal() -> None:
        for _ in range(30):
            buffer[:] = genuine
            try:
                message = bindings.crypto_secretbox_open(buffer, NONCE, KEY)
            except CryptoError:
                continue
            assert message == bytes(200_000)

    while_it_changes(buffer, unseal)


def test_threads_agree() -> None:
    messages = [bytes([i]) * 50_000 for i in range(32)]
    with ThreadPoolExecutor(4) as pool:
        digests = list(pool.map(bindings.crypto_hash_sha256, messages))
        boxes = list(pool.map(lambda m: bindings.crypto_secretbox(m, NONCE, KEY), messages))
        signed = list(pool.map(lambda m: bindings.crypto_sign(m, SECRET), messages))
    for message, digest, box, whole in zip(messages, digests, boxes, signed, strict=True):
        assert digest == hashlib.sha256(message).digest()
        assert bindings.crypto_secretbox_open(box, NONCE, KEY) == message
        assert bindings.crypto_sign_open(whole, PUBLIC) == message


def run(code: str) -> str:
    """Run code in a new interpreter; return its output."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system lacks fork")
def test_children_forked_from_busy_threads_work_and_draw_other_bytes() -> None:
    """Run in a new interpreter: fork while threads are still settling the choices."""
    shown = run(
        """
import os, threading
from quicksalt import bindings

stop = threading.Event()
def busy():
    while not stop.is_set():
        bindings.crypto_hash_sha512(b"x" * 10_000)
        bindings.crypto_scalarmult_base(bytes(32))
threads = [threading.Thread(target=busy) for _ in range(2)]
for thread in threads:
    thread.start()
drawn = set()
for _ in range(10):
    end, mine = os.pipe()
    child = os.fork()
    if child == 0:
        public, secret = bindings.crypto_sign_keypair()
        bindings.crypto_sign_open(bindings.crypto_sign(b"message", secret), public)
        os.write(mine, bindings.randombytes(32))
        os._exit(0)
    drawn.add(os.read(end, 32))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(end); os.close(mine)
drawn.add(bindings.randombytes(32))
stop.set()
for thread in threads:
    thread.join()
print(len(drawn))
"""
    )
    assert shown == "11"


@pytest.mark.skipif(
    importlib.util.find_spec("_xxsubinterpreters") is None,
    reason="needs _xxsubinterpreters of Python 3.11 and 3.12",
)
def test_another_interpreter_of_the_process_works_too() -> None:
    shown = run(
        """
import quicksalt.bindings
import _xxsubinterpreters as interpreters
code = '''
import quicksalt.bindings
print(quicksalt.bindings.crypto_hash_sha256(b"abc").hex()[:8])
'''
interpreters.run_string(interpreters.create(isolated=False), code)
print(quicksalt.bindings.crypto_hash_sha256(b"abc").hex()[:8])
"""
    )
    assert shown.splitlines() == ["ba7816bf", "ba7816bf"]
