"""Transcripts: the full output of commands, in one file per command.

In a transcript, a line such as `[2] quicksalt race rot13` is a command with its exit code; its
output follows. Run with QUICKSALT_GOLDEN=write after adding commands or changing texts.
"""

from __future__ import annotations

import functools
import gc
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from quicksalt import _native
from quicksalt.cli import main
from tests import golden
from tests.command import in_python
from tests.files.programs import program
from tests.trust.authority import chain_files

LMS_CHILD = Path(__file__).parents[1] / "lab/lms_child.py"
TRANSCRIPTS = {path.stem: path for path in Path(__file__).parent.glob("transcripts/*.txt")}
COMMAND = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
"""The expected exit code, and the shell line."""

USAGE = re.compile(r"Usage: .*\nTry .*\n\n")
CLICKS_OWN = re.compile(
    r"^(Error: (?:Invalid value for '[^']*': )?)(?:Missing argument|No such option"
    r"|.* (?:not in the range|not a valid|not one of|not exist\.$|a directory\.$)).*",
    re.MULTILINE,
)
"""Errors worded by click, which may change with its version."""

CASES = [
    (name, number)
    for name, path in sorted(TRANSCRIPTS.items())
    for number in range(len(COMMAND.findall(path.read_text("utf-8"))))
]


class Played(NamedTuple):
    """A transcript's command and its outcome."""

    expected: int
    line: str
    code: int
    said: str


def shell(line: str) -> tuple[int, str]:
    """Run a shell line in which `quicksalt` is the command."""
    text = f'quicksalt() {{ "{sys.executable}" -m quicksalt "$@"; }}\nset -o pipefail\n{line}'
    ended = subprocess.run(
        ["bash", "-c", text],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    return ended.returncode, ended.stdout


def here(words: list[str]) -> tuple[int, str]:
    """Run the command in this process."""
    # Exception frames reference the key file, which a separate process would have closed.
    gc.collect()
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    return result.exit_code, result.output


@functools.cache
def played(name: str, folder: Path) -> list[Played]:
    """Run the commands of a transcript in its own folder."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("COLUMNS", "200")
        patch.setenv("QUICKSALT_RECORD", "record")
        patch.setenv("OURS", "{cpu} {build}".format(**_native.machine()))
        patch.setenv("LMS_CHILD", f"{sys.executable} {LMS_CHILD}")
        # Commands that run as processes start in that folder.
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        for expected, line in COMMAND.findall(TRANSCRIPTS[name].read_text("utf-8")):
            first, *words = shlex.split(line)
            is_plain = first == "quicksalt" and not re.search("[|<>&]", line)
            is_here = is_plain and words[0] in in_python()
            code, said = here(words) if is_here else shell(line)
            said = CLICKS_OWN.sub(r"\1(in click's words)", USAGE.sub("", said))
            said = re.sub(r" +$", "", said, flags=re.MULTILINE).replace(str(folder), "HERE")
            found.append(Played(int(expected), line, code, said))
    return found


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Create a folder for each transcript; the folder of `trust` contains certificates."""
    made = {name: tmp_path_factory.mktemp(name).resolve() for name in TRANSCRIPTS}
    chain_files(made["trust"])
    return made


def transcript(name: str, folders: dict[str, Path]) -> list[Played]:
    """Run a transcript once, or skip it if the machine lacks a tool."""
    if name == "emacs":
        program("emacs")
    return played(name, folders[name])


@pytest.mark.parametrize(("name", "number"), CASES)
def test_exit_codes(name: str, number: int, folders: dict[str, Path]) -> None:
    one = transcript(name, folders)[number]
    assert one.code == one.expected, (one.line, one.said)
    assert "Traceback" not in one.said


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_texts(name: str, folders: dict[str, Path]) -> None:
    told = [f"[{one.expected}] {one.line}\n{one.said}" for one in transcript(name, folders)]
    golden.check(TRANSCRIPTS[name], "".join(told))
