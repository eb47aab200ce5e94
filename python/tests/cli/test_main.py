"""The command line interface: help, usage errors, exit codes."""

import io
import json
import os
import threading
from pathlib import Path

import pytest
from rich.console import Console

from quicksalt_lab.cli.tables import sentence
from tests.command import run

COMMANDS = [
    "encrypt",
    "decrypt",
    "keygen",
    "sign",
    "verify",
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
    shown = run(*command.split(), "--help").output
    assert "Usage:" in shown
    assert f"Examples:\n    quicksalt {command}" in shown
    assert "--json FILE" in shown


def test_the_commands_are_listed() -> None:
    groups: list[list[str]] = [[], ["lab"], ["hashsig"]]
    listed = "".join(run(*group, "--help").output for group in groups)
    assert all(f"\n  {command.split()[-1]} " in listed for command in COMMANDS)
    assert run("--version").output.startswith("quicksalt 0.")


def test_sentences_wrap_only_on_a_terminal() -> None:
    for terminal, lines in ((True, 2), (False, 1)):
        shown = io.StringIO()
        console = Console(file=shown, width=40, force_terminal=terminal, highlight=False)
        sentence(console, "  87.6 %  ", "generate_rdn_seq: called by set_x509_trust_file, often")
        found = shown.getvalue().splitlines()
        assert len(found) == lines
        assert " ".join(line.strip() for line in found).endswith("often")
        assert all(line.startswith(" " * 10) for line in found[1:])


def test_a_dash_means_stdout_and_messages_go_to_stderr() -> None:
    result = run("doctor", "--json", "-")
    assert json.loads(result.stdout)["card"]
    assert "graviola" in result.stderr


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found = list[object]()
    reader = threading.Thread(target=lambda: found.append(json.loads(pipe.read_text())))
    reader.start()
    run("doctor", "--json", pipe)
    reader.join()
    assert found
    assert pipe.is_fifo()
