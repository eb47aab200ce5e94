"""Shell completion, manual pages and help."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from quicksalt import _native, _signatures
from quicksalt.cli import main
from quicksalt.cli.lazy import LazyGroup
from quicksalt_lab.cli.help import fold
from tests.command import process, run

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts"))
import manual


def contexts(context: click.Context) -> Iterator[click.Context]:
    """Yield the contexts of a command and of all its subcommands."""
    yield context
    command = context.command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from contexts(click.Context(inner, context, name))


COMMANDS = {c.command_path: c for c in contexts(click.Context(main, info_name="quicksalt"))}
IN_PYTHON = [path for path in COMMANDS if path != "quicksalt"]
NATIVE_PAGES = dict(_native.manual_pages() + _signatures.manual_pages())
NATIVE = [name.replace("-", " ", 1) for name in NATIVE_PAGES]


@pytest.mark.parametrize("words", ["--version", "--help", "lab --help", "trust --help"])
def test_help_and_version_import_no_subcommand(words: str) -> None:
    argv = [sys.executable, "-X", "importtime", "-m", "quicksalt", *words.split()]
    ended = subprocess.run(argv, check=True, capture_output=True, text=True)
    imported = {line.rpartition("|")[2].strip() for line in ended.stderr.splitlines()}
    places = {
        place.module.partition(":")[0]
        for context in COMMANDS.values()
        if isinstance(context.command, LazyGroup)
        for section in context.command.sections.values()
        for place in section.values()
    }
    assert not imported & places - {"quicksalt.cli.lab"}
    if words != "lab --help":
        assert "click" not in imported
    if words == "--version":
        assert re.fullmatch(r"quicksalt \d+\.\d+\.\d+\n", ended.stdout)


def test_every_subcommand_summary_fits_80_columns() -> None:
    for context in COMMANDS.values():
        if not isinstance(context.command, LazyGroup):
            continue
        text = run(*context.command_path.split()[1:], "--help").output
        for section in context.command.sections.values():
            for name, place in section.items():
                assert re.search(rf"^  {name} +{re.escape(place.line)}$", text, re.MULTILINE)


@pytest.mark.parametrize("path", [*NATIVE, *IN_PYTHON])
def test_help_fits_a_terminal_of_80_columns(path: str) -> None:
    text = run(*path.split()[1:], "--help").output
    assert "Examples:" in text
    assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("path", [*NATIVE, *IN_PYTHON])
def test_help_fits_a_terminal_of_60_columns(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [*path.split()[1:], "--help"]
    wide = run(*words).output
    if path in NATIVE:
        monkeypatch.setenv("COLUMNS", "60")
        text = run(*words).output
    else:
        text = CliRunner().invoke(main, words, terminal_width=60).output
    assert [line for line in text.splitlines() if len(line) > 60] == []
    shown, joined = (re.sub(r" \\\n", " ", part).split() for part in (wide, text))
    assert joined[joined.index("Examples:") :] == shown[shown.index("Examples:") :]


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("  short one", ["  short one"]),
        ("  one two three four", ["  one two \\", "      three \\", "      four"]),
        ("  one 'two three four'", ["  one \\", "      'two three four'"]),
        ("  one two      does three", ["  one two", "      does three"]),
    ],
)
def test_examples_break_as_a_shell_reads_them(line: str, lines: list[str]) -> None:
    assert fold(line, 14) == lines


@pytest.mark.parametrize("path", NATIVE)
def test_every_option_of_a_native_command_says_what_it_does(path: str) -> None:
    page = NATIVE_PAGES[path.replace(" ", "-")]
    options = re.findall(r"^\.TP\n(\\fB.*)\n(.*)$", page, re.MULTILINE)
    assert options
    for option, text in options:
        assert re.fullmatch(r"[A-Z]\w*\b.*\.", text), (option, text)


@pytest.mark.parametrize("path", IN_PYTHON)
def test_every_option_says_what_it_does(path: str) -> None:
    context = COMMANDS[path]
    assert context.command.help
    for option in context.command.get_params(context):
        if isinstance(option, click.Option):
            text = option.help or ""
            assert re.fullmatch(r"[A-Z]\w*\b.*\.", text, re.DOTALL), (
                f"{path} {option.opts}: {text!r}"
            )


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("rac", "did you mean 'race'?"),
        ("lab peer", "did you mean 'peers'?"),
        ("frobnicate", "'quicksalt --help' lists all"),
        ("race xsalsa2", "did you mean 'xsalsa20' or 'xsalsa20poly1305'?"),
        ("tune sha26", "did you mean 'sha256', 'sha512' or 'sha1'?"),
        ("race X2551", "did you mean 'x25519' or 'ed25519'?"),
        ("race x25519.bas", "did you mean 'x25519.base'?"),
        ("race rot13", "'quicksalt doctor --details' lists all"),
        ("lab dispatch --operation poly1305.tga", "did you mean 'poly1305.tag' or 'poly1305.up"),
        ("lab peers secretbx", "did you mean 'crypto_secretbox', 'crypto_secretbox_open' or "),
        ("lab peers SINGNING.sign", "did you mean 'SigningKey.sign'?"),
    ],
)
def test_an_unknown_name_is_answered_in_one_line(words: str, answer: str) -> None:
    said = run(*words.split(), code=2).output
    assert said.startswith("Error: unknown ")
    assert f"'{words.split()[-1]}'; {answer}" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("words", ["", "encrypt", "hashsig sign", "race", "lab", "lab peers"])
def test_help_is_a_command_too(words: str) -> None:
    by_option = process([*words.split(), "--help"])
    assert by_option.stdout.startswith("Usage: quicksalt")
    assert process(["help", *words.split()]) == by_option


def test_the_version_has_a_short_option() -> None:
    assert run("-V").output == run("--version").output


def test_help_breaks_no_words() -> None:
    for words in ("race --help", "lab peers --help", "hashsig keygen --help"):
        shown = run(*words.split()).output
        assert not re.search(r"\w-$", shown, re.MULTILINE)


def completed(*words: str) -> list[str]:
    """Return bash's completions of the last word."""
    script = (
        f'source "{manual.SHARE}/bash-completion/completions/quicksalt"\n'
        'COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))\n'
        "_quicksalt_completion quicksalt\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    argv = ["bash", "-c", script, "bash", *words]
    ended = subprocess.run(
        argv, check=True, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    return ended.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ra"], ["race"]),
        (["lab", "p"], ["peers"]),
        (["trust", "verify", "--ho"], ["--host"]),
        (["race", "x255"], ["x25519"]),
        (["race", "x25519."], ["x25519.scalarmult", "x25519.base"]),
        (["completion", "z"], ["zsh"]),
        (["encr"], ["encrypt"]),
        (["encrypt", "--pass"], ["--passphrase", "--passphrase-file", "--passphrase-fd"]),
        (["encrypt", "--force", "--f"], []),
        (["decrypt", "--kdf", "p"], ["pbkdf2"]),
    ],
)
def test_bash_completes(words: list[str], offered: list[str]) -> None:
    assert completed("quicksalt", *words) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(shell: str) -> None:
    assert f"_QUICKSALT_COMPLETE={shell}_complete" in run("completion", shell).output
    assert (manual.SHARE / manual.SCRIPTS[shell]).is_file()


PAGES = {str(name): text for name, text in manual.files().items() if name.suffix == ".1"}


def test_each_command_of_the_first_level_has_a_manual_page() -> None:
    listed = re.findall(r"^  ([a-z]+) +[A-Z]", run("--help").output, re.MULTILINE)
    names = {f"quicksalt-{name}" for name in listed}
    assert set(PAGES) == {f"man/man1/{name}.1" for name in {"quicksalt", *names}}


@pytest.mark.parametrize("page", PAGES)
def test_a_manual_page_is_of_the_form_that_man_reads(page: str) -> None:
    lines = PAGES[page].splitlines()
    assert lines[0].startswith(".TH ")
    assert lines[1] == ".SH NAME"
    assert re.fullmatch(r"[\w\\-]+ \\- .+", lines[2])
    macros = {line.split()[0] for line in lines if line.startswith((".", "'"))}
    assert macros <= {".TH", ".SH", ".SS", ".PP", ".TP", ".BR", ".nf", ".fi"}
