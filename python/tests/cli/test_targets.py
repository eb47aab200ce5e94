"""Commands never overwrite one of their input files, under any path."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import certifi
import pytest
from click.testing import Result

from tests import command

FORCED = (
    ("decrypt -f -i id -o {} hidden.age", ("id", "hidden.age")),
    ("decrypt -f --passphrase-file word -o {} sealed.age", ("word", "sealed.age")),
    ("decrypt -f --openssl --passphrase-file word -o {} plain.enc", ("word", "plain.enc")),
    ("encrypt -f -i id -o {} plain", ("id", "plain")),
    ("encrypt -f -R team -o {} plain", ("team", "plain")),
    ("encrypt -f --passphrase-file word -o {} plain", ("word", "plain")),
    ("encrypt -f --openssl --passphrase-file word -o {} plain", ("word", "plain")),
    (
        "hashsig sign -f --no-passphrase -o {} hash plain",
        ("hash", "hash.pub", "hash.cache", "plain"),
    ),
    ("hashsig sign -f --passphrase-file word -o {} locked plain", ("locked", "word", "plain")),
    ("hashsig info hash --no-passphrase --json {}", ("hash",)),
    ("hashsig verify hash.pub plain --json {}", ("hash.pub", "plain")),
    ("trust list bundle.pem --json {}", ("bundle.pem",)),
)
"""Commands, with their input files."""

SPELLINGS: dict[str, Callable[[Path], object]] = {
    "{}": lambda _: None,
    "./{}": lambda _: None,
    "sub/../{}": lambda _: None,
    "hard": lambda path: os.link(path, path.with_name("hard")),
    "soft": lambda path: path.with_name("soft").symlink_to(path.name),
}


def run(line: str, code: int | tuple[int, ...] = 0) -> Result:
    return command.run(*line.split(), code=code)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a folder with files of all kinds."""
    folder = tmp_path_factory.mktemp("targets")
    here = Path.cwd()
    os.chdir(folder)
    try:
        Path("sub").mkdir()
        Path("plain").write_text("attack at dawn\n")
        Path("word").write_text("correct horse\n")
        run("keygen -o id")
        recipient = run("keygen --recipients id").output.strip()
        Path("team").write_text(f"{recipient}\n")
        run("encrypt -i id -o hidden.age plain")
        run("encrypt --passphrase-file word -o sealed.age plain")
        run("encrypt --openssl --passphrase-file word -o plain.enc plain")
        run("hashsig keygen --params 5/4 --no-passphrase hash")
        run("hashsig keygen --params 5/4 --passphrase-file word locked")
        run("hashsig sign --no-passphrase hash plain")
        Path("bundle.pem").write_bytes(Path(certifi.where()).read_bytes())
    finally:
        os.chdir(here)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("number", range(len(FORCED)))
def test_an_input_file_cannot_be_the_output(
    number: int, spelling: str, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made)
    line, needed = FORCED[number]
    for name in needed:
        SPELLINGS[spelling](Path(name).absolute())
        before = contents(made)
        run(line.format(spelling.format(name)), code=(2, 4))
        assert contents(made) == before, f"{line} {name}"
        for link in ("hard", "soft"):
            Path(link).unlink(missing_ok=True)


def test_a_signature_file_cannot_be_signed_over(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made)
    before = contents(made)
    assert "same file" in run("hashsig sign -f --no-passphrase hash plain plain.sig", code=2).output
    assert contents(made) == before


def test_files_named_like_those_of_a_key_survive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("release.new", "release.cache", "release.pub"):
        run(f"hashsig keygen --params 5/4 --no-passphrase --public {name}.of {name}")
    before = contents(tmp_path)
    Path("m").write_text("m")
    # The default file of the public key already exists, so the command creates nothing.
    run("hashsig keygen --params 5/4 --no-passphrase release", code=4)
    run("hashsig keygen --params 5/4 --no-passphrase --public other.pub release")
    run("hashsig sign --no-passphrase release m")
    after = contents(tmp_path)
    assert {name: after[name] for name in before} == before
    for name in ("release.new", "release.cache", "release.pub"):
        run(f"hashsig sign -f --no-passphrase {name} m")


@pytest.mark.skipif(os.name == "nt", reason="needs Unix file modes")
def test_partial_files_are_private_to_their_owner(made: Path, tmp_path: Path) -> None:
    recipient = (made / "team").read_text().strip()
    argv = [sys.executable, "-m", "quicksalt", "encrypt", "-r", recipient, "-o", tmp_path / "big"]
    subprocess.run(argv, input=bytes(1 << 24), check=True)
    argv = [sys.executable, "-m", "quicksalt", "decrypt", "-i", made / "id", "-o", tmp_path / "out"]
    old = os.umask(0o022)
    try:
        child = subprocess.Popen(argv, stdin=subprocess.PIPE)
    finally:
        os.umask(old)
    assert child.stdin
    content = (tmp_path / "big").read_bytes()
    child.stdin.write(content[: 1 << 23])
    child.stdin.flush()
    deadline = time.monotonic() + 20
    while not (parts := list(tmp_path.glob(".out.*"))) and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdin.close()
    (part,) = parts
    assert stat.S_IMODE(part.stat().st_mode) == 0o600
    part.unlink()
    subprocess.run(argv, input=content, check=True, preexec_fn=lambda: os.umask(0o022))
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o644
