"""Programs that end with the work that they were started for, and with them all that they started.

An interrupt ends them at once: nothing is left behind, and nothing is waited for.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, NamedTuple

from quicksalt_lab.interrupts import Held

NOT_ENDED, NOT_STARTED = 124, 127
"""The exit codes by which timeout(1) and the shell say so."""
PAUSE_S = 0.005
"""How often a program is asked whether it has ended."""
MOMENT_S = 2.0
"""How long one that ends others may take for it."""


class Outcome(NamedTuple):
    """What a program came to."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def complaint(self) -> str:
        """The last line of its error output."""
        return (self.stderr.strip().splitlines() or ["no output"])[-1]


@contextmanager
def started(  # noqa: PLR0913
    argv: Sequence[str],
    *,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.DEVNULL,
    stderr: int | IO[bytes] = subprocess.DEVNULL,
    env: Mapping[str, str] | None = None,
    pass_fds: Collection[int] = (),
    leashed: bool = False,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program, in a process group of its own, that ends no later than the block.

    `subprocess` itself leaves a program running for which it has waited in vain, and waits for a
    quarter of a second after an interrupt. A program that is `leashed` ends what it has started in
    other groups by itself when it gets SIGTERM, and is given a moment for that.
    """
    process = None
    try:
        # An interrupt that waited is raised where this block ends: the program runs already.
        with Held():
            process = subprocess.Popen(
                argv,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                env=env,
                pass_fds=pass_fds,
                process_group=0,
            )
        yield process
    finally:
        if process is not None:
            if leashed and process.poll() is None:
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    ended(process, MOMENT_S)
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with its group, close its pipes and wait for its end."""
    # Its group may hold others that it has started. There is no such group on Windows.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            # What is still in the buffer can no longer be given to it.
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    process.wait()


def ended(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
    """Wait for a program; return its exit code. Raises TimeoutExpired."""
    end = None if timeout is None else time.monotonic() + timeout
    while process.poll() is None:
        if end is not None and time.monotonic() > end:
            raise subprocess.TimeoutExpired(process.args, timeout or 0)
        time.sleep(PAUSE_S)
    return process.returncode


def run(
    argv: Sequence[str],
    *,
    text: str = "",
    timeout: float | None = None,
    env: Mapping[str, str] | None = None,
) -> Outcome:
    """Run a program on some input to its end. Raises OSError, TimeoutExpired."""
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        given, out, err = files
        given.write(text.encode())
        given.seek(0)
        process = stack.enter_context(started(argv, stdin=given, stdout=out, stderr=err, env=env))
        code = ended(process, timeout)
        for file in (out, err):
            file.seek(0)
        said, complained = (file.read().decode(errors="replace") for file in (out, err))
        return Outcome(code, said, complained)


def tried(argv: Sequence[str], *, timeout: float) -> Outcome:
    """Run a program that work can do without: that it does not start or end is an outcome too."""
    try:
        return run(argv, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Outcome(NOT_ENDED, "", f"{argv[0]} has not ended after {timeout:g} s")
    except OSError as error:
        return Outcome(NOT_STARTED, "", f"{argv[0]} does not start: {error.strerror}")
