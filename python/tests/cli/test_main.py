"""The command's shape: help, usage errors, exit codes."""

import io
import json
import os
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from quicksalt.cli import main
from quicksalt.lab.survey import survey
from quicksalt_lab.cli.tables import sentence

COMMANDS = [
    "race",
    "tune",
    "doctor",
    "grow",
    "hashsig keygen",
    "hashsig sign",
    "hashsig verify",
    "hashsig info",
    "hashsig reserve",
    "hashsig recover",
    "profile",
    "lab peers",
    "lab dispatch",
    "lab regret",
    "lab children",
    "lab compare",
    "lab emacs",
    "lab growth",
    "lab lms",
    "lab targets",
    "lab tls",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    result = CliRunner().invoke(main, [*command.split(), "--help"])
    assert result.exit_code == 0
    assert "Usage:" in result.output
    assert f"Examples:\n    quicksalt {command}" in result.output
    assert "--json FILE" in result.output


def test_the_commands_are_listed() -> None:
    groups: list[list[str]] = [[], ["lab"], ["hashsig"]]
    listed = "".join(CliRunner().invoke(main, [*group, "--help"]).output for group in groups)
    assert all(f"\n  {command.split()[-1]} " in listed for command in COMMANDS)
    version = CliRunner().invoke(main, ["--version"])
    assert version.output.startswith("main 0.") or version.output.startswith("quicksalt 0.")


@pytest.mark.parametrize("command", ["race", "tune"])
def test_an_unknown_primitive_lists_the_known_ones(command: str) -> None:
    result = CliRunner().invoke(main, [command, "rot13"])
    assert result.exit_code == 2
    known = dict.fromkeys(operation.primitive for operation in survey())
    assert f"unknown primitive 'rot13': expected one of {', '.join(known)}" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rounds", "30"], "must be odd and at least 3"),
        (["--rounds", "x"], "not a valid integer"),
        (["--batch-ms", "0"], "0 is not in the range"),
        (["--clock", "sundial"], "'sundial' is not one of 'thread-cpu', 'wall'"),
        (["--json", "no/such/folder/x.json"], "no folder"),
        (["--json", "."], "is a directory"),
    ],
)
def test_bad_options_are_refused_before_any_work(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["race", *arguments])
    assert result.exit_code == 2
    assert message in result.output


def test_sentences_are_broken_under_themselves_on_a_terminal_alone() -> None:
    for terminal, lines in ((True, 2), (False, 1)):
        shown = io.StringIO()
        console = Console(file=shown, width=40, force_terminal=terminal, highlight=False)
        sentence(console, "  87.6 %  ", "generate_rdn_seq: called by set_x509_trust_file, often")
        found = shown.getvalue().splitlines()
        assert len(found) == lines
        assert " ".join(line.strip() for line in found).endswith("often")
        assert all(line.startswith(" " * 10) for line in found[1:])


def test_a_dash_is_the_standard_output_and_all_else_goes_elsewhere() -> None:
    result = CliRunner().invoke(main, ["doctor", "--json", "-"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["card"]
    assert "graviola" in result.stderr


def test_a_dash_stands_for_one_file_alone() -> None:
    result = CliRunner().invoke(main, ["grow", "--json", "-", "--html", "-", "--", "true"])
    assert result.exit_code == 2
    assert "one file alone" in result.stderr


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found = list[object]()
    reader = threading.Thread(target=lambda: found.append(json.loads(pipe.read_text())))
    reader.start()
    assert CliRunner().invoke(main, ["doctor", "--json", str(pipe)]).exit_code == 0
    reader.join()
    assert found
    assert pipe.is_fifo()
