"""Child programs that end, with their own children, no later than the task that started them.

An interrupt kills them immediately, without waiting.
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
"""Exit codes as of timeout(1) and the shell."""
PAUSE_S = 0.005
"""Interval for polling whether a program has exited."""
MOMENT_S = 2.0
"""Time that a leashed program gets to end its children."""


class Outcome(NamedTuple):
    """The exit code and output of a program."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def complaint(self) -> str:
        """The last line of standard error."""
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
    """Start a program in its own process group; it ends no later than the block.

    `subprocess` leaves a program running after a timeout, and waits for a quarter of a second after
    an interrupt. A `leashed` program ends its children in other groups when it receives SIGTERM,
    and gets `MOMENT_S` for that.
    """
    process = None
    try:
        # A deferred interrupt is raised at the end of this block, when the program already runs.
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
    """Kill a program and its process group, close its pipes and wait for its exit."""
    # The group may contain children of the program. Windows has no process groups.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            # Buffered input can no longer be delivered.
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
    """Run a program on some input until it exits. Raises OSError, TimeoutExpired."""
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
    """Run an optional program: a failure to start or a timeout is an outcome, not an error."""
    try:
        return run(argv, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Outcome(NOT_ENDED, "", f"{argv[0]} has not ended after {timeout:g} s")
    except OSError as error:
        return Outcome(NOT_STARTED, "", f"{argv[0]} does not start: {error.strerror}")
