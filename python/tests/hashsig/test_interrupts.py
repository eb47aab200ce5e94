"""An interrupt ends native work that would take hours, and leaves no files."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

DEADLINE = 20
"""Seconds after which a program counts as hung."""

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
    "a level key": ("key = level.LevelKey(bytes(32), 0, 64, 16, 16)", "key.get_pubkey()"),
    "native threads": (
        "key = level.LevelKey(bytes(32), 0, 64, 16, 16); pool = NativeExecutor(1)",
        "key.announce(pool); pool.shutdown()",
    ),
    "signatures without state": (
        "key = slhdsa.SigningKey.generate('SLH-DSA-SHAKE-256s')",
        "[key.sign(b'message') for _ in range(10_000)]",
    ),
}


def ended(*command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, within the deadline."""
    return subprocess.run(
        command, cwd=cwd, check=False, capture_output=True, text=True, timeout=DEADLINE
    )


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


def test_an_exception_in_progress_ends_key_generation(tmp_path: Path) -> None:
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
    run = ended(sys.executable, "-c", program, cwd=tmp_path)
    assert (run.stdout, run.stderr) == ("enough\n", "")
    assert list(tmp_path.iterdir()) == []


CALLING = """
from quicksalt.hashsig import Ahead, SigningKey
from quicksalt.hashsig.exceptions import StateError

class Calling:
    next = 0
    told = None

    def reserve(self, count):
        if self.told is None:
            try:
                {call}
            except StateError as error:
                self.told = str(error)
        self.next += count
        return range(self.next - count, self.next)

    def watermark(self):
        return self.next, 32

store = Calling()
key = SigningKey.create(store, "5/8", ahead=Ahead(reservation=1, background=False))
key.sign(b"message")
print(store.told)
key.close()
"""


@pytest.mark.parametrize(
    "call", ["key.sign(b'm')", "key.sign_many([b'm'])", "key.remaining()", "key.reserve(1)"]
)
def test_a_store_that_calls_its_key_gets_an_error(call: str) -> None:
    run = ended(sys.executable, "-c", CALLING.format(call=call))
    assert run.stderr == ""
    assert "its own store" in run.stdout


def test_a_store_may_close_its_key() -> None:
    program = CALLING.format(call="key.close(); self.told = 'closed'")
    run = ended(sys.executable, "-c", program)
    assert run.stdout.strip() == "closed" or "is closed" in run.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux mounts")
def test_a_file_that_is_mounted_by_itself_says_what_to_mount(tmp_path: Path) -> None:
    script = f"""
mount --bind original key || exit 77
exec "{sys.executable}" -c '
from quicksalt.hashsig import FileStore
from quicksalt.hashsig.exceptions import StateError
with FileStore.open("key") as store:
    for _ in range(2):
        try:
            store.reserve(1)
        except StateError as error:
            print(error)
'
"""
    make = "from quicksalt.hashsig import FileStore; FileStore.create('original', 32).close()"
    subprocess.run([sys.executable, "-c", make], cwd=tmp_path, check=True)
    (tmp_path / "key").touch(mode=0o600)
    run = ended("unshare", "--mount", "sh", "-c", script, cwd=tmp_path)
    if run.returncode == 77 or "unshare" in run.stderr:
        pytest.skip("mount is not permitted")
    said = run.stdout.splitlines()
    assert len(said) == 2, run
    assert all("mount" in line for line in said)
    assert not list(tmp_path.glob("*.new"))
