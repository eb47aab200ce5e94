"""`quicksalt lab lms`: check LMS implementations against each other and time them."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from pathlib import Path

import pytest

from quicksalt.lab.peers import lms
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.result import Topic
from tests import command, golden

from ..quicksalt_lab import samples

CHILD = [sys.executable, str(Path(__file__).parents[1] / "lab" / "lms_child.py")]

FEW = ["--rounds", "3", "--batch-ms", "0.01", "--seed", "5"]


run = partial(command.run, "lab", "lms", *FEW)


def child(name: str, *manner: str) -> str:
    return f"{name}={shlex.join([*CHILD, *manner])}"


def test_all_are_checked_and_the_raced_are_timed(tmp_path: Path) -> None:
    file = tmp_path / "lms.json"
    options = ["--check", child("slow"), "--widths", "4", "--markdown", "--json", str(file)]
    result = run(child("ours"), child("theirs"), *options, code=(0, 5))
    # 216 = four widths, three signers, six signatures (one valid, five damaged), three verifiers.
    assert "216 verdicts" in result.output
    assert "slow (quicksalt 0.1.0)" in result.output
    report = schema.load(file.read_text())
    assert [group.topic for group in report.groups] == [
        Topic("key generation, W4"),
        Topic("signing, W4"),
        Topic("verification, W4", 8, "messages"),
    ]
    for group in report.groups:
        assert [series.name for series in group.series] == ["ours", "theirs"]
        assert group.clock == "thread-cpu"
    assert report.detail == {"verdicts": 216}
    assert lms.markdown(report) in result.output


@pytest.mark.parametrize(
    ("manner", "message"),
    [
        ("lax", "odd says 01"),
        ("forging", "ours says 00"),
    ],
)
def test_a_wrong_verdict_ends_it(manner: str, message: str) -> None:
    result = run(child("ours"), child("odd", manner), code=1)
    assert message in result.output


def test_the_table_has_a_row_for_each_operation_and_its_floor() -> None:
    group = samples.group({"ours": 8000, "theirs": 16_000}, topic=Topic("verification, W8", 8))
    void = samples.group({"ours": 8000, "theirs": 1}, twin=8800, topic=Topic("signing, W8"))
    report = schema.Report("lab lms", samples.card(), (group, void))
    golden.check(Path(__file__).with_name("lms.md"), lms.markdown(report))
