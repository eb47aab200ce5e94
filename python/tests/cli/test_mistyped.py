"""Mistyped commands: each documented command, called in the obvious wrong ways.

The exit code is 2, and the error names what is wrong in one or two lines, kept in `mistyped.txt`.
With QUICKSALT_GOLDEN=write, that file is written anew.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from quicksalt_lab.cli.exits import Exit
from tests import golden
from tests.cli.test_transcripts import CLICKS_OWN
from tests.command import in_python, process

TEXTS = Path(__file__).with_name("mistyped.txt")

FRAME = re.compile(r"\AUsage: .*\n(?: +.*\n)*Try '.*' for help\.\n\n")
"""The usage, which is above the error unless a name is unknown."""

MOST_LINES = 2

FILES = ("encrypt", "decrypt", "keygen", "sign", "verify")
HASHSIG = ("keygen", "sign", "verify", "info", "reserve", "recover")
TRUST = ("load", "list", "show", "verify", "diff", "export")
SPEED = ("grow", "profile", "race", "tune", "doctor")
LAB = (
    "peers",
    "tls",
    "lms",
    "emacs",
    "children",
    "compare",
    "report",
    "growth",
    "targets",
    "workers",
    "regret",
    "dispatch",
)
COMMANDS = (
    *FILES,
    *SPEED,
    "completion",
    *(f"hashsig {name}" for name in HASHSIG),
    *(f"trust {name}" for name in TRUST),
    *(f"lab {name}" for name in LAB),
)

MISTYPED = (
    # A wrong word in place of a command.
    "encript",
    "frobnicate",
    "help frobnicate",
    "hashsig sgn",
    "trust shw",
    "lab peer",
    # An option that does not exist.
    *(f"{command} --nonsense" for command in COMMANDS),
    "--nonsense",
    "lab --nonsense",
    # An argument that is missing.
    "sign",
    "sign note.txt",
    "verify",
    "verify note.txt",
    "completion",
    "grow",
    "profile",
    *(f"hashsig {name}" for name in HASHSIG),
    "trust show",
    "trust diff",
    "trust diff note.txt",
    "trust verify",
    "lab children",
    "lab compare",
    "lab compare odd.json",
    # An option without its value.
    "encrypt note.txt --recipient",
    "hashsig keygen key --params",
    "trust list --json",
    "race --rounds",
    "grow --sizes",
    # A file that does not exist.
    "encrypt absent",
    "encrypt -R absent note.txt",
    "encrypt -i absent note.txt",
    "decrypt absent.age",
    "decrypt -i absent note.txt",
    "sign absent note.txt",
    "verify absent note.txt",
    "hashsig sign absent note.txt",
    "hashsig verify absent note.txt",
    "hashsig info absent",
    "hashsig recover absent",
    *(f"trust {name} absent" for name in ("load", "list", "verify", "export")),
    "trust show --match x absent",
    "trust diff absent note.txt",
    "grow -- absent {n}",
    "grow -- ./note.txt {n}",
    "lab compare absent odd.json",
    "lab report absent",
    "lab targets --library absent",
    "race --json absent/race.json",
    # A wrong value.
    "encrypt -r nobody note.txt",
    "encrypt note.txt",
    "decrypt note.txt",
    "sign note.txt note.txt",
    "verify note.txt note.txt",
    "completion tcsh",
    "hashsig keygen key --params x",
    "hashsig reserve note.txt x",
    "hashsig verify note.txt note.txt",
    "hashsig info note.txt",
    "trust verify --at noon",
    "race sha257",
    "race --rounds 4",
    "race --clock sun",
    "tune xsals",
    "grow note.txt",
    "grow --sizes 1,x,3 -- true {n}",
    "grow --sizes 3,2,1 -- true {n}",
    "profile --top x -- true",
    "lab children absent",
    "lab dispatch --operation poly1305.tga",
    "lab growth --sizes x",
    "lab peers --size 0",
    "lab regret xsalsa2",
    "lab report --only nothing",
    "lab targets crypto_scalarmul",
    "lab workers --workers 0",
    # An argument too many.
    "doctor extra",
    "encrypt note.txt extra",
    "lab tls extra",
    "lab emacs extra",
    "lab dispatch extra",
)


@pytest.mark.parametrize("line", MISTYPED)
def test_a_mistyped_command_is_a_usage_error(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    Path("note.txt").write_text("a note\n", encoding="utf-8")
    Path("odd.json").write_text('{"schema": "odd"}\n', encoding="utf-8")
    ended = process(shlex.split(line))
    assert ended.exit_code == Exit.USAGE, ended.output
    said = FRAME.sub("", ended.stderr.replace(str(tmp_path.resolve()), "HERE"))
    assert len(said.splitlines()) <= MOST_LINES, said
    assert "Error: " in said
    if line.split()[0] in in_python():
        said = CLICKS_OWN.sub(r"\1(in click's words)", said)
    golden.check_entry(TEXTS, f"quicksalt {line}", said)
