"""The race, the tuning and the 2012 table, on the real library."""

from dataclasses import replace
from pathlib import Path

import pytest

from quicksalt import _native
from quicksalt.lab import race, regret, table, tune
from quicksalt.lab.calls import CALLS
from quicksalt.lab.forcing import forced, forcing
from quicksalt.lab.survey import UnknownTargetError, survey
from quicksalt_lab.ruler.measure import DisagreementError, LabError, Plan, measure
from quicksalt_lab.ruler.result import Topic
from quicksalt_lab.ruler.stats import Verdict
from tests import golden

from ..quicksalt_lab.conftest import Hands
from ..quicksalt_lab.samples import group, raced

TEXTS = Path(__file__).with_name("refusals.txt")

QUICK = Plan(rounds=3, batch_ns=50_000)
"""Enough to run everything; the figures mean nothing."""

OPERATION = "xsalsa20.xor"


def test_the_survey_finds_primitives_and_operations() -> None:
    everything = survey()
    assert {"xsalsa20.stream", "xsalsa20.xor"} <= {o.name for o in everything}
    assert [o.name for o in survey(["xsalsa20"])] == ["xsalsa20.stream", "xsalsa20.xor"]
    assert [o.name for o in survey([OPERATION])] == [OPERATION]
    with pytest.raises(UnknownTargetError, match="'xsalsa'") as caught:
        survey(["xsalsa"])
    golden.check_said(TEXTS, "primitive", caught.value)


def test_a_size_belongs_to_its_class() -> None:
    operation = survey([OPERATION])[0]
    assert [operation.selected(size).smallest for size in (0, 127, 128, 1000, 1 << 30)] == [
        0,
        0,
        128,
        512,
        65_536,
    ]


@pytest.mark.slow
def test_every_operation_races_on_every_raced_length() -> None:
    operations = survey()
    cells = race.cells(operations)
    groups = list(race.race(cells, QUICK))
    assert len(groups) == sum(len(race.LENGTHS[o.axis]) for o in operations)
    for cell, raced_group in zip(cells, groups, strict=True):
        assert raced_group.refused == ()
        names = [series.name for series in race.candidates(raced_group)]
        assert names == list(cell.operation.usable)
        assert raced_group[race.CHOICE].note == cell.operation.selected(cell.size).candidate
        assert race.winner(raced_group).name in names


def test_regret_is_the_choice_over_the_best() -> None:
    found = raced(22, a=20, b=30)
    assert race.winner(found).name == "a"
    assert race.regret(found).middle == pytest.approx(1.1)
    assert regret.judge(found, 1.05) is Verdict.SLOWER
    assert regret.judge(found, 1.2) is Verdict.SAME
    unsure = raced(20, a=[17 + i / 8 for i in range(31)])
    assert regret.judge(unsure, 1.05) is Verdict.CANNOT_TELL


def test_regret_is_measured_at_unraced_lengths() -> None:
    operations = survey([OPERATION, "x25519.base"])
    sizes = [cell.size for cell in regret.cells(operations, (300, 1000, 3000))]
    assert sorted(sizes) == [0, 64, 300, 1000, 3000, 16_384, 1_048_576]


def test_an_undecided_regret_is_raced_again(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    values = iter([1000, 1100] * 10_000)
    field = [hands.competitor(race.CHOICE, lambda: next(values)), hands.competitor("a", 1000)]
    monkeypatch.setattr(race, "field", lambda _cell: field)
    cell = race.Cell(survey([OPERATION])[0], 64)
    (found,) = regret.measure([cell], 1.05, hands.plan(pin=False))
    assert len(found.base.batches) == 63


def test_a_wrong_choice_stops_the_race(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = {race.CHOICE: b"wrong", "fast": b"wrong", "portable": b"right"}
    field = [hands.competitor(name, 10, output) for name, output in outputs.items()]
    monkeypatch.setattr(race, "field", lambda _cell: field)
    cell = race.Cell(survey([OPERATION])[0], 64)
    with pytest.raises(DisagreementError, match=r"xsalsa20\.xor at 64") as caught:
        list(race.race([cell], hands.plan()))
    golden.check_said(TEXTS, "wrong choice", caught.value)


@pytest.mark.parametrize(
    ("selected", "candidates", "kept"),
    [
        ("a", {"a": 100, "b": 90}, "b"),
        ("a", {"a": 100, "b": 99}, "a"),
        ("a", {"a": 100, "b": 110}, "a"),
        # Faster by 2.5 % at the median, but the interval overlaps the margin.
        ("a", {"a": 100, "b": [95 + i / 6 for i in range(31)]}, "a"),
        (None, {"a": 100, "b": 99}, "b"),
        ("gone", {"a": 100, "b": 99}, "b"),
    ],
)
def test_a_challenger_must_be_surely_faster(
    selected: str | None, candidates: dict[str, float], kept: str
) -> None:
    assert tune.choose(selected, [raced(100, **candidates)]) == kept


def test_noise_widens_the_margin() -> None:
    noisy = [95, 105] * 15 + [100]
    times = {race.CHOICE: 100, "a": 100, "b": 96}
    assert tune.choose("a", [group(times)]) == "b"
    assert tune.choose("a", [group(times, twin=noisy)]) == "a"


def test_a_void_race_changes_nothing() -> None:
    void = group({race.CHOICE: 100, "a": 100, "b": 50}, twin=120)
    assert tune.choose("a", [void]) == "a"
    assert tune.choose("a", [void, raced(100, a=100, b=101)]) == "a"
    assert tune.choose(None, [void]) == "b"


def test_the_choice_holds_in_all_epochs() -> None:
    # BLAKE2b on an Intel processor: on an idle core portable code is slightly the fastest, but with
    # a busy sibling thread it is by far the slowest.
    quiet, busy = raced(166, portable=166, avx512=172), raced(266, portable=276, avx512=176)
    assert tune.choose("portable", [quiet]) == "portable"
    assert tune.choose("avx512", [quiet]) == "portable"
    for selected in ("portable", "avx512", None):
        assert tune.choose(selected, [quiet, busy]) == "avx512"
        assert tune.choose(selected, [quiet, quiet, busy, quiet]) == "avx512"


def test_the_current_choice_stays_unless_surely_worse() -> None:
    # Worst regrets: 1.03 for a, 1.02 for b.
    epochs = [raced(100, a=103, b=100), raced(100, a=100, b=102)]
    assert [tune.choose(selected, epochs) for selected in ("a", "b", None)] == ["a", "b", "b"]
    # Now the worst regret of a is 1.08.
    epochs = [raced(100, a=108, b=100), raced(100, a=100, b=102)]
    assert tune.choose("a", epochs) == "b"


def test_a_candidate_that_was_refused_in_one_epoch_is_not_chosen() -> None:
    epochs = [raced(100, a=100, b=50), raced(100, a=100)]
    assert [tune.choose(selected, epochs) for selected in ("a", "b", None)] == ["a"] * 3


def test_tuning_twice_gives_the_same_record(hands: Hands) -> None:
    # b is faster by 3 %: it replaces a, and a does not replace it.
    field = [hands.competitor(n, c) for n, c in ((race.CHOICE, 1000), ("a", 1000), ("b", 970))]
    first = tune.choose("a", [measure(Topic("x"), field, hands.plan())])
    again = tune.choose(first, [measure(Topic("x"), field, hands.plan())])
    assert (first, again) == ("b", "b")


def test_a_forced_choice_is_not_tuned() -> None:
    with forcing(survey()):
        _native.force(OPERATION, "portable")
        with pytest.raises(tune.NotTunableError, match=OPERATION):
            tune.cells(survey([OPERATION]))


def test_a_policy_is_not_tuned() -> None:
    _native.set_policy("verified")
    try:
        with pytest.raises(tune.NotTunableError, match="not verified"):
            tune.cells(survey([OPERATION]))
    finally:
        _native.set_policy("fastest")


def test_tuning_keeps_the_rows_of_other_operations(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("QUICKSALT_RECORD", str(tmp_path / "record"))  # type: ignore[operator]
    try:
        for operation in (OPERATION, "x25519.base"):
            cells = tune.cells(survey([operation]))
            groups = [replace(g, condition="quiet") for g in race.race(cells, QUICK)]
            tune.save(tune.decide(cells, groups))
        rows = _native.record_rows() or []
        assert all(row[3].startswith("quiet ") for row in rows)
        assert [row[0] for row in rows] == [OPERATION] * 7 + ["x25519.base"]
        assert {c.reason for c in survey([OPERATION])[0].classes} == {"record"}
    finally:
        monkeypatch.undo()
        _native.set_policy(_native.policy())


def test_forcing_restores_the_previous_state() -> None:
    (before,) = survey([OPERATION])
    assert forced(before) is None
    with pytest.raises(LabError, match="in between"):
        _force_and_fail()
    assert survey([OPERATION])[0] == before


def _force_and_fail() -> None:
    before = survey([OPERATION])
    with forcing(survey()) as keeper:
        keeper.portable()
        assert {forced(o) for o in survey() if "portable" in o.usable} == {"portable"}
        keeper.restore()
        assert survey([OPERATION]) == before
        keeper.portable()
        raise LabError("in between")


def test_a_choice_forced_by_the_user_outlives_the_table() -> None:
    with forcing(survey()):
        _native.force(OPERATION, "portable")
        operations = survey()
        wanted = [call for call in table.calls(operations) if call.name == "crypto_stream_xor"]
        (found,) = table.measure_rows(wanted, operations, QUICK)
        assert table.row(found).candidates == "xor portable"
        assert forced(survey([OPERATION])[0]) == "portable"


def test_the_table_measures_portable_against_the_choice() -> None:
    operations = survey()
    wanted = table.calls(operations)
    groups = list(table.measure_rows(wanted, operations, QUICK))
    rows = [table.row(found) for found in groups]
    assert [row.name for row in rows] == [call.name for call in wanted]
    assert all(not found.refused for found in groups)
    assert all(row.candidates and row.portable_ns > 0 and row.chosen_ns > 0 for row in rows)


def test_the_table_has_the_18_names_of_2012() -> None:
    names = """
        auth auth_verify box box_keypair box_open hash_sha256 hash_sha512 onetimeauth
        onetimeauth_verify scalarmult scalarmult_base secretbox secretbox_open sign
        sign_seed_keypair sign_open stream stream_xor
    """
    assert [call.name for call in CALLS] == [f"crypto_{name}" for name in names.split()]


def test_the_operations_of_the_table_exist() -> None:
    assert {name for call in CALLS for name in call.operations} <= {o.name for o in survey()}


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("X25519", {"x25519.scalarmult", "x25519.base"}),
        ("sha-256", {"sha256.hash", "sha256.update"}),
        ("SHA3_256", {"keccak.permute24", "keccak.permute12"}),
        ("curve25519", {"x25519.scalarmult", "x25519.base"}),
        ("crypto_sign", {"ed25519.sign"}),
        ("secretbox", {"xsalsa20poly1305.seal"}),
        ("X25519.Base", {"x25519.base"}),
    ],
)
def test_names_in_common_spellings(given: str, meant: set[str]) -> None:
    assert {operation.name for operation in survey([given])} == meant
