"""Run programs natively and under valgrind's tools, always in the same small environment.

The environment and the stack layout influence which instructions a program executes. Only the
variables named here are passed on from the user's environment.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO

from quicksalt_lab import children
from quicksalt_lab.printable import printable_lines
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.valgrind import callgrind, leash, perf_map, timed_run
from quicksalt_lab.valgrind import peak as peak_script
from quicksalt_lab.valgrind.counts import Counts, together

INSTALL = "apt install valgrind"

PASSED_ON = (
    "HOME",
    "LD_LIBRARY_PATH",
    "PATH",
    "PYTHONHOME",
    "PYTHONPATH",
    "TMPDIR",
    "USER",
    "VIRTUAL_ENV",
)
SYMBOLS = ("DEBUGINFOD_URLS", "DEBUGINFOD_CACHE_PATH", "DEBUGINFOD_TIMEOUT", "XDG_CACHE_HOME")
"""Variables with which valgrind downloads the symbols of stripped programs."""

FIXED = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    # Resolve dynamic symbols at startup, not during the first call.
    "LD_BIND_NOW": "1",
    # Otherwise the order of Python's sets, and therefore the count, differs between runs.
    "PYTHONHASHSEED": "0",
}

COUNTED = {
    # Valgrind counts a string instruction once per byte; so copies of any length use vectors, as
    # they do natively up to these thresholds.
    "GLIBC_TUNABLES": ":".join(
        f"glibc.cpu.x86_{name}={most:#x}"
        for name, most in (
            ("rep_movsb_threshold", 0x7FFF_FFFF_FFFF_FFFF),
            ("rep_stosb_threshold", 0x7FFF_FFFF_FFFF_FFFF),
            ("non_temporal_threshold", 0x0FFF_FFFF_FFFF_FFFF),
        )
    ),
    # Go's runtime preempts goroutines with signals, which callgrind does not support, and moves
    # them to other threads, where callgrind attributes them to the previous code.
    "GODEBUG": "asyncpreemptoff=1",
    "GOMAXPROCS": "1",
    "GOGC": "off",
    # Python writes a map of its functions.
    "PYTHONPERFSUPPORT": "1",
}
"""Variables that are set only under valgrind."""

MAPS = Path("/tmp")
"""The folder of interpreters' function maps, independent of TMPDIR."""

FORKS = ("fork", "__fork", "__libc_fork")
"""Names of `fork` in C libraries."""

OK = (0,)
"""Exit codes of a successful command."""

ASSERTION = re.compile(r"Assertion '.*' failed|the 'impossible' happened")

TAIL = 5
"""Number of lines shown of a failed program's error output."""


class MissingToolError(LabError):
    """An external tool is not installed; the message says how to install it."""


class CommandError(LabError):
    """The command under test failed."""


@dataclass(frozen=True)
class Native:
    """Runs without valgrind."""

    wall_s: tuple[float, ...]
    cpu_s: tuple[float, ...]
    kernel_s: tuple[float, ...]
    """Kernel time within the processor time."""
    peak_kib: int
    """Peak of resident memory; never below the peak of the process that starts the program."""

    @property
    def median_s(self) -> float:
        """Median of the wall times."""
        return median(self.wall_s)


def require() -> str:
    """Return valgrind's path. Raises MissingToolError."""
    path = shutil.which("valgrind")
    if path is None:
        raise MissingToolError(f"valgrind is not installed: {INSTALL}")
    return path


def found(command: Sequence[str]) -> list[str]:
    """Return a command with the Python interpreter itself instead of a wrapper script.

    Wrapper scripts such as pyenv's need variables that the small environment lacks, and their own
    work must not be counted.
    """
    program, *rest = command
    path = shutil.which(program)
    if path is None or not perf_map.PYTHON.match(program.rpartition("/")[2]):
        return list(command)
    with Path(path).open("rb") as file:
        if file.read(2) != b"#!":
            return list(command)
    outcome = children.run([path, "-c", "import sys; print(sys.executable)"])
    return [outcome.stdout.strip() or program, *rest]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the small environment in which every program runs."""
    return {**_passed(PASSED_ON), **FIXED, **(extra or {})}


def _passed(names: Iterable[str]) -> dict[str, str]:
    return {name: os.environ[name] for name in names if name in os.environ}


def native(  # noqa: PLR0913
    command: Sequence[str],
    *,
    repeats: int = 5,
    budget_s: float = 3,
    most_s: int = 0,
    env: Mapping[str, str] | None = None,
    ok_exits: Collection[int] = OK,
) -> Native:
    """Run a command natively, up to `repeats` times or until the budget is spent.

    A run of more than `most_s` seconds of processor time is killed; 0 means no limit.
    """
    reading, writing = os.pipe()
    with (
        os.fdopen(reading, encoding="utf-8") as lines,
        tempfile.TemporaryFile() as errors,
        Path(os.devnull).open("wb") as unread,
    ):
        argv = [sys.executable, "-I", "-S", timed_run.__file__, str(writing), str(repeats)]
        argv += [str(budget_s), str(most_s), ",".join(map(str, ok_exits))]
        with children.started(
            [*_leash(unread.fileno()), *argv, *command],
            stderr=errors,
            env=environment(env),
            pass_fds=[writing, unread.fileno()],
            leashed=True,
        ) as process:
            os.close(writing)
            rows = [[int(word) for word in line.split()] for line in lines]
            children.ended(process)
        error = _tail(errors)
    if process.returncode or not rows:
        raise CommandError(f"cannot run {command[0]}: {error.splitlines()[-1] if error else ''}")
    if most_s and rows[-1][0] == -signal.SIGXCPU:
        raise CommandError(f"{command[0]} takes more than {most_s} s of processor time")
    if (code := rows[-1][0]) not in ok_exits:
        raise CommandError(_failure(command, code, error))
    wall, cpu, kernel = (tuple(row[column] / 1e9 for row in rows) for column in (1, 2, 3))
    return Native(wall, cpu, kernel, max(row[4] for row in rows))


def _leash(fd: int) -> list[str]:
    """Return a prefix that makes a command and its descendants never outlive this process."""
    return [sys.executable, "-I", "-S", leash.__file__, str(fd)]


def peak(command: Sequence[str], *, env: Mapping[str, str] | None = None) -> int | None:
    """Run a command and return its peak of resident memory in KiB; None if unknown."""
    if sys.platform != "linux":
        return None
    reading, writing = os.pipe()
    with (
        os.fdopen(reading) as told,
        children.started(
            [sys.executable, "-I", "-S", peak_script.__file__, str(writing), *command],
            env=environment(env),
            pass_fds=[writing],
        ) as process,
    ):
        os.close(writing)
        said = told.readline().strip()
        children.ended(process)
    return int(said) if said else None


def count(
    command: Sequence[str],
    folder: Path,
    *,
    addresses: bool = False,
    env: Mapping[str, str] | None = None,
    ok_exits: Collection[int] = OK,
) -> Counts:
    """Run a command under callgrind; write callgrind's files to the folder.

    Child processes are counted too. Raises CommandError, CallgrindError and MissingToolError.
    """
    options = ["-q", "--separate-threads=no", "--combine-dumps=yes", *perf_map.OPTIONS]
    # A forked child inherits its parent's counts, so the parent dumps them before the fork.
    options += [f"--dump-before={name}" for name in FORKS]
    options.append(f"--callgrind-out-file={escaped(folder / 'callgrind.out.%p')}")
    options.append(f"--log-file={escaped(folder / 'callgrind.log.%p')}")
    if addresses:
        options.append("--dump-instr=yes")
    # The folder may contain files of an earlier run.
    old = set(folder.glob("callgrind.out.*"))
    old_maps = set(MAPS.glob("perf-*.map"))
    pid = run("callgrind", options, perf_map.told(command), folder, env=env, ok_exits=ok_exits)
    first = folder / f"callgrind.out.{pid}"
    others = sorted(set(folder.glob("callgrind.out.*")) - old - {first})
    if not first.exists():
        raise CommandError(f"{command[0]}: callgrind wrote no profile, see {folder}")
    for path in (first, *others):
        _take_map(path.suffix.removeprefix("."), folder, old_maps)
    return together(callgrind.read(path) for path in (first, *others))


def _take_map(pid: str, folder: Path, old: Collection[Path]) -> None:
    """Move the map that a process wrote, if any, to the folder of callgrind's files.

    An older map belongs to another process with the same id.
    """
    path = MAPS / f"perf-{pid}.map"
    if path not in old and path.is_file() and path.stat().st_uid == os.getuid():
        shutil.move(path, folder / path.name)


def run(  # noqa: PLR0913
    name: str,
    options: Sequence[str],
    command: Sequence[str],
    folder: Path,
    *,
    env: Mapping[str, str] | None = None,
    ok_exits: Collection[int] = OK,
) -> int:
    """Run a command and its child processes under a valgrind tool; return its process id.

    Raises CommandError if the command fails, with the log in the folder, if there is one.
    """
    # No gdb server, because a killed program would leave its pipes.
    argv = [require(), f"--tool={name}", "--vgdb=no", "--trace-children=yes", *options]
    reading, writing = os.pipe()
    with os.fdopen(reading) as told, tempfile.TemporaryFile() as errors:
        with children.started(
            [*_leash(writing), *argv, "--", *command],
            stderr=errors,
            env=environment({**_passed(SYMBOLS), **COUNTED, **(env or {})}),
            pass_fds=[writing],
            leashed=True,
        ) as process:
            os.close(writing)
            pid = int(told.readline() or 0)
            children.ended(process)
        text = _tail(errors)
    if process.returncode not in ok_exits:
        log = folder / f"{name}.log.{pid}"
        said = log.read_text(errors="replace") if log.exists() else ""
        if process.returncode == -signal.SIGILL:
            said += "unsupported instruction: was the program built for this processor?\n"
        raise CommandError(f"under {name}: " + _failure(command, process.returncode, said + text))
    return pid


def escaped(path: Path) -> str:
    """Escape a path for valgrind, which replaces `%p` in file names by the process id."""
    folder = str(path.absolute().parent).replace("%", "%%")
    return f"{folder}/{path.name}"


def _tail(file: IO[bytes]) -> str:
    file.seek(0)
    lines = file.read().decode(errors="replace").splitlines()
    # If valgrind itself fails, the reason appears far above its last lines.
    reasons = [line for line in lines[:-TAIL] if ASSERTION.search(line)]
    return "\n".join([*reasons[:1], *lines[-TAIL:]])


def _failure(command: Sequence[str], code: int, said: str) -> str:
    how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"exited with {code}"
    lines = "\n  ".join(printable_lines(said)[-TAIL - 1 :])
    return f"{command[0]} {how}" + (f"\n  {lines}" if lines else "")
