"""An interrupted `quicksalt grow` leaves neither running programs nor partial files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from ..conftest import Said
from .conftest import need

DEADLINE = 60

WORK = """
import os, sys
folder, n, where, new = sys.argv[1:]
if where == "native" or "GODEBUG" in os.environ:
    for _ in range(2):
        if os.fork() == 0:
            if new == "session":
                os.setsid()
            break
    open(f"{folder}/ready{os.getpid()}", "w").close()
    while True:
        pass
"""
"""Three processes that never end; with `new` "session", two of them in their own sessions. They
loop natively if `where` is "native", otherwise only under valgrind, whose environment sets
GODEBUG."""

ENDS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}


def marked(mark: str) -> list[str]:
    """List the first words of the running processes with this argument."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if mark.encode() in words and state not in "ZX" and int(path.name) != os.getpid():
            found.append(words[0].decode())
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize("new", ["fork", "session"])
@pytest.mark.parametrize("where", ["valgrind", "native"])
@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
def test_an_interrupted_run_leaves_nothing(
    number: signal.Signals, where: str, new: str, tmp_path: Path, said: Said
) -> None:
    need("valgrind")
    mark = str(tmp_path)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = [sys.executable, "-m", "quicksalt", "grow", "--json", "report.json"]
    command += ["--auto"] * (where == "native")
    command += ["--", sys.executable, "-S", "-c", WORK, mark, "{n}", where, new]
    out, err = tmp_path / "out", tmp_path / "err"
    with out.open("wb") as first, err.open("wb") as second:
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=first,
            stderr=second,
            env={**os.environ, "TMPDIR": str(temporary)},
            start_new_session=True,
        )
    try:
        end = monotonic() + DEADLINE
        while len(list(tmp_path.glob("ready*"))) < 3:
            assert process.poll() is None
            assert monotonic() < end
            sleep(0.02)
        process.send_signal(number)
        assert process.wait(DEADLINE) == ENDS[number]
        while marked(mark) and monotonic() < end:
            sleep(0.02)
        assert marked(mark) == []
    finally:
        process.kill()
        process.wait()
    assert out.read_text() == ""
    assert not (tmp_path / "report.json").exists()
    if number == signal.SIGKILL:
        assert err.read_text() == ""
    else:
        said(err.read_text(), number.name)
        assert list(temporary.iterdir()) == []
