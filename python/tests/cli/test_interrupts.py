"""Interrupted subcommands leave neither partial results nor running programs."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from quicksalt.hashsig import HssPublicKey, SigningKey
from quicksalt_lab import children
from quicksalt_lab.ruler.clock import other_cpus

from .processes import DEADLINE, interrupted

SECRET = ["--passphrase-file", "word"]
ACCOUNT = ["--account", "alice", "--role", "release", "--account-passphrase-file", "word"]


@pytest.mark.parametrize("after", [0.1, 0.3, 0.6, 1.2])
@pytest.mark.parametrize("arguments", [["--params", "25/8", "--no-passphrase"], SECRET, ACCOUNT])
def test_key_generation_is_atomic(arguments: list[str], after: float, tmp_path: Path) -> None:
    (tmp_path / "word").write_text("correct horse\n")
    if "--params" not in arguments:
        arguments = [*arguments, "--params", "5/8,5/8"]
    if "--passphrase-file" not in arguments:
        arguments = [*arguments, "--no-passphrase"]
    command = ["hashsig", "keygen", *dict.fromkeys(arguments), "key"]
    ended, was_over = interrupted(command, tmp_path, after)
    left = {path.name for path in tmp_path.iterdir()} - {"word"}
    if was_over or ended.code == 0:
        assert ended.code == 0, ended.err
        assert left == {"key", "key.cache", "key.pub"}
    else:
        assert ended.code == 130
        # The interrupt may arrive after all files are written.
        assert left in (set(), {"key", "key.cache", "key.pub"})
        assert left or ended.err == ""


@pytest.mark.parametrize("name", ["key", "key.cache", "key.pub"])
def test_an_interrupt_after_a_key_is_made_waits_for_its_public_key(
    name: str, tmp_path: Path
) -> None:
    arguments = ["hashsig", "keygen", "--params", "5/8", "--no-passphrase", "key"]
    ended, was_over = interrupted(arguments, tmp_path, 0.0, ready=(tmp_path / name).exists)
    assert ended.code == (0 if was_over else ended.code)
    assert ended.code in {0, 130}
    public = HssPublicKey((tmp_path / "key.pub").read_bytes())
    with SigningKey.open(tmp_path / "key") as key:
        assert bytes(key.public_key) == bytes(public)


@pytest.mark.parametrize("after", [0.02 * step for step in range(12)])
def test_signatures_are_whole(after: float, tmp_path: Path) -> None:
    script = [sys.executable, "-m", "quicksalt", "hashsig"]
    make = [*script, "keygen", "--params", "5/8", "--no-passphrase", "key"]
    subprocess.run(make, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    for number in range(8):
        (tmp_path / f"file{number}").write_text(str(number))
    files = [f"file{number}" for number in range(8)]
    ended, was_over = interrupted(["hashsig", "sign", "key", *files], tmp_path, after)
    assert ended.code == (0 if was_over else ended.code)
    assert ended.code in {0, 130}
    signed = [file for file in files if (tmp_path / f"{file}.sig").exists()]
    if signed:
        verify = [*script, "verify", "key.pub", *signed]
        subprocess.run(verify, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    assert not list(tmp_path.glob("*.new"))
    subprocess.run([*script, "info", "key"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)


def gone(pid: int) -> bool:
    """Return whether a process has ended, possibly as a zombie."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def all_gone(pids: list[int]) -> bool:
    """Wait until all processes have ended."""
    end = monotonic() + DEADLINE
    while not all(map(gone, pids)):
        if monotonic() > end:
            return False
        sleep(0.01)
    return True


SLEEPER = "sleep 1000 & echo $$ $! >> pids; wait"


def pids(folder: Path) -> list[int]:
    """Return the process IDs that the programs wrote."""
    file = folder / "pids"
    return [int(word) for word in file.read_text().split()] if file.exists() else []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_programs_end_with_what_they_were_started_for(tmp_path: Path) -> None:
    program = f"""
from quicksalt_lab import children
try:
    children.run(["sh", "-c", {SLEEPER!r}])
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        while not pids(tmp_path):
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=DEADLINE) == (b"interrupted\n", b"")
    assert all_gone(pids(tmp_path))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_an_interrupt_while_a_program_starts_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start = subprocess.Popen

    def interrupted_start(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
        process = start(*arguments, **options)  # type: ignore[call-overload]
        while not pids(tmp_path):
            sleep(0.01)
        signal.raise_signal(signal.SIGINT)
        return process  # type: ignore[no-any-return]

    monkeypatch.setattr(subprocess, "Popen", interrupted_start)
    with pytest.raises(KeyboardInterrupt):
        children.run(["sh", "-c", SLEEPER])
    assert all_gone(pids(tmp_path))


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
@pytest.mark.parametrize("command", ["profile", "grow"])
def test_programs_under_valgrind_end_too(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"grep -q valgrind /proc/$$/maps || exit 0; {SLEEPER}; : {{n}}"
    options = {"profile": [], "grow": ["--sizes", "8,16,32"]}[command]
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    argv = [command, *options, "--", "sh", "-c", line]
    ended, _ = interrupted(argv, tmp_path, 0.1, ready=lambda: bool(pids(tmp_path)))
    said = {"profile": "", "grow": "interrupted: no report written\n"}[command]
    assert (ended.code, ended.err) == (130, said)
    assert list(temporary.iterdir()) == []
    assert all_gone(pids(tmp_path))


def of_this_record(record: Path) -> list[Path]:
    """Return the /proc folders of the running processes that use the record."""
    mark = f"QUICKSALT_RECORD={record}".encode()

    def follows(folder: Path) -> bool:
        try:
            return mark in (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            return False

    return [folder for folder in Path("/proc").glob("[0-9]*") if follows(folder)]


def names(folders: list[Path]) -> str:
    """Return the command lines of processes that may have ended."""
    lines = [folder / "cmdline" for folder in folders]
    return " ".join(line.read_text() for line in lines if line.exists())


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")
@pytest.mark.parametrize("command", [["tune"], ["lab", "regret"], ["race"]])
@pytest.mark.parametrize("module", ["quicksalt.lab.epochs", "quicksalt.lab.neighbour"])
def test_an_interrupted_measurement_leaves_the_record_and_no_process(
    command: list[str], module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "record"
    record.write_text("as it was")
    monkeypatch.setenv("QUICKSALT_RECORD", str(record))
    if module.endswith("neighbour") and not other_cpus():
        pytest.skip("needs two CPUs")
    # Enough rounds not to finish early; the quiet epoch of the second case is short.
    rounds = [] if module.endswith("epochs") else ["--batch-ms", "0.1"]
    words = [*command, "x25519.base", *rounds, "--json", "out.json"]
    ended, was_over = interrupted(
        words, tmp_path, 0.05, ready=lambda: module in names(of_this_record(record))
    )
    if was_over:
        pytest.skip("the measurement was faster than the test")
    assert ended.code == 130
    assert record.read_text() == "as it was"
    # Completed measurements are saved, and the report is marked as partial.
    kept, said = tmp_path / "out.json", ""
    if kept.exists():
        report = json.loads(kept.read_text())
        assert report["partial"] is True
        count = len(report["groups"])
        groups = f"{count} group{'s' * (count > 1)}"
        said = f"Interrupted: {groups} measured; out.json has the partial results.\n"
    assert ended.err == said
    end = monotonic() + DEADLINE
    while left := of_this_record(record):
        assert monotonic() < end, names(left)
        sleep(0.01)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_children_end_with_their_race(tmp_path: Path) -> None:
    line = f"read hello; echo ok quicksalt-child/1 wall x; {SLEEPER}"
    child = f"x=sh -c {shlex.quote(line)}"
    words = ["lab", "children", child, "--json", "report.json"]
    ended, _ = interrupted(words, tmp_path, 0.1, ready=lambda: bool(pids(tmp_path)))
    assert (ended.code, ended.err) == (130, "")
    assert not (tmp_path / "report.json").exists()
    assert all_gone(pids(tmp_path))
