"""The command as a process: interrupts, closed pipes, closed streams."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quicksalt_lab.ruler import schema

from .processes import DEADLINE, interrupted


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command."""
    argv = [sys.executable, "-m", "quicksalt", *arguments]
    return subprocess.run(argv, check=False, timeout=DEADLINE, **options)  # type: ignore[call-overload, no-any-return]


def shell(line: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a shell line in which `quicksalt` is the command."""
    text = f'quicksalt() {{ "{sys.executable}" -m quicksalt "$@"; }}\n{line}'
    return subprocess.run(
        ["bash", "-c", text],
        check=False,
        timeout=DEADLINE,
        cwd=folder,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("after", [0, 0.02, 0.05, 0.1, 0.2, 0.4])
def test_an_interrupted_command_prints_only_what_it_saved(after: float, tmp_path: Path) -> None:
    interrupt = interrupted(["race", "--json", "race.json"], tmp_path, after)
    assert not interrupt.was_over
    assert interrupt.ended.code == 130
    # A fast machine may already have results: they are saved, marked as partial, and reported.
    kept = [*tmp_path.iterdir()]
    for file in kept:
        assert file.name == "race.json"
        assert schema.load_file(file).partial
    assert ("partial results" in interrupt.ended.err) == bool(kept)
    assert len(interrupt.ended.err.splitlines()) == len(kept)


def test_an_interrupt_at_a_prompt_is_not_an_answer(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "quicksalt", "hashsig", "keygen", "key"]
    with subprocess.Popen(
        argv,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        asked = process.stderr.read(len("Passphrase: "))
        assert asked == b"Passphrase: "
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=DEADLINE)
    assert process.returncode == 130
    assert err.strip() == b""


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    ended = shell('trap "" INT; (sleep 0.3; kill -INT $$) & quicksalt doctor', tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    line = f'trap "" INT; "{sys.executable}" -m quicksalt lab dispatch --rounds 3 & ' + (
        "sleep 0.5; kill -INT $!; wait $!; echo $?"
    )
    assert shell(line, tmp_path).stdout.splitlines()[-1] != "130"


def test_a_finaliser_does_not_swallow_an_interrupt() -> None:
    program = """
import os, signal
from quicksalt.cli import process
from quicksalt.cli.doctor import doctor

class Final:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000): pass

def finalising(**_):
    Final()
    while True: pass

doctor.callback = finalising
process.run()
"""
    argv = [sys.executable, "-c", program, "doctor"]
    ended = subprocess.run(argv, check=False, capture_output=True, timeout=DEADLINE)
    assert (ended.returncode, ended.stderr) == (130, b"")


@pytest.mark.parametrize(
    "line",
    [
        "quicksalt doctor",
        "quicksalt doctor --json -",
        "quicksalt --help",
        "quicksalt --version",
        "quicksalt trust list --json -",
        "quicksalt hashsig sign --no-such-option 2>&1",
    ],
)
def test_output_without_a_reader(line: str) -> None:
    """The pipe lacks a reader from the start, so every write fails."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing) as closed:
        ended = subprocess.run(
            ["bash", "-c", line.replace("quicksalt", f'"{sys.executable}" -m quicksalt', 1)],
            check=False,
            timeout=DEADLINE,
            stdout=closed,
            stderr=subprocess.PIPE,
        )
    said = b"" if "--json" not in line else ended.stderr
    assert ended.stderr == said
    assert b"Broken pipe" not in said
    assert b"Traceback" not in said
    assert ended.returncode in {0, 141}


def test_a_pipe_closed_in_the_middle(tmp_path: Path) -> None:
    for line in ("quicksalt doctor | head -1", "quicksalt doctor --json - 2>/dev/null | head -c 1"):
        ended = shell(f"set -o pipefail; {line}", tmp_path)
        assert ended.returncode in {0, 141}
        assert ended.stderr == ""
        assert ended.stdout


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_streams_may_be_closed(closed: str, tmp_path: Path) -> None:
    for arguments, code in (("doctor", 0), ("doctor --json out.json", 0), ("no-such-command", 2)):
        ended = shell(f"quicksalt {arguments} {closed}", tmp_path)
        assert ended.returncode == code, (arguments, ended)
        assert "Traceback" not in ended.stderr
    assert (tmp_path / "out.json").read_text().startswith("{")


def test_terminal_only_output_is_not_written_to_a_file(tmp_path: Path) -> None:
    line = "quicksalt hashsig keygen --params 5/8 --no-passphrase key >&- && quicksalt hashsig info"
    ended = shell(f"{line} key", tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ": 32\n" in ended.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("w") as full:
        ended = run("doctor", stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == 4
    assert ended.stderr.startswith(b"Error: ")
    assert ended.stderr.endswith(b": No space left on device\n")


def test_an_input_that_ends_at_a_question_is_a_usage_error(tmp_path: Path) -> None:
    ended = shell("quicksalt hashsig keygen key </dev/null", tmp_path)
    assert ended.returncode == 2
    assert list(tmp_path.iterdir()) == []
