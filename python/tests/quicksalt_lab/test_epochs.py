"""Epochs and the choice that holds in all of them, on invented figures."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quicksalt_lab.ruler import epochs, schema
from quicksalt_lab.ruler.result import Topic

from .samples import card, group

Q, B = epochs.QUIET, epochs.BUSY


@pytest.mark.parametrize(
    ("quiet", "busy", "expected"),
    [
        (1, 0, [Q]),
        (1, 1, [Q, B]),
        (2, 1, [Q, Q, B]),
        (2, 2, [Q, B, Q, B]),
        (3, 1, [Q, Q, Q, B]),
        (1, 2, [Q, B, B]),
        (4, 2, [Q, Q, B, Q, Q, B]),
    ],
)
def test_conditions_are_spread(quiet: int, busy: int, expected: list[str]) -> None:
    assert list(epochs.conditions(quiet, busy)) == expected


def test_epochs_are_gathered_by_topic() -> None:
    one, two = (group({"a": 1}, topic=Topic(name, 64, "bytes")) for name in ("x", "y"))
    again = replace(one, condition=B)
    assert epochs.by_topic([one, two, again]) == [(one, again), (two,)]
    other_size = replace(one, topic=Topic("x", 65, "bytes"))
    assert epochs.by_topic([one, other_size]) == [(one,), (other_size,)]


def middles(found: epochs.Regrets) -> dict[str, list[float | None]]:
    return {
        name: [None if regret is None else round(regret.middle, 3) for regret in column]
        for name, column in found.items()
    }


def test_regret_is_the_time_over_that_of_the_best_of_the_epoch() -> None:
    made = [
        group({"c": 50, "a": 100, "b": 110}),
        group({"c": 50, "a": 300, "b": 200}),
        # A void epoch does not count.
        group({"c": 50, "a": 900, "b": 100}, twin=80),
        group({"c": 50, "a": 100}),
    ]
    found = epochs.regrets(made, ["a", "b"])
    assert middles(found) == {"a": [1, 1.5, None, 1], "b": [1.1, 1, None, None]}
    worst = epochs.worst(found["a"])
    assert worst is not None
    assert worst.middle == pytest.approx(1.5)
    assert epochs.worst([None]) is None


def test_the_least_worst_is_chosen() -> None:
    quiet, busy = group({"a": 100, "b": 104, "c": 120}), group({"a": 158, "b": 100, "c": 119})
    names = ["a", "b", "c"]
    assert epochs.least_worst(epochs.regrets([quiet], names)) == "a"
    assert epochs.least_worst(epochs.regrets([busy], names)) == "b"
    assert epochs.least_worst(epochs.regrets([quiet, busy], names)) == "b"
    # Neither the mean nor the last epoch decides.
    assert epochs.least_worst(epochs.regrets([quiet, busy, quiet, quiet, quiet], names)) == "b"


def test_partly_measured_candidates_are_not_chosen() -> None:
    both, one = group({"a": 130, "b": 100}), group({"a": 100})
    assert epochs.least_worst(epochs.regrets([both, one], ["a", "b"])) == "a"
    void = group({"a": 100}, twin=200)
    assert epochs.least_worst(epochs.regrets([both, void], ["a", "b"])) == "b"
    assert epochs.least_worst(epochs.regrets([void], ["a", "b"])) is None
    assert epochs.least_worst(epochs.regrets([one, group({"b": 1})], ["a", "b"])) is None


TIMES = st.floats(50, 500)


@given(st.lists(st.tuples(TIMES, TIMES, TIMES), min_size=1, max_size=6))
def test_no_other_has_a_lesser_worst_regret(rows: list[tuple[float, float, float]]) -> None:
    names = ["a", "b", "c"]
    made = [group(dict(zip(names, row, strict=True))) for row in rows]
    found = epochs.regrets(made, names)
    chosen = epochs.least_worst(found)
    # Recomputed from the same rounded times.
    calls = [{name: g[name].median for name in names} for g in made]
    worst = {name: max(row[name] / min(row.values()) for row in calls) for name in names}
    assert chosen is not None
    assert worst[chosen] == pytest.approx(min(worst.values()))


def test_equal_candidates_stay_in_order() -> None:
    made = [group({"a": 100, "b": 100})]
    assert epochs.least_worst(epochs.regrets(made, ["b", "a"])) == "b"


def test_a_report_tells_the_conditions() -> None:
    alone = group({"a": 100})
    groups = (replace(alone, condition=B), alone)
    text = schema.dump(schema.Report("x", card(), groups))
    assert schema.load(text).groups == groups
    assert text.count('"condition":"busy"') == 1
