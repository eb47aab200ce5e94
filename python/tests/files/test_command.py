"""`quicksalt encrypt`, `decrypt` and `keygen`, exchanging files with the real age."""

from __future__ import annotations

import json
import os
import resource
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

from quicksalt import age
from tests.command import PROGRAM, process, run

from .programs import run as outside
from .programs import written

PLAIN = b"attack at dawn\n" * 10_000


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.txt"
    run("keygen", "-o", path)
    return path


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    return written(tmp_path / "plain", PLAIN)


def recipient(key: Path) -> str:
    return run("keygen", "-y", key).output.strip()


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_keygen_makes_what_age_reads(key: Path) -> None:
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert outside("age-keygen", "-y", key).decode().strip() == recipient(key)
    assert "already exists" in run("keygen", "-o", key, code=4).output
    assert "AGE-SECRET-KEY-1" in run("keygen").output
    run("keygen", "-y", code=2)


def test_files_both_ways(key: Path, plain: Path, tmp_path: Path) -> None:
    sealed, report = tmp_path / "plain.age", tmp_path / "report"
    run("encrypt", "-r", recipient(key), plain, "--json", report)
    assert json.loads(report.read_text()) == {
        "output": str(sealed),
        "recipients": [recipient(key)],
    }
    assert outside("age", "-d", "-i", key, sealed) == PLAIN
    assert "--force" in run("decrypt", "-i", key, sealed, code=4).output
    plain.write_bytes(b"old")
    run("decrypt", "-f", "-i", key, sealed)
    assert plain.read_bytes() == PLAIN
    written(sealed, outside("age", "-a", "-r", recipient(key), given=PLAIN))
    run("decrypt", "-f", "-i", key, sealed)
    assert plain.read_bytes() == PLAIN
    assert not [name for name in names(tmp_path) if name.startswith(".")]


def test_pipes(key: Path, tmp_path: Path) -> None:
    recipients = written(tmp_path / "team", f"# us\n\n{recipient(key)}\n")
    command = [*PROGRAM, "encrypt", "-R", str(recipients)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sealing:
        command = [*PROGRAM, "decrypt", "-i", str(key)]
        with subprocess.Popen(command, stdin=sealing.stdout, stdout=subprocess.PIPE) as opening:
            assert sealing.stdin
            sealing.stdin.write(PLAIN)
            sealing.stdin.close()
            assert opening.stdout
            assert opening.stdout.read() == PLAIN
    assert (sealing.returncode, opening.returncode) == (0, 0)


def test_passphrases_never_come_as_arguments(plain: Path, tmp_path: Path) -> None:
    word = written(tmp_path / "word", "correct horse\nignored\n")
    run("encrypt", "--passphrase-file", word, plain)
    sealed = tmp_path / "plain.age"
    read, write = os.pipe()
    os.write(write, b"correct horse\nrest")
    os.close(write)
    words = ["decrypt", "--passphrase-fd", read, "-o", tmp_path / "out", sealed]
    assert process(words, keep=[read]).exit_code == 0
    assert (tmp_path / "out").read_bytes() == PLAIN
    assert os.read(read, 10) == b"rest"
    os.close(read)
    wrong = written(tmp_path / "wrong", "battery staple\n")
    result = run("decrypt", "--passphrase-file", wrong, "-o", tmp_path / "other", sealed, code=1)
    assert "passphrase" in result.output
    assert (
        "work factor 18"
        in run(
            "decrypt", "--work-factor-max", 17, "--passphrase-file", word, "-f", sealed, code=4
        ).output
    )
    assert "other" not in names(tmp_path)


def test_a_forgery_leaves_no_file(key: Path, plain: Path, tmp_path: Path) -> None:
    sealed = tmp_path / "plain.age"
    run("encrypt", "-r", recipient(key), plain)
    before = names(tmp_path)
    altered = bytearray(sealed.read_bytes())
    altered[-1] ^= 1
    sealed.write_bytes(altered)
    plain.write_bytes(b"old")
    result = run("decrypt", "-f", "-i", key, sealed, code=1)
    assert "altered" in result.output
    sealed.write_bytes(b"-----BEGIN PGP MESSAGE-----\n")
    assert "PGP" in run("decrypt", "-f", "-i", key, sealed, code=4).output
    assert plain.read_bytes() == b"old"
    assert names(tmp_path) == before
    result = run("encrypt", "-r", key.read_text().splitlines()[-1], plain, code=2)
    assert "secret" in result.output
    assert "AGE-SECRET-KEY-1" not in result.output
    run("encrypt", plain, code=2)
    run("decrypt", "-i", plain, "-f", sealed, code=2)


def test_a_full_disk_preserves_the_old_file(key: Path, plain: Path, tmp_path: Path) -> None:
    sealed = written(tmp_path / "plain.age", b"old")

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    command = [*PROGRAM, "encrypt", "-f", "-r", recipient(key), str(plain)]
    ended = subprocess.run(command, capture_output=True, preexec_fn=limited, check=False, text=True)
    assert (ended.returncode, "large" in ended.stderr) == (4, True), ended.stderr
    assert sealed.read_bytes() == b"old"
    assert names(tmp_path) == {"key.txt", "plain", "plain.age"}
    command = [*PROGRAM, "encrypt", "-f", "-o", "/dev/full", "-r", recipient(key), str(plain)]
    ended = subprocess.run(command, capture_output=True, check=False, text=True)
    assert (ended.returncode, "space" in ended.stderr) == (4, True), ended.stderr
    assert "os error" not in ended.stderr


def test_an_interrupt_leaves_no_files(key: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    out = tmp_path / "out.age"
    command = [*PROGRAM, "encrypt", "-r", recipient(key), "-o", str(out), str(fifo)]
    with subprocess.Popen(command) as process, fifo.open("wb") as feeding:
        feeding.write(bytes(1 << 20))
        feeding.flush()
        deadline = time.monotonic() + 20
        while not any(name.endswith(".part") for name in names(tmp_path)):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    assert names(tmp_path) == {"key.txt", "fifo"}


def test_bytes_are_not_written_to_a_terminal(key: Path, plain: Path) -> None:
    outer, inner = os.openpty()
    try:
        command = [*PROGRAM, "encrypt", "-r", recipient(key), "-o", "-", str(plain)]
        ended = subprocess.run(
            command, stdout=inner, stderr=subprocess.PIPE, check=False, text=True
        )
        assert (ended.returncode, "terminal" in ended.stderr) == (2, True)
        sealed = age.encrypt(b"\x1b[2J", [recipient(key)])
        command = [*PROGRAM, "decrypt", "-i", str(key)]
        opened = subprocess.run(
            command, input=sealed, stdout=inner, stderr=subprocess.PIPE, check=False
        )
        assert (opened.returncode, b"not text" in opened.stderr) == (2, True)
    finally:
        os.close(outer)
        os.close(inner)


def test_an_identity_file_that_is_encrypted(key: Path, plain: Path, tmp_path: Path) -> None:
    locked = tmp_path / "key.age"
    locked.write_bytes(age.encrypt(key.read_bytes(), passphrase="word", work_factor=3))
    run("encrypt", "-i", key, plain, "-o", tmp_path / "sealed")
    command = [*PROGRAM, "decrypt", "-i", str(locked), "-o", "-", str(tmp_path / "sealed")]
    ended = subprocess.run(
        command, input=b"word\n", capture_output=True, start_new_session=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, PLAIN), ended.stderr
