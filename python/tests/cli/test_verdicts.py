"""What the subcommands make of figures: words and exit codes."""

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType

import pytest

from quicksalt.lab import dispatch, epochs, race
from quicksalt.lab.peers import match
from quicksalt_lab.ruler.measure import DisagreementError
from quicksalt_lab.ruler.result import Group, Refusal
from tests.command import run

from ..quicksalt_lab.samples import group, raced


def stub(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, value: object) -> None:
    monkeypatch.setattr(module, name, lambda *_arguments, **_rest: value)


UNSURE = [100 + i for i in range(-15, 16)]


@pytest.mark.parametrize(
    ("choice", "code", "words"),
    [
        (11.0, 0, "cost of the choice: 1.00 [1.00..1.00] ns"),
        (12.5, 1, "2.50 [2.50..2.50] ns"),
        ([11 + i / 15 for i in range(31)], 5, "cost of the choice: 2.00"),
    ],
)
def test_dispatch(monkeypatch: pytest.MonkeyPatch, choice: float, code: int, words: str) -> None:
    found = group({dispatch.DIRECT: 10, dispatch.CHOICE: choice})
    stub(monkeypatch, dispatch, "race", found)
    assert words in run("lab", "dispatch", "--operation", "x25519.base", code=code).output


@pytest.mark.parametrize(
    ("groups", "code", "words"),
    [
        ([raced(104, a=100)], 0, "1 of 1 surely within 1.05; worst 1.040"),
        ([raced(104, a=100), raced(106, a=100)], 1, "above the limit"),
        ([raced(100, a=UNSURE)], 5, "cannot tell"),
        ([replace(raced(100, a=100), refused=(Refusal("b", "wrong output"),))], 1, "REFUSED b"),
    ],
)
def test_regret(
    monkeypatch: pytest.MonkeyPatch, groups: Sequence[Group], code: int, words: str
) -> None:
    stub(monkeypatch, epochs, "run", groups)
    assert words in run("lab", "regret", "x25519", code=code).output


BUSY_SLOW = replace(raced(120, a=120, b=100), condition="busy")
QUIET_FAST = replace(raced(100, a=100, b=104), condition="quiet")


def test_regret_is_that_of_the_worst_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    stub(monkeypatch, epochs, "run", [QUIET_FAST, BUSY_SLOW])
    result = run("lab", "regret", "x25519", "--details", code=1)
    for words in (
        "regret 1.200",
        "epochs 1.000..1.200",
        "sha256.hash 64 B busy: regret 1.200 [1.200..1.200]: above the limit",
        "a quiet 1.000, busy 1.200",
        "b quiet 1.040, busy 1.000",
        "0 of 1 surely within 1.05 quiet and 1.1 busy",
    ):
        assert words in " ".join(result.output.split()), result.output
    assert "no candidate is within" not in result.output
    assert "by itself" not in result.output
    # What is allowed in a busy epoch is not what is allowed in a quiet one.
    run("lab", "regret", "x25519", "--busy-limit", "1.3")
    run("lab", "regret", "x25519", "--limit", "1.3", code=1)


def test_regret_says_where_no_candidate_is_within(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = replace(raced(100, a=100, b=120), condition="quiet")
    stub(monkeypatch, epochs, "run", [quiet, BUSY_SLOW])
    result = run("lab", "regret", "x25519", code=1)
    assert "no candidate is within the limits in every epoch" in result.output


def test_regret_says_where_the_chosen_candidate_is_not_slower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = raced(110, a=100, b=120)
    choice = replace(found.base, note="a")
    series = (choice, *found.series[1:])
    stub(monkeypatch, epochs, "run", [replace(found, series=series, condition="quiet")])
    result = run("lab", "regret", "x25519", code=1)
    assert "by itself a, which is chosen, is within the limits" in result.output


@pytest.mark.parametrize("lengths", ["x", "-1", "99999999999"])
def test_regret_refuses_lengths_that_are_none(lengths: str) -> None:
    result = run("lab", "regret", "--lengths", lengths, code=2)
    assert "expected" in result.output


@pytest.mark.parametrize(
    ("times", "code", "words"),
    [
        ({match.OURS: 90, "PyNaCl": 100}, 0, "0.900 [0.900..0.900]"),
        ({match.OURS: 110, "PyNaCl": 100}, 1, "slower"),
        ({match.OURS: UNSURE, "PyNaCl": 100}, 5, "cannot tell"),
        ({match.OURS: 100}, 0, "quicksalt"),
    ],
)
def test_peers(
    monkeypatch: pytest.MonkeyPatch, times: dict[str, float], code: int, words: str
) -> None:
    stub(monkeypatch, match, "play", group(times))
    assert words in run("lab", "peers", "crypto_stream", code=code).output


@pytest.mark.parametrize(("ours", "code", "word"), [(0.4, 0, "reached"), (0.6, 1, "MISSED")])
def test_goals(monkeypatch: pytest.MonkeyPatch, ours: float, code: int, word: str) -> None:
    monkeypatch.setattr(match, "GOALS", (match.Goal("sha256.hash", "PyNaCl", 0.5),))
    stub(monkeypatch, match, "play", group({match.OURS: 1000 * ours, "PyNaCl": 1000}))
    result = run("lab", "peers", "crypto_stream", code=code)
    assert f"goal sha256.hash: at most 0.50 x PyNaCl: {ours:.3f}" in result.output
    assert word in result.output


def test_missing_peers_are_named_with_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = match._attributes("no_such_module")
    missing = tuple(replace(peer, functions=absent) for peer in match.PEERS)
    monkeypatch.setattr(match, "PEERS", missing)
    result = run("lab", "peers", code=3)
    for package in ("pynacl", "libnacl", "cryptography"):
        assert f"pip install {package}\n" in result.output


def test_peers_refuse_an_unknown_row() -> None:
    result = run("lab", "peers", "crypto_magic", code=2)
    assert "unknown row 'crypto_magic': expected one of " in result.output


def test_a_wrong_candidate_fails_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(raced(10, a=10), refused=(Refusal("b", "wrong output"),))
    stub(monkeypatch, epochs, "run", [wrong])
    result = run("race", "x25519.base", "--rounds", "3", code=1)
    assert "REFUSED b in sha256.hash 64 B: wrong output" in result.output


def test_a_wrong_choice_fails_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_arguments: object) -> list[Group]:
        raise DisagreementError("x25519.base at 0: (choice): wrong output")

    monkeypatch.setattr(epochs, "run", wrong)
    result = run("race", "x25519.base", "--rounds", "3", code=1)
    assert "Error: x25519.base at 0: (choice): wrong output" in result.output


def test_a_void_group_is_called_void(monkeypatch: pytest.MonkeyPatch) -> None:
    void = group({race.CHOICE: 100, "a": 100}, twin=150)
    stub(monkeypatch, epochs, "run", [void])
    result = run("race", "x25519.base", "--rounds", "3")
    assert "1 of 1 void" in result.output
