"""Untrusted input cannot send control sequences to the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from quicksalt import _native
from quicksalt.cli import main
from quicksalt_lab.ruler import schema
from tests.quicksalt_lab.samples import card, raced

EVIL = "\x1b[2J\x1b]0;x\x07\u202e[bold]"


def shown(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    text = result.output
    assert all(one.isprintable() or one == "\n" for one in text), text
    return text


def spoiled(value: Any) -> Iterator[Any]:
    """Yield copies of a JSON value with a control sequence appended to one string."""
    match value:
        case str():
            yield value + EVIL
        case list() if value:
            yield from ([other, *value[1:]] for other in spoiled(value[0]))
        case dict():
            for name, one in value.items():
                yield from ({**value, name: other} for other in spoiled(one))
                yield {**value, name + EVIL: one}


def test_reports(tmp_path: Path) -> None:
    text = schema.dump(schema.Report("race", card(), (raced(1, a=1, b=2),)))
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(text)
    told = 0
    for report in spoiled(json.loads(text)):
        after.write_text(json.dumps(report))
        for first, second in ((before, after), (after, after)):
            told += "\\x1b[2J" in shown("lab", "compare", "--anyway", str(first), str(second))
    assert told > 10


def test_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _native.machine()
    ours = f"begin {machine['cpu']} {machine['build']}"
    for number, entry in enumerate(
        (
            f"begin a{EVIL} 1\nend 0\n",
            f"begin a 1{EVIL}\nend 0\n",
            f"{ours}\nsha256.hash 0 a{EVIL}\nend 1\n",
            f"{ours}\nsha256.hash 0 a quiet a{EVIL}=1\nend 1\n",
        )
    ):
        record = tmp_path / str(number)
        record.write_text(f"quicksalt-record 2\n{entry}")
        monkeypatch.setenv("QUICKSALT_RECORD", str(record))
        assert "damaged in" in shown("doctor", "--details")


def test_output_of_a_profiled_program(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\nprintf '%s\\n' '{EVIL}' >&2\nexit 3\n")
    program.chmod(0o755)
    setup = ("grow", "--sizes", "8,16,32", "--setup", str(program), "--", "/bin/true", "{n}")
    for command in (("grow", "--sizes", "8,16,32", "--", str(program), "{n}"), setup):
        assert "\\x1b[2J" in shown(*command)
    assert "\\x1b[2J" in shown("profile", "--", str(program))
