"""Competitors in separate processes, in any language, that measure with their own clock.

`docs/children.md` specifies the protocol: one line per request, one line per answer. If a child
does not answer correctly (it exits, hangs, prints other text, or reports an impossible time), a
`ChildError` names the child, the request and the last line of standard error.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import IO

from quicksalt_lab import children
from quicksalt_lab.printable import printable
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.clock import PROCESS_CPU, THREAD, WALL
from quicksalt_lab.ruler.measure import Competitor, LabError, OwnClock

PROTOCOL = "quicksalt-child/1"

TIMEOUT_S = 60.0
"""Default timeout for an answer."""

LAST_WORDS_S = 1.0
"""Time for a child to exit after it closes its output or is requested to exit."""

LONGEST_LINE = 1 << 26
"""Maximum length of an answer in bytes: an output of 32 MiB."""

SLACK_NS = 20_000_000
"""A clock with ticks of 15.6 ms may be ahead of the ruler's clock by one tick."""

CLOCKS = (THREAD.name, PROCESS_CPU, WALL.name)

SHOWN = 120
"""Maximum number of characters of a wrong answer quoted in an error."""


class ChildError(LabError):
    """A child violated the protocol."""


class Child:
    """A running child after the hello exchange. Use it from one thread, one request at a time."""

    def __init__(
        self, name: str, process: subprocess.Popen[bytes], stderr: IO[bytes], timeout_s: float
    ) -> None:
        """Wrap a process started with pipes; its standard error goes to a file."""
        if process.stdin is None or process.stdout is None:
            raise ValueError("the child process needs pipes for input and output")
        self.name = name
        self.clock = ""
        """The child's clock, one of `CLOCKS`."""
        self.version = ""
        """The child's description of itself."""
        self._process = process
        self._stderr = stderr
        self._timeout_s = timeout_s
        self._requests = process.stdin.fileno()
        self._answers = process.stdout.fileno()
        self._unread = b""
        self._task: tuple[str, ...] | None = ()
        """The current task; None if unknown because the child rejected the last task."""
        self._last_ns = 0
        for pipe in (self._requests, self._answers):
            os.set_blocking(pipe, False)
        self._hello()

    def task(self, *words: str) -> None:
        """Set the child's task. Raises ChildError if the child rejects it."""
        self._task = None
        self._ask("task", *words)
        self._task = words

    def run(self, iterations: int) -> int:
        """Run a batch; return its nanoseconds by the child's clock."""
        start = time.monotonic_ns()
        answer = self._ask("run", str(iterations))
        passed = time.monotonic_ns() - start
        if not re.fullmatch(r"[0-9]{1,18}", answer):
            raise self._unexpected("run", answer, "ok NANOSECONDS")
        self._last_ns = int(answer)
        # The threads of a process accumulate CPU time in parallel.
        threads = (os.cpu_count() or 1) if self.clock == PROCESS_CPU else 1
        if self._last_ns > passed * threads * 1.1 + SLACK_NS:
            reported, real = units.time(self._last_ns), units.time(passed)
            raise self._error("run", f"reports {reported} on its clock for an answer after {real}")
        return self._last_ns

    def output(self) -> bytes:
        """Return the output of the last iteration."""
        answer = self._ask("output")
        if not re.fullmatch(r"(?:[0-9A-Fa-f]{2})*", answer):
            raise self._unexpected("output", answer, "ok HEXADECIMAL")
        return bytes.fromhex(answer)

    def competitor(self, *task: str, judge: Callable[[bytes], bytes] | None = None) -> Competitor:
        """Return a competitor for a task, or for the child's default work.

        The ruler compares the child's output, or the result of `judge` on it if outputs of equal
        work may differ.
        """

        def run(iterations: int) -> None:
            if self._task != task:
                self.task(*task)
            self.run(iterations)

        def output() -> bytes:
            found = self.output()
            return found if judge is None else judge(found)

        own_clock = OwnClock(self.clock, lambda: self._last_ns, self._process.pid)
        return Competitor(self.name, run, output, note=self.version, own_clock=own_clock)

    def end(self) -> None:
        """Request the child to exit and wait a second; `start` kills it if it still runs."""
        with suppress(ChildError, subprocess.TimeoutExpired):
            self._send(b"end\n", "end", time.monotonic() + LAST_WORDS_S)
            if self._process.stdin is not None:
                self._process.stdin.close()
            children.ended(self._process, LAST_WORDS_S)

    def _hello(self) -> None:
        answer = self._ask("hello", PROTOCOL)
        protocol, _, rest = answer.partition(" ")
        clock, _, version = rest.partition(" ")
        if protocol != PROTOCOL or not clock:
            raise self._unexpected("hello", answer, f"ok {PROTOCOL} CLOCK VERSION")
        if clock not in CLOCKS:
            known = ", ".join(CLOCKS)
            raise self._error("hello", f"holds the clock {clock!r}: expected one of {known}")
        self.clock, self.version = clock, printable(version)

    def _ask(self, verb: str, *words: str) -> str:
        """Send a request and return the text after `ok` in its answer."""
        request = " ".join((verb, *words))
        if not request.isprintable() or not request.isascii():
            raise ValueError(f"a request is one line of ASCII, not {request!r}")
        if said := self._unread or self._read(verb, 0):
            raise self._error(verb, f"sent output before a request: {shown(said)}")
        deadline = time.monotonic() + self._timeout_s
        self._send(request.encode() + b"\n", verb, deadline)
        line = self._line(verb, deadline)
        state, _, rest = line.decode(errors="replace").partition(" ")
        if state == "error":
            raise self._error(verb, f"answers with an error: {printable(rest)}")
        if state != "ok":
            raise self._error(verb, f"answers {shown(line)}: expected ok or error")
        return rest

    def _send(self, request: bytes, verb: str, deadline: float) -> None:
        while request:
            if not _ready(self._requests, select.POLLOUT, _left(deadline)):
                raise self._error(verb, f"does not read it within {self._timeout_s:g} s")
            try:
                request = request[os.write(self._requests, request) :]
            except BrokenPipeError:
                raise self._gone(verb, "closes its input") from None

    def _line(self, verb: str, deadline: float) -> bytes:
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_LINE:
                raise self._error(verb, f"answers more than {LONGEST_LINE} bytes without an end")
            more = self._read(verb, _left(deadline))
            if not more:
                raise self._error(verb, f"does not answer within {self._timeout_s:g} s")
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        return line.removesuffix(b"\r")

    def _read(self, verb: str, timeout_s: float) -> bytes:
        """Read available bytes; empty after a timeout."""
        if not _ready(self._answers, select.POLLIN, timeout_s):
            return b""
        found = os.read(self._answers, 1 << 16)
        if not found:
            raise self._gone(verb, "closes its output")
        return found

    def _gone(self, verb: str, what: str) -> ChildError:
        try:
            code = children.ended(self._process, LAST_WORDS_S)
        except subprocess.TimeoutExpired:
            return self._error(verb, what)
        ending = f"is ended by signal {-code}" if code < 0 else f"ends with code {code}"
        return self._error(verb, ending)

    def _unexpected(self, verb: str, answer: str, expected: str) -> ChildError:
        said = shown(f"ok {answer}".encode())
        return self._error(verb, f"answers {said}: expected {expected}")

    def _error(self, verb: str, what: str) -> ChildError:
        self._stderr.seek(0)
        lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        last = f" (its last error: {printable(lines[-1])})" if lines else ""
        return ChildError(f"{self.name}, request {verb}: {what}{last}")


@contextmanager
def start(
    name: str,
    argv: Sequence[str],
    *,
    timeout_s: float = TIMEOUT_S,
    env: Mapping[str, str] | None = None,
) -> Iterator[Child]:
    """Start a child that ends no later than the block. Raises ChildError."""
    if not hasattr(os, "killpg"):
        raise ChildError(f"{name}: children need Unix, where poll() supports pipes")
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        stderr = stack.enter_context(tempfile.TemporaryFile())
        starting = children.started(argv, stdin=pipe, stdout=pipe, stderr=stderr, env=env)
        try:
            process = stack.enter_context(starting)
        except OSError as error:
            reason = error.strerror or str(error)
            raise ChildError(f"{name} does not start: {argv[0]}: {reason}") from None
        child = Child(name, process, stderr, timeout_s)
        yield child
        child.end()


def shown(said: bytes) -> str:
    """Quote the beginning of a child's output."""
    text = said.decode(errors="backslashreplace").rstrip("\r\n")
    return repr(text[:SHOWN]) + ("..." if len(text) > SHOWN else "")


def _ready(pipe: int, event: int, timeout_s: float) -> bool:
    """Wait until a pipe is readable or writable, or its other end is closed."""
    poll = select.poll()
    poll.register(pipe, event)
    return bool(poll.poll(1000 * timeout_s))


def _left(deadline: float) -> float:
    return max(0.0, deadline - time.monotonic())
