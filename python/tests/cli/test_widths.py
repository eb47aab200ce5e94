"""Screens at the widths of terminals: no line is broken by the terminal, no word is cut."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from quicksalt.cli import doctor, main, peers, race, show
from quicksalt.lab.survey import survey
from quicksalt_lab.cli import screen, tables
from quicksalt_lab.cli.session import Session
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.schema import Report

WIDTHS = [60, 80, 100, 120]
FEW = ["--rounds", "3", "--batch-ms", "0.01", "--seed", "5"]


def report(*arguments: str) -> Report:
    """Run a command on few rounds; returns what it measured."""
    result = CliRunner().invoke(main, [*arguments, *FEW, "--json", "-"])
    assert result.exit_code in (0, 1, 5), result.output
    return schema.load(result.stdout)


@pytest.fixture(scope="module")
def raced() -> Report:
    return report("race", "x25519", "xsalsa20poly1305.seal", "poly1305")


@pytest.fixture(scope="module")
def matched() -> Report:
    return report("lab", "peers", "crypto_scalarmult", "crypto_secretbox", "SigningKey.sign")


def written(width: int, write: Callable[[Console], None]) -> str:
    """Return what is written to a terminal of that width."""
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, no_color=True, highlight=False)
    write(console)
    return re.sub(r"\x1b\[[\d;]*m", "", out.getvalue())


def check(text: str, width: int, words: list[str]) -> None:
    """Each line fits, nothing is cut, and each of the words is on one line."""
    assert [line for line in text.splitlines() if len(line.rstrip()) > width] == []
    assert "…" not in text
    whole = text.replace(":", "").split()
    assert [word for word in " ".join(words).split() if word not in whole] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_race(raced: Report, width: int) -> None:
    rows = [group for group in raced.groups if not group.condition]
    races = [group for group in raced.groups if group.condition]

    def write(out: Console) -> None:
        tables.card(out, raced.card)
        show.cells(out, races)
        show.rows(out, rows)
        race.verdicts(Session(Plan(), out, None, None), rows, races)

    candidates = {s.name for g in races for s in g.series} - {"(choice)"}
    heads = ["function portable chosen gain candidate choice regret 64 B 1000 B 16 KiB 1 MiB"]
    check(written(width, write), width, [*heads, *candidates, *(g.topic.name for g in rows)])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("details", [False, True])
def test_doctor(width: int, details: bool) -> None:
    operations = survey()

    def write(out: Console) -> None:
        if details:
            doctor._candidates(out, operations)
            doctor._choices(out, operations)
        else:
            doctor._chosen(out, operations)
        doctor._verdict(out, doctor._states(operations))

    names = [operation.primitive for operation in operations]
    text = written(width, write)
    check(text, width, [] if details else names)
    assert [name for name in names if name not in text] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_peers(matched: Report, width: int) -> None:
    there = [peer for peer in peers.match.PEERS if peer.problem is None]

    def write(out: Console) -> None:
        session = Session(Plan(), out, None, None)
        peers._table(session, there, matched.groups)
        peers._verdict(session, matched.groups)

    verdicts = {str(peers.match.verdict(group)) for group in matched.groups}
    words = [*verdicts, *(group.topic.name for group in matched.groups), "PyNaCl"]
    check(written(width, write), width, words)


def test_columns_says_how_wide_the_output_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    result = CliRunner().invoke(main, ["doctor"])
    assert max(len(line) for line in result.output.splitlines() if "/" not in line) <= 60
    monkeypatch.delenv("COLUMNS")
    wide = CliRunner().invoke(main, ["doctor"])
    assert len(wide.output.splitlines()) < len(result.output.splitlines())


@pytest.mark.parametrize(
    ("part", "drawn"), [(0, " " * 4), (0.25, "█   "), (0.3, "█▎  "), (1, "████"), (2, "████")]
)
def test_a_bar_shows_a_part(part: float, drawn: str) -> None:
    assert written(80, lambda out: out.print(screen.bar(out, part, 4), end="")) == drawn


def test_doctor_without_details_tells_less(tmp_path: Path) -> None:
    file = tmp_path / "doctor.json"
    result = CliRunner().invoke(main, ["doctor", "--json", str(file)])
    assert result.exit_code == 0, result.output
    assert "candidates pass their self-tests here" in result.output
    assert "doctor --details" in result.output.splitlines()[-1]
    kept = json.loads(file.read_text())["detail"]["operations"]
    assert [entry["name"] for entry in kept] == [o.name for o in survey()]
