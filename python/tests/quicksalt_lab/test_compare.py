"""Compare two reports, row by row."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from quicksalt.cli import main
from quicksalt_lab.ruler import schema, stats
from quicksalt_lab.ruler.compare import compare, obstacles, ratio_of_medians
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Verdict

from .conftest import Said
from .samples import card, group

BEFORE = group({"a": 100, "b": 200})
NOISY = [100 + i for i in range(-15, 16)]


def report(*groups: Group, **changed: object) -> Report:
    return Report("race", card(**changed), groups)


def verdicts(before: Group, after: Group) -> dict[str, Verdict]:
    found = compare(report(before), report(after))
    return {row.place.name: row.verdict for row in found.rows}


@pytest.mark.parametrize(
    ("after", "verdict"),
    [
        (group({"a": 101}), Verdict.SAME),
        (group({"a": 105}), Verdict.SLOWER),
        (group({"a": 95}), Verdict.FASTER),
        (group({"a": NOISY}), Verdict.CANNOT_TELL),
        # Too noisy for any verdict.
        (group({"a": 150}, twin=170), Verdict.CANNOT_TELL),
        (replace(group({"a": 150}), clock="wall"), Verdict.CANNOT_TELL),
    ],
)
def test_verdicts(after: Group, verdict: Verdict) -> None:
    assert verdicts(BEFORE, after) == {"a": verdict}


def test_the_floor_of_either_report_counts() -> None:
    floor = [100 + i / 3 for i in range(-15, 16)]
    noisy = group({"a": 100}, twin=floor)
    assert noisy.floor > 0.015
    assert verdicts(BEFORE, group({"a": 103})) == {"a": Verdict.SLOWER}
    noisier = group({"a": 100}, twin=[100 + i * 0.9 for i in range(-15, 16)])
    assert not noisier.void
    # More noise does not make rows equal.
    assert verdicts(noisier, group({"a": 103})) == {"a": Verdict.CANNOT_TELL}


def test_a_margin_decides_equality() -> None:
    before, after = report(BEFORE), report(group({"a": 103}))
    assert compare(before, after).rows[0].verdict is Verdict.SLOWER
    assert compare(before, after, margin=0.05).rows[0].verdict is Verdict.SAME


def test_epochs_of_a_condition_must_agree() -> None:
    def epochs(*times: float, condition: str = "quiet") -> list[Group]:
        return [replace(group({"a": time}), condition=condition) for time in times]

    before = report(*epochs(100, 100), *epochs(130, condition="busy"))
    after = report(*epochs(110, 111), *epochs(130, condition="busy"))
    rows = compare(before, after).rows
    assert [(row.place.condition, row.verdict) for row in rows] == [
        ("quiet", Verdict.SLOWER),
        ("busy", Verdict.SAME),
    ]
    (row, _) = compare(before, report(*epochs(110, 100), *epochs(1, condition="busy"))).rows
    assert row.verdict is Verdict.CANNOT_TELL


def test_rows_missing_in_one_report_are_listed() -> None:
    other = replace(group({"a": 100}), topic=Topic("sha256.hash", 128, "bytes"))
    found = compare(report(BEFORE), report(group({"a": 100, "c": 100}), other))
    assert [row.place.name for row in found.rows] == ["a"]
    assert [place.name for place in found.only_before] == ["b"]
    assert [(place.name, place.size) for place in found.only_after] == [("c", 64), ("a", 128)]


def test_a_uniform_slowdown_cancels_out() -> None:
    slowed = [1 + i / 10 for i in range(31)]
    after = group({"a": [100 * s for s in slowed], "b": [220 * s for s in slowed]})
    (row,) = compare(report(BEFORE), report(after), against="a").rows
    assert (row.place.name, row.verdict) == ("b", Verdict.SLOWER)
    assert row.ratio.middle == pytest.approx(1.1)
    assert compare(report(BEFORE), report(after), against="nobody").rows == ()


def test_the_interval_of_two_medians_has_its_stated_coverage() -> None:
    rng = random.Random(5)

    def sample(mean: float) -> list[float]:
        return [rng.gauss(mean, 3) for _ in range(31)]

    held = sum(ratio_of_medians(sample(110), sample(100)).contains(1.1) for _ in range(400))
    assert 370 <= held <= 400


@pytest.mark.parametrize(
    ("changed", "fact"),
    [
        ({"name": "other"}, "processor"),
        ({"cores": 4}, "CPUs"),
        ({"clock": "wall"}, "clock"),
        ({"quicksalt": "0.2.0", "build": "0.2.0-1-1.95.0"}, None),
        ({"load": 9.0, "date": "2027-01-01T00:00:00+00:00"}, None),
    ],
)
def test_reports_of_other_machines_and_clocks_are_not_comparable(
    changed: dict[str, object], fact: str | None
) -> None:
    found = [text.partition(":")[0] for text in obstacles(card(), card(**changed))]
    assert found == ([fact] if fact else [])


Command = Callable[..., Result]


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Write two reports and run the command on them."""

    def run(before: Report | str, after: Report | str, *options: str) -> Result:
        for name, given in (("a.json", before), ("b.json", after)):
            text = given if isinstance(given, str) else schema.dump(given)
            (tmp_path / name).write_text(text)
        files = [str(tmp_path / name) for name in ("a.json", "b.json")]
        runner = CliRunner(env={"COLUMNS": None})
        return runner.invoke(main, ["lab", "compare", *files, *options])

    return run


@pytest.mark.parametrize(
    ("after", "code"),
    [
        pytest.param(group({"a": 100, "b": 200}), 0, id="same"),
        pytest.param(group({"a": 100, "b": 100}), 0, id="faster"),
        pytest.param(group({"a": 100, "b": 210}), 1, id="slower"),
        pytest.param(group({"a": 150, "b": 200}, twin=170), 5, id="void"),
        pytest.param(group({"c": 100}), 5, id="nothing in common"),
    ],
)
def test_exit_codes(command: Command, after: Group, code: int, said: Said) -> None:
    result = command(report(BEFORE), report(after))
    assert result.exit_code == code
    said(result.output)


def test_a_single_competitor_can_be_selected(command: Command, said: Said) -> None:
    slow = report(group({"a": 100, "b": 210}))
    assert command(report(BEFORE), slow, "--only", "a").exit_code == 0
    assert command(report(BEFORE), slow, "--only", "b").exit_code == 1
    result = command(report(BEFORE), slow, "--only", "nobody")
    assert result.exit_code == 5
    said(result.output)


def test_different_machine_cards_need_an_option(command: Command, said: Said) -> None:
    there = report(BEFORE, cores=8)
    refused = command(report(BEFORE), there)
    assert refused.exit_code == 5
    said(refused.output)
    assert command(report(BEFORE), there, "--anyway").exit_code == 0


def test_invalid_reports_are_named(command: Command, tmp_path: Path, said: Said) -> None:
    whole = schema.dump(report(BEFORE))
    for name, text in (
        ("half", whole[: len(whole) // 2]),
        ("other", "{}"),
        ("empty", ""),
        ("damaged", whole.replace('"batches":[10000', '"batches":[0', 1)),
    ):
        result = command(report(BEFORE), text)
        assert result.exit_code == 4
        assert str(tmp_path / "b.json") in result.output
        said(result.output, name)


def test_an_interrupted_report_is_compared_with_a_note(command: Command, said: Said) -> None:
    result = command(replace(report(BEFORE), partial=True), report(BEFORE))
    assert result.exit_code == 0
    said(result.output)


def test_the_json_holds_the_verdicts(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    slow = report(group({"a": 100, "b": 210}))
    assert command(report(BEFORE), slow, "--json", str(out)).exit_code == 1
    detail = json.loads(out.read_text())["detail"]
    told = [(row["name"], row["verdict"], row["ratio"]) for row in detail["rows"]]
    assert told == [("a", "same", [1, 1, 1]), ("b", "slower", [1.05, 1.05, 1.05])]
    assert schema.load(out.read_text()).kind == "lab compare"


def test_details_show_what_is_the_same(command: Command) -> None:
    again = report(BEFORE)
    assert "sha256.hash 64 B a\n" not in command(again, again).output
    assert "sha256.hash 64 B a\n" in command(again, again, "--details").output


def test_the_interval_matches_the_medians() -> None:
    exact = ratio_of_medians([110.0] * 31, [100.0] * 31)
    assert exact.middle == pytest.approx(1.1)
    assert stats.judge(exact, 0.02) is Verdict.SLOWER
