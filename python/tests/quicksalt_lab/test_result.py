"""Figures derived from raw batches, and the JSON form of both."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt_lab.ruler import files, schema
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.result import Group, Refusal, Series, Topic
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Interval

from .conftest import Fails
from .samples import card, group

NAMES = st.sampled_from(["a", "portable", "avx512", "(choice)", 'x/y "z"', "grün"])
BATCHES = st.integers(1, 16).flatmap(
    lambda half: st.lists(st.integers(1, 10**10), min_size=2 * half + 1, max_size=2 * half + 1)
)


@st.composite
def groups(draw: st.DrawFn) -> Group:
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    series = [Series(n, draw(st.integers(1, 10**6)), tuple(draw(BATCHES)), n[::-1]) for n in names]
    return Group(
        Topic(draw(NAMES), draw(st.integers(0, 1 << 30)), "bytes"),
        "wall",
        draw(st.integers(0, 1 << 32)),
        tuple(series),
        replace(series[0], batches=tuple(draw(BATCHES))),
        (Refusal("x", "wrong output"),),
        (Interval(1.001, 1.002, 1.003),),
    )


@given(st.lists(groups(), max_size=3))
def test_a_report_is_read_back_as_it_was(made: list[Group]) -> None:
    report = Report("race", card(), tuple(made), {"limit": 1.05})
    assert schema.load(schema.dump(report)) == report


def values() -> dict[str, Any]:
    """Return a report as JSON values."""
    made = Report("race", card(), (group({"a": 10, "b": 20}),))
    found: dict[str, Any] = json.loads(schema.dump(made))
    return found


def test_the_file_says_what_it_is_and_gives_the_figures_too() -> None:
    data = values()
    assert (data["schema"], data["kind"]) == ("quicksalt-lab/1", "race")
    found = data["groups"][0]
    assert found["clock"] == "fake"
    assert found["control"] == [1, 1, 1]
    assert found["void"] is False
    b = found["series"][1]
    assert (b["median_ns"], b["quartile_ns"], b["ratio"]) == (20, 20, [2, 2, 2])
    assert len(b["batches"]) == 31


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("[" * 100_000, id="deep"),
        '{"schema": "quicksalt-lab/1", "kind": "ra',
        '{"schema": "quicksalt-lab/1", "groups": [',
        '{"schema": "quicksalt-lab/1",, "groups": []}',
        "[]",
        '{"schema": "quicksalt-lab/2"}',
        '{"schema": "quicksalt-lab/1"}',
    ],
)
def test_invalid_reports_are_rejected(text: str, fails: Fails) -> None:
    with fails(LabError):
        schema.load(text)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("batches", [1000, 1000]),
        ("batches", []),
        ("batches", [1000, 0, 1000]),
        ("batches", [1000, "x", 1000]),
        ("batches", 7),
        ("iterations", 0),
        ("iterations", True),
    ],
    ids=str,
)
def test_batches_that_give_no_figure_are_refused(member: str, value: object, fails: Fails) -> None:
    data = values()
    data["groups"][0]["series"][1][member] = value
    with fails(LabError):
        schema.load(json.dumps(data))


@pytest.mark.parametrize("part", ["card", "groups", "detail"])
@pytest.mark.parametrize("value", [None, 7, "text", [7], {"x": 7}])
def test_parts_of_another_shape_are_refused(part: str, value: object) -> None:
    if (part, value) == ("detail", {"x": 7}):
        pytest.skip("any object is a detail")
    data = values()
    with pytest.raises(LabError, match="damaged report"):
        schema.load(json.dumps({**data, part: value}))


def test_a_file_that_is_no_report_is_named(tmp_path: Path, fails: Fails) -> None:
    (tmp_path / "no-text").write_bytes(b"\xff\xfe")
    (tmp_path / "other").write_text('{"schema": "hyperfine/1"}')
    for name in ("missing", "no-text", "other"):
        with fails(LabError, name):
            schema.load_file(tmp_path / name)


def test_an_interrupted_report_says_so() -> None:
    whole = Report("race", card(), (group({"a": 10}),))
    assert "partial" not in json.loads(schema.dump(whole))
    text = schema.dump(replace(whole, partial=True))
    assert json.loads(text)["partial"] is True
    assert schema.load(text) == replace(whole, partial=True)


def test_a_failed_write_leaves_nothing_behind(tmp_path: object) -> None:
    path = tmp_path / "out.json"  # type: ignore[operator]
    files.save(path, "one")
    path.parent.joinpath("folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        files.save(path.parent / "folder", "two")
    assert sorted(p.name for p in path.parent.iterdir()) == ["folder", "out.json"]


def test_a_group_finds_its_series() -> None:
    made = group({"a": 10, "b": 20})
    assert "b" in made
    assert "c" not in made
    with pytest.raises(KeyError):
        made["c"]
    assert made.fastest(["b"]).name == "b"


def test_a_second_failure_of_the_control_voids_the_run() -> None:
    missed = group({"a": 1000}, twin=1005)
    assert not missed.void
    assert replace(missed, earlier=(missed.control,)).void
    assert group({"a": 1000}, twin=1020).void
    assert not replace(group({"a": 1000}), earlier=(missed.control,)).void
