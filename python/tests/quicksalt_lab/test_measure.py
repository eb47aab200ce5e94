"""The ruler with a manual clock."""

import gc
import itertools
import os
import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from quicksalt_lab.ruler.clock import best_cpu
from quicksalt_lab.ruler.measure import (
    SCREEN_ROUNDS,
    Competitor,
    Interrupted,
    LabError,
    Plan,
    insist,
    measure,
)
from quicksalt_lab.ruler.result import Refusal, Topic
from quicksalt_lab.ruler.stats import Interval, Verdict

from .conftest import Fails, Hands, Said

TOPIC = Topic("work", 64, "bytes")


def test_ratios_match_the_costs(hands: Hands) -> None:
    field = [hands.competitor("a", 10), hands.competitor("b", 20), hands.competitor("c", 10.5)]
    group = measure(TOPIC, field, hands.plan())
    assert group.ratio("b").middle == pytest.approx(2)
    assert group.verdict("b") is Verdict.SLOWER
    assert group.verdict("c") is Verdict.SLOWER
    assert group.verdict("a", "b") is Verdict.FASTER
    assert group.control == Interval(1, 1, 1)
    assert (group.floor, group.threshold, group.void) == (0, 0.02, False)
    assert group["a"].median == pytest.approx(10)
    assert group.fastest().name == "a"
    assert (group.clock, group.seed, group.topic) == ("fake", 1, TOPIC)


@pytest.mark.parametrize(("noise", "trials", "all_see_it"), [(0.01, 20, True), (0.10, 10, False)])
def test_five_percent_are_seen_unless_noise_hides_them(
    noise: float, trials: int, all_see_it: bool, hands: Hands
) -> None:
    """Compare 100 calls of a function with 100 calls and with 105 calls of the same function."""
    rng = random.Random(1)

    def calls(name: str, count: int) -> Competitor:
        return hands.competitor(name, lambda: count * 1000 * rng.gauss(1, noise))

    field = [calls("base", 100), calls("equal", 100), calls("slowed", 105)]
    groups = [measure(TOPIC, field, hands.plan()) for _ in range(trials)]
    seen = [group.verdict("slowed") is Verdict.SLOWER for group in groups]
    assert all(seen) is all_see_it
    if all_see_it:
        wrong = (Verdict.SLOWER, Verdict.FASTER)
        assert not any(group.verdict("equal") in wrong for group in groups)
        assert max(group.floor for group in groups) < 0.02
        assert not any(group.void for group in groups)


def test_batches_are_calibrated_to_one_time(hands: Hands) -> None:
    field = [hands.competitor("short", 10), hands.competitor("long", 5000)]
    group = measure(TOPIC, field, hands.plan())
    assert group["short"].iterations == 100
    assert group["long"].iterations == 1
    assert set(group["short"].batches) == {1000}


def test_every_round_runs_each_once_and_the_first_twice(hands: Hands) -> None:
    field = [hands.competitor(name, 10) for name in "abc"]
    group = measure(TOPIC, field, hands.plan(rounds=31))
    timed = hands.ran[-31 * 4 :]
    rounds = [timed[i : i + 4] for i in range(0, len(timed), 4)]
    assert all(sorted(name for name, _ in r) == ["a", "a", "b", "c"] for r in rounds)
    assert len({tuple(r) for r in rounds}) > 6
    assert [len(series.batches) for series in (*group.series, group.twin)] == [31] * 4


def test_the_seed_gives_the_order(hands: Hands) -> None:
    def order(seed: int) -> list[tuple[str, int]]:
        hands.ran.clear()
        field = [hands.competitor(name, 10) for name in "abc"]
        measure(TOPIC, field, replace(hands.plan(), seed=seed))
        return list(hands.ran)

    assert order(1) == order(1)
    assert order(1) != order(2)


@pytest.mark.parametrize(("whole", "left"), [(2, None), (3, 3), (4, 3), (30, 29)])
def test_an_interrupt_leaves_an_odd_number_of_whole_rounds(
    hands: Hands, whole: int, left: int | None
) -> None:
    def field(last: int) -> list[Competitor]:
        calls = itertools.count(1)

        def cost() -> float:
            if next(calls) == last:
                raise KeyboardInterrupt
            return 20

        wrong = hands.competitor("wrong", 10, b"other")
        return [hands.competitor("a", 10, b"one"), hands.competitor("b", cost, b"one"), wrong]

    measure(TOPIC, field(0), hands.plan(rounds=31))
    calibrating = [name for name, _ in hands.ran].count("b") - 31
    with pytest.raises(KeyboardInterrupt) as stopped:
        measure(TOPIC, field(calibrating + whole + 1), hands.plan(rounds=31))
    found = stopped.value
    if left is None:
        assert not isinstance(found, Interrupted)
        return
    assert isinstance(found, Interrupted)
    assert {len(s.batches) for s in (*found.group.series, found.group.twin)} == {left}
    assert found.group.ratio("b").middle == pytest.approx(2)
    assert found.group.refused == (Refusal("wrong", "wrong output"),)


def test_a_drifting_machine_does_not_change_a_ratio(hands: Hands) -> None:
    # The machine's speed halves during the run.
    field = [
        hands.competitor("a", lambda: 1000 + hands.now / 150),
        hands.competitor("b", lambda: 1100 + 1.1 * hands.now / 150),
    ]
    group = measure(TOPIC, field, hands.plan())
    assert group["a"].batches[-1] > 1.5 * group["a"].batches[0]
    assert group.ratio("b").middle == pytest.approx(1.1, rel=0.01)


def test_a_short_disturbance_does_not_change_a_ratio(hands: Hands) -> None:
    calls = iter(range(10_000))
    field = [
        hands.competitor("a", lambda: 5000 if 40 < next(calls) < 50 else 1000),
        hands.competitor("b", 1050),
    ]
    assert measure(TOPIC, field, hands.plan()).ratio("b").middle == pytest.approx(1.05)


def test_a_wrong_output_is_not_timed(hands: Hands) -> None:
    field = [
        hands.competitor("wrong", 1, b"x"),
        hands.competitor("a", 10, b"right"),
        hands.competitor("b", 10, b"right"),
        hands.competitor("silent", 10),
    ]
    group = measure(TOPIC, field, hands.plan())
    assert [series.name for series in group.series] == ["a", "b", "silent"]
    assert group.refused == (Refusal("wrong", "wrong output"),)
    assert sum(name == "wrong" for name, _ in hands.ran) == 1


def test_the_reference_outvotes_the_majority(hands: Hands) -> None:
    field = [hands.competitor(*given) for given in (("a", 9, b"x"), ("b", 9, b"x"), ("c", 9, b"y"))]
    group = measure(TOPIC, field, hands.plan(reference="c"))
    assert [series.name for series in group.series] == ["c"]
    assert [refusal.name for refusal in group.refused] == ["a", "b"]


def test_a_tie_goes_to_the_first(hands: Hands) -> None:
    field = [hands.competitor("a", 10, b"x"), hands.competitor("b", 10, b"y")]
    group = measure(TOPIC, field, hands.plan())
    assert [refusal.name for refusal in group.refused] == ["b"]


def test_a_competitor_that_raises_is_reported(hands: Hands, fails: Fails, said: Said) -> None:
    def broken(_: int) -> None:
        raise RuntimeError("no")

    group = measure(TOPIC, [hands.competitor("a", 10), Competitor("b", broken)], hands.plan())
    (refusal,) = group.refused
    assert refusal.name == "b"
    said(refusal.reason, "beside another")
    with fails(LabError, "alone"):
        measure(TOPIC, [Competitor("b", broken)], hands.plan())


def test_slow_competitors_stop_early(hands: Hands) -> None:
    field = [hands.competitor(name, cost) for name, cost in (("a", 20), ("b", 10), ("c", 12))]
    field.append(hands.competitor("d", 14))
    group = measure(TOPIC, field, hands.plan(drop_behind=1.3))
    rounds = {series.name: len(series.batches) for series in group.series}
    assert rounds == {"a": 31, "b": 31, "c": 31, "d": SCREEN_ROUNDS}
    assert group.ratio("d", "b").middle == pytest.approx(1.4, rel=0.01)


def test_rounds_are_added_once_where_a_verdict_needs_them(hands: Hands) -> None:
    noise = random.Random(3)
    field = [
        hands.competitor("a", 1000),
        hands.competitor("b", lambda: noise.choice((1000, 1040))),
    ]
    assert len(measure(TOPIC, field, hands.plan(decide=True)).base.batches) == 63
    field[1] = hands.competitor("b", 1500)
    assert len(measure(TOPIC, field, hands.plan(decide=True)).base.batches) == 31


@pytest.fixture
def fixed_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the competitors in their given order in each round, the twin last."""
    monkeypatch.setattr(random.Random, "shuffle", lambda _self, _items: None)


@pytest.mark.usefixtures("fixed_order")
@pytest.mark.parametrize(
    ("first_run", "second_run", "runs", "void"),
    [
        (1000, 1000, 1, False),
        (1005, 1000, 2, False),
        (1005, 1005, 2, True),
        (995, 1005, 2, True),
        (1020, 1000, 1, True),
    ],
)
def test_a_missed_control_repeats_the_run_once(
    hands: Hands, first_run: int, second_run: int, runs: int, void: bool
) -> None:
    # Calls before the rounds: one check, two for calibration.
    costs = [1000] * 3 + [1000, first_run] * 31 + [1000, second_run] * 31
    calls = iter(costs)
    group = measure(TOPIC, [hands.competitor("a", lambda: next(calls))], hands.plan())
    assert len(hands.ran) == 3 + 62 * runs
    assert len(group.earlier) == runs - 1
    assert group.void is void


@pytest.mark.usefixtures("fixed_order")
def test_a_void_run_is_measured_once_more(hands: Hands) -> None:
    made = []

    def line_up() -> list[Competitor]:
        calls = iter([1000] * 3 + [1000, 1000 if made else 1050] * 31)
        made.append(hands.competitor("a", lambda: next(calls)))
        return made[-1:]

    group = insist(TOPIC, line_up, hands.plan())
    assert (len(made), group.void, group.control) == (2, False, Interval(1, 1, 1))
    assert [interval.middle for interval in group.earlier] == [1.05]


def test_the_process_state_is_restored(hands: Hands) -> None:
    seen = []

    def affinity() -> set[int]:
        return os.sched_getaffinity(0) if sys.platform == "linux" else set()

    def run(_: int) -> None:
        seen.append((gc.isenabled(), len(affinity())))
        hands.now += 1000

    before = affinity()
    measure(TOPIC, [Competitor("a", run)], hands.plan())
    assert set(seen) == {(False, 1 if before else 0)}
    assert gc.isenabled()
    assert affinity() == before

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(TOPIC, [Competitor("a", interrupted)], hands.plan())
    assert gc.isenabled()
    assert affinity() == before


def test_the_cpu_is_one_of_the_fastest_kind(tmp_path: Path) -> None:
    assert best_cpu({0, 1, 5}, tmp_path) == 5
    for cpu, frequency in ((0, 5000), (1, 5000), (2, 3000), (3, 3000)):
        folder = tmp_path / f"cpu{cpu}" / "cpufreq"
        folder.mkdir(parents=True)
        (folder / "cpuinfo_max_freq").write_text(f"{frequency}\n")
    assert best_cpu({0, 1, 2, 3}, tmp_path) == 1
    assert best_cpu({2, 3}, tmp_path) == 3
    (tmp_path / "cpu2" / "cpu_capacity").write_text("1024\n")
    assert best_cpu({0, 1, 2, 3}, tmp_path) == 2


def test_before_runs_untimed_ahead_of_every_batch(hands: Hands) -> None:
    def before() -> None:
        hands.ran.append(("before", 0))
        hands.now += 77_777

    group = measure(TOPIC, [replace(hands.competitor("a", 10), before=before)], hands.plan())
    assert set(group.base.batches) == {1000}
    assert [name for name, _ in hands.ran] == ["before", "a"] * (len(hands.ran) // 2)


@pytest.mark.parametrize("rounds", [0, 1, 30])
def test_rounds_must_be_odd(hands: Hands, rounds: int, fails: Fails) -> None:
    with fails(LabError):
        measure(TOPIC, [hands.competitor("a", 10)], hands.plan(rounds=rounds))


def test_duplicate_names_are_rejected(hands: Hands, fails: Fails) -> None:
    with fails(LabError):
        measure(TOPIC, [hands.competitor("a", 10)] * 2, hands.plan())


def test_work_without_duration_is_an_error(hands: Hands, fails: Fails) -> None:
    with fails(LabError):
        measure(TOPIC, [hands.competitor("a", 0)], hands.plan())


def test_a_real_clock_is_the_default() -> None:
    assert Plan().clock.read() >= 0
    assert Plan().clock.name in {"thread-cpu", "wall"}
