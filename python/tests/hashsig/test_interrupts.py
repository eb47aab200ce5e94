"""Native work that would take hours ends when an interrupt arrives, and leaves nothing behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

DEADLINE = 20
"""Seconds after which a program is taken to hang."""

PROGRAM = """
import os
from quicksalt import hashsig
from quicksalt.hashsig import Ahead, HssPublicKey, SigningKey, recovery, slhdsa
from quicksalt.hashsig.coinzdense import level
from quicksalt.hashsig.native import NativeExecutor

QUIET = Ahead(background=False)
{prepare}
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
print(sorted(os.listdir()))
"""

SMALL = "SigningKey.create('key', '5/8,5/8', ahead=QUIET)"
LARGE = "SigningKey.create('key', '5/8,25/8', ahead=QUIET)"

WORK = {
    "key generation": ("", "SigningKey.create('key', '25/8', ahead=QUIET)"),
    "key generation with progress": (
        "",
        "SigningKey.create('key', '25/8', ahead=QUIET, progress=lambda done: None)",
    ),
    "a passphrase": ("", "recovery.seed_from_credentials('a', 'r', 'p', passes=10**8)"),
    "a lower tree": (f"key = {LARGE}", "key.sign(b'message')"),
    "trees ahead": (f"key = {LARGE}", "key.prepare()"),
    "steps": (f"key = {LARGE}", "key.step(1e9)"),
    "the search for a key": (
        "",
        "recovery.recover('a', 'r', 'p', published=bytes(HssPublicKey(bytes.fromhex("
        "'000000010000000900000004' + 48 * '00'))), memory_kib=8, passes=1)",
    ),
    "many verifications": (
        f"key = {SMALL}; signature = key.sign(b'm'); key.close(); many = 400_000",
        "key.public_key.verify_many(many * [b'm'], many * [signature])",
    ),
    "a level key": (
        "key = level.LevelKey(bytes(32), 0, 64, 16, 16)",
        "key.get_pubkey()",
    ),
    "native threads": (
        "key = level.LevelKey(bytes(32), 0, 64, 16, 16); pool = NativeExecutor(1)",
        "key.announce(pool); pool.shutdown()",
    ),
    "signatures without state": (
        "key = slhdsa.SigningKey.generate('SLH-DSA-SHAKE-256s')",
        "[key.sign(b'message') for _ in range(10_000)]",
    ),
}


@pytest.mark.parametrize("name", WORK)
def test_an_interrupt_ends_it(name: str, tmp_path: Path) -> None:
    prepare, work = WORK[name]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(prepare=prepare, work=work)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n", program.communicate()[1]
        sleep(0.3)
        before = sorted(path.name for path in tmp_path.iterdir())
        program.send_signal(signal.SIGINT)
        try:
            out, err = program.communicate(timeout=DEADLINE)
        finally:
            program.kill()
    assert out.splitlines() == ["interrupted", str(before)]
    assert err == ""
    assert "key" not in before or "create('key'" in prepare


def test_what_progress_raises_ends_key_generation(tmp_path: Path) -> None:
    program = """
from quicksalt.hashsig import SigningKey

def stop(done):
    assert 0 <= done < 1
    raise LookupError("enough")

try:
    SigningKey.create("key", "25/8", progress=stop)
except LookupError as error:
    print(error)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        timeout=DEADLINE,
    )
    assert (ended.stdout, ended.stderr) == (b"enough\n", b"")
    assert list(tmp_path.iterdir()) == []
