"""Run the command as a separate process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import sleep
from typing import NamedTuple

DEADLINE = 20
"""Seconds after which a process counts as hung. No test needs less."""

# The command announces over a file descriptor that it has started; the time before that is Python's
# own startup, which the command cannot control.
PROGRAM = """
import os, sys

class Announcing:
    def find_spec(self, name, path=None, target=None):
        if name == "quicksalt._native":
            os.close(int(sys.argv.pop(1)))
            sys.meta_path.remove(self)

sys.meta_path.insert(0, Announcing())
from quicksalt.__main__ import main
main()
"""


class Ended(NamedTuple):
    """A process that has ended."""

    code: int
    out: str
    err: str


class Interrupted(NamedTuple):
    """A process that was interrupted, or that ended before the interrupt."""

    ended: Ended
    """True if the process ended before the interrupt, with its own exit code."""
    was_over: bool


def interrupted(
    arguments: Sequence[object],
    folder: Path,
    after: float,
    *,
    ready: Callable[[], bool] = lambda: True,
) -> Interrupted:
    """Run the command in `folder`; interrupt it `after` seconds after its start.

    Wait until `ready` is true before the interrupt.
    """
    reading, writing = os.pipe()
    argv = [sys.executable, "-c", PROGRAM, str(writing), *map(str, arguments)]
    process = subprocess.Popen(
        argv,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=[writing],
        # As at a terminal, all programs that the command starts are in the command's session.
        start_new_session=True,
    )
    os.close(writing)
    with os.fdopen(reading) as announced:
        announced.read()
    while not ready() and process.poll() is None:
        sleep(0.001)
    sleep(after)
    was_over = process.poll() is not None
    if not was_over:
        process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=DEADLINE)
    finally:
        process.kill()
    return Interrupted(Ended(process.returncode, out, err), was_over)
