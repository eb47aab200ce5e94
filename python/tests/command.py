"""Run the command: Python subcommands in this process, all others as a separate process.

`QUICKSALT_PROGRAM` selects another program under test, such as the native one; then tests of
Python-only subcommands are skipped.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from click.testing import Result

PROGRAM = shlex.split(os.environ.get("QUICKSALT_PROGRAM", "")) or [
    sys.executable,
    "-m",
    "quicksalt",
]
"""The words that start the program."""

DEADLINE = 60


class Ended(NamedTuple):
    """The result of a finished process."""

    exit_code: int
    output: str
    """Standard output followed by standard error."""
    stdout: str
    stderr: str


def run(*words: object, code: int | tuple[int, ...] = 0, typed: str | bytes = "") -> Result | Ended:
    """Run the command; check that its exit code is `code`, or one of `code`."""
    result = called(list(map(str, words)), typed)
    assert result.exit_code in (code if isinstance(code, tuple) else (code,)), result.output
    return result


def called(words: list[str], typed: str | bytes = "") -> Result | Ended:
    """Run the command."""
    if words and "QUICKSALT_PROGRAM" not in os.environ and words[0] in in_python():
        from click.testing import CliRunner

        from quicksalt.cli import main

        return CliRunner().invoke(main, words, input=typed, catch_exceptions=False)
    return process(words, typed)


def in_python() -> set[str]:
    """Return the commands that run in this process; empty without quicksalt-lab."""
    try:
        from quicksalt.cli.group import SECTIONS
    except ModuleNotFoundError:
        return set()
    return {name for section in SECTIONS.values() for name in section}


def process(words: Sequence[object], typed: str | bytes = "", *, keep: Sequence[int] = ()) -> Ended:
    """Run the program without a terminal; it inherits the file descriptors in `keep`."""
    ended = subprocess.run(
        [*PROGRAM, *map(str, words)],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        check=False,
        pass_fds=keep,
        start_new_session=True,
        timeout=DEADLINE,
    )
    out, err = (text.decode(errors="surrogateescape") for text in (ended.stdout, ended.stderr))
    return Ended(ended.returncode, out + err, out, err)
