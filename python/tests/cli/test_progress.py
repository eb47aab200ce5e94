"""Progress bars: shown only on a terminal, and removed after an interrupt."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from quicksalt.hashsig import SigningKey
from quicksalt_lab.cli import terminal
from tests import golden
from tests.command import PROGRAM

from .processes import DEADLINE

PARAMS = "SHAKE256/192:10/8"
"""A tree that takes longer to compute than the delay before a bar appears."""

NO_CURSOR, CURSOR = "\x1b[?25l", "\x1b[?25h"


class Terminal:
    """A command with a terminal as its error output."""

    def __init__(self, words: str, folder: Path) -> None:
        """Start the command."""
        self._terminal, theirs = os.openpty()
        environment = {**os.environ, "TERM": "xterm"}
        self.process = subprocess.Popen(
            [*PROGRAM, "hashsig", *words.split()],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
            start_new_session=True,
        )
        os.close(theirs)

    def shown(self) -> Iterator[str]:
        """Yield the terminal output until the command ends."""
        while True:
            try:
                text = os.read(self._terminal, 1 << 16)
            except OSError:
                # EIO: no process has the terminal open any more.
                os.close(self._terminal)
                return
            yield text.decode()

    def ended(self) -> tuple[int, str]:
        """Return exit code and output."""
        out, _ = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create a key with a tree that must be recomputed, and a file."""
    SigningKey.create(tmp_path / "key", PARAMS).close()
    (tmp_path / "key.cache").unlink()
    (tmp_path / "f").write_bytes(b"attack at dawn")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("sign key f", "signing"),
        ("sign key f --json -", "signing"),
        ("info key --json -", "opening"),
        (f"keygen --no-passphrase --params {PARAMS} new --json -", "generating"),
    ],
)
def test_a_bar_is_shown_on_a_terminal(words: str, what: str, folder: Path) -> None:
    terminal = Terminal(words, folder)
    shown = "".join(terminal.shown())
    code, out = terminal.ended()
    assert code == 0, shown
    assert f"{what} " in shown
    assert "%" in shown
    assert shown.rindex(CURSOR) > shown.rindex(NO_CURSOR)
    if "--json" in words:
        assert json.loads(out)
    else:
        assert out == "f.sig\n"


def test_no_bar_is_shown_without_a_terminal(folder: Path) -> None:
    argv = [*PROGRAM, "hashsig", "sign", "key", "f"]
    ended = subprocess.run(argv, cwd=folder, check=False, capture_output=True, timeout=DEADLINE)
    assert (ended.returncode, ended.stdout) == (0, b"f.sig\n")
    assert ended.stderr.startswith(b"1023 ")
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize("silence", [0.0, 3600.0])
def test_a_measurement_reports_progress_without_a_terminal(
    silence: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "SILENCE_S", silence)
    assert list(terminal.progress("racing", "abc", 3)) == ["a", "b", "c"]
    assert terminal.steps("profiling", 3, lambda done: [done(step) for step in "abc"]) == [None] * 3
    told = capsys.readouterr()
    counts = [f"{what}: {done} of 3" for what in ("racing", "profiling") for done in (1, 2)]
    assert told.out == ""
    assert re.findall(r"\w+: \d of \d", told.err) == ([] if silence else counts)
    if not silence:
        golden.check(Path(__file__).with_name("progress.txt"), told.err)


def test_an_interrupt_removes_the_progress_bar(tmp_path: Path) -> None:
    terminal = Terminal("keygen --no-passphrase --params 25/8 key", tmp_path)
    shown = ""
    for text in terminal.shown():
        if "generating" in text and "generating" not in shown:
            terminal.process.send_signal(signal.SIGINT)
        shown += text
    assert terminal.ended() == (130, "")
    assert "Traceback" not in shown
    assert shown.rindex(CURSOR) > shown.rindex(NO_CURSOR)
    assert list(tmp_path.iterdir()) == []
