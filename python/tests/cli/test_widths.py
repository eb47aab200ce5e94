"""Output at various terminal widths: no line wraps and no word is cut."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from quicksalt.cli import doctor, peers, race, show
from quicksalt.lab.survey import survey
from quicksalt_lab.cli import screen, show_grow, show_profile, tables
from quicksalt_lab.cli.session import Session
from quicksalt_lab.grow.experiment import Point
from quicksalt_lab.grow.report import analyse
from quicksalt_lab.grow.verdict import judge
from quicksalt_lab.profile.study import study
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.valgrind.callgrind import parse
from quicksalt_lab.valgrind.counts import Counts
from quicksalt_lab.valgrind.memcheck import Findings
from quicksalt_lab.valgrind.tool import Native
from tests.command import run

WIDTHS = [60, 80, 100, 120]
FEW = ["--rounds", "3", "--batch-ms", "0.01", "--seed", "5"]


def report(*arguments: str) -> Report:
    """Run a command with few rounds; return its report."""
    return schema.load(run(*arguments, *FEW, "--json", "-", code=(0, 1, 5)).stdout)


@pytest.fixture(scope="module")
def raced() -> Report:
    return report("race", "x25519", "xsalsa20poly1305.seal", "poly1305")


@pytest.fixture(scope="module")
def matched() -> Report:
    return report("lab", "peers", "crypto_scalarmult", "crypto_secretbox", "SigningKey.sign")


def written(width: int, write: Callable[[Console], None]) -> str:
    """Return the output for a terminal of `width` columns."""
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=True, no_color=True, highlight=False, markup=False
    )
    write(console)
    return re.sub(r"\x1b\[[\d;]*m", "", out.getvalue())


def check(text: str, width: int, words: list[str]) -> None:
    """Check that each line fits, nothing is cut, and each of `words` is on one line."""
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


LOADER = "load_all_certificates_of_a_folder"


def counts(n: int) -> Counts:
    """Return counts of a program with a long name, which calls a library callee n * n times."""
    work = 123_456 * n * n
    return parse(
        "version: 1\npositions: line\nevents: Ir\nob=/bin/a\nfl=store.c\nfn=main\n1 900\n"
        f"cfn={LOADER}\ncalls=1 5\n2 {work}\nfn={LOADER}\n5 {work // 2}\n"
        f"cfn=compare\ncalls={n * n} 7\n6 {work - work // 2}\nfn=compare\n7 {work - work // 2}\n"
        f"totals: {900 + work}\n"
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_grow(width: int) -> None:
    sizes = (64, 128, 256, 512, 1024)
    points = [Point(n, counts(n), Native((0.01 * n,), (0.01 * n,), (0.0,), 1)) for n in sizes]
    found = analyse(points, ["./program", "{n}"], to=20_000, lines=True)

    def write(out: Console) -> None:
        show_grow.show(out, found, 12)
        show_grow.verdict(out, found, judge(found))

    text = written(width, write)
    words = [LOADER, "compare", "calls", "own", "[origin]", f"{counts(1024).total:,}", "n^2.00"]
    check(text.replace(",  ", "  "), width, words)
    said = " ".join(text.split())
    assert re.search(
        rf"{LOADER} \w+ 100.0 % .* n\^2.00, .* n\^2.00. store.c:5: {LOADER} .* n\^2.00$", said
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_profile(width: int) -> None:
    native = Native((0.25, 0.5, 1.0), (0.2, 0.3, 0.4), (0.1, 0.1, 0.1), 20_480)
    found = study(["./program", "--an-option", "file"] * 3, native, Findings((), 0), counts(500))

    def write(out: Console) -> None:
        show_profile.study(out, found, 15)
        show_profile.verdict(out, found)

    text = written(width, write)
    check(text, width, [LOADER, "inclusive", "own", "calls"])
    assert re.search(
        r"compare \w+ 50.0 % .* 500 ms, 20.0 MiB .*; no errors", " ".join(text.split())
    )


MEASURED = Path(__file__).parents[3] / "docs/measured"


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_are_stacked_if_the_table_is_too_wide(width: int) -> None:
    groups = schema.load_file(MEASURED / "growth.json").groups
    names = list(dict.fromkeys(s.name for group in groups for s in group.series))
    heads = tables.Heads(["loader"], [f"{g.topic.size:,}" for g in groups], ["exponent", "what"])
    rows = [(name, *["1,234,567"] * len(groups), "n^1.02", "words " * 9) for name in names]
    text = written(width, lambda out: tables.listing(out, "Loaded", heads, rows))
    check(text, width, [*names, "1,234,567"])
    assert ("loader" in text) == (width >= 100)


def test_columns_says_how_wide_the_output_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    result = run("doctor")
    assert max(len(line) for line in result.output.splitlines() if "/" not in line) <= 60
    monkeypatch.delenv("COLUMNS")
    wide = run("doctor")
    assert len(wide.output.splitlines()) < len(result.output.splitlines())


@pytest.mark.parametrize(
    ("part", "drawn"), [(0, " " * 4), (0.25, "█   "), (0.3, "█▎  "), (1, "████"), (2, "████")]
)
def test_a_bar_shows_a_part(part: float, drawn: str) -> None:
    assert written(80, lambda out: out.print(screen.bar(out, part, 4), end="")) == drawn


def test_doctor_without_details_is_shorter(tmp_path: Path) -> None:
    file = tmp_path / "doctor.json"
    result = run("doctor", "--json", file)
    assert "candidates" in result.output
    assert "doctor --details" in result.output.splitlines()[-1]
    kept = json.loads(file.read_text())["detail"]["operations"]
    assert [entry["name"] for entry in kept] == [o.name for o in survey()]


def test_piped_output_has_one_line_per_row(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("first", " ".join(f"word{number}" for number in range(40))), ("second", "short")]

    def lines() -> list[str]:
        out = io.StringIO()
        console = Console(file=out, width=80)
        tables.listing(console, "title", tables.Heads(["name"], [], ["words"]), rows)
        assert console.width == 80
        return out.getvalue().splitlines()

    monkeypatch.delenv("COLUMNS", raising=False)
    found = lines()
    assert [line for line in found if line != line.rstrip()] == []
    assert all(
        [line.split() for line in found].count([name, *words.split()]) == 1 for name, words in rows
    )
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, lines())) <= 80
