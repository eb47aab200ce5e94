"""The smaller views: dispatch cost, peers, figures as text."""

import re
from dataclasses import replace
from pathlib import Path

import nacl.bindings
import pytest

from quicksalt import bindings
from quicksalt.lab import dispatch
from quicksalt.lab.calls import CALLS, Inputs, competitor
from quicksalt.lab.peers import match, objects
from quicksalt.lab.peers.further import FURTHER
from quicksalt.lab.survey import survey
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.loops import flat, looped
from quicksalt_lab.ruler.measure import DisagreementError, Plan, measure
from quicksalt_lab.ruler.result import Topic
from quicksalt_lab.ruler.stats import Interval, Verdict
from tests import golden

from ..quicksalt_lab.conftest import Hands
from ..quicksalt_lab.samples import group

TEXTS = Path(__file__).with_name("refusals.txt")

QUICK = Plan(rounds=3, batch_ns=50_000)


def test_the_cost_of_dispatch_is_the_difference_in_nanoseconds() -> None:
    found = group({dispatch.DIRECT: 10, dispatch.CHOICE: 11.5})
    assert dispatch.cost(found) == Interval(1.5, 1.5, 1.5)


@pytest.mark.slow
def test_dispatch_races_the_chosen_candidate_at_its_shortest() -> None:
    operations = survey()
    cheapest = dispatch.cheapest(operations, QUICK)
    assert cheapest in operations
    found = dispatch.race(cheapest, QUICK)
    shortest = dispatch.SHORTEST[cheapest.axis]
    assert found.topic.size == shortest
    assert found[dispatch.DIRECT].note == cheapest.selected(shortest).candidate
    assert len(found.base.batches) == dispatch.ROUNDS


@pytest.mark.slow
def test_peers_are_timed_on_equal_output() -> None:
    there = [peer for peer in match.PEERS if peer.problem is None]
    assert [peer.name for peer in there] == ["PyNaCl", "libnacl", "cryptography"]
    rows = list(match.rows(there, 100))
    ours = [call.name for call in (*CALLS, *FURTHER) if hasattr(bindings, call.name)]
    assert [row.name for row in rows][: len(ours)] == ours
    for row in rows:
        played = match.play(row, 100, QUICK)
        assert played.refused == (), row.name
        assert played.base.name == match.OURS
        assert match.best_peer(played) in {"PyNaCl", "libnacl", "cryptography"}
        assert match.verdict(played) is not None


def test_every_function_that_pynacl_shares_has_a_row() -> None:
    """The exceptions are trivial functions, and functions that perform a single step on a state."""
    rows = {call.name for call in (*CALLS, *FURTHER)}
    theirs = vars(nacl.bindings)
    functions = {name for name in nacl.bindings.__all__ if callable(theirs.get(name))}
    assert {name for name in functions - rows if not re.search(WITHOUT_ROW, name)} == set()


WITHOUT_ROW = (
    "ed25519ph|blake2b_(init|update|final)|secretstream|_keypair$|_sk_to_(pk|seed)|sodium_init"
    "|pick_scrypt|_str|^crypto_hash$|^crypto_box_(seal|easy|open|afternm)|open_easy"
    "|crypto_core_ed25519_(sub|scalar_(sub|negate|complement))"
)
"""`SealedBox`, `Box` and `SigningKey` have rows under objects; `_sub` is covered by `_add`."""


def test_a_wrong_result_of_quicksalt_stops_the_match(hands: Hands) -> None:
    field = [
        hands.competitor(match.OURS, 10, b"wrong"),
        hands.competitor("a", 10, b"right"),
        hands.competitor("b", 10, b"right"),
    ]
    with pytest.raises(DisagreementError, match="quicksalt") as caught:
        match.play(match.Row("row", lambda: field), 1, hands.plan())
    golden.check_said(TEXTS, "wrong row", caught.value)


def test_a_missing_peer_is_named_with_its_install_line() -> None:
    absent = replace(match.PEERS[0], functions=match._attributes("no_such_module"))
    assert absent.problem is not None
    assert absent.problem.endswith(": pip install pynacl")
    assert match.PEERS[0].problem is None


def test_a_missing_module_of_a_package_is_a_missing_row() -> None:
    find = match._methods("json", {row.name: row.bind for row in objects.OBJECTS})
    assert find("SecretBox.encrypt", Inputs()) is None
    assert find("nothing", Inputs()) is None


@pytest.mark.parametrize(
    ("ours", "verdict", "goal"),
    [
        (28, Verdict.FASTER, Verdict.FASTER),
        (40, Verdict.FASTER, Verdict.SLOWER),
        (101, Verdict.SAME, Verdict.SLOWER),
        (110, Verdict.SLOWER, Verdict.SLOWER),
        ([100 + i for i in range(-15, 16)], Verdict.CANNOT_TELL, Verdict.SLOWER),
        ([30 + i / 10 for i in range(-15, 16)], Verdict.FASTER, Verdict.CANNOT_TELL),
    ],
)
def test_rows_are_judged_by_the_best_peer_and_goals_by_theirs(
    ours: float, verdict: Verdict, goal: Verdict
) -> None:
    played = group({match.OURS: ours, "slow": 200, "PyNaCl": 100})
    assert match.best_peer(played) == "PyNaCl"
    assert match.verdict(played) is verdict
    assert match.reached(match.Goal("row", "PyNaCl", 0.3), played) is goal


def test_a_row_without_peers_has_no_verdict() -> None:
    assert match.verdict(group({match.OURS: 1})) is None


def test_a_call_that_accepts_forgeries_is_refused() -> None:
    (call,) = [c for c in CALLS if c.name == "crypto_auth_verify"]
    inputs = Inputs()
    inputs.__dict__["auth"] = bytes(32)

    def careful(tag: bytes, _message: bytes, _key: bytes) -> bool:
        return tag == bytes(32)

    def careless(*_arguments: bytes) -> bool:
        return True

    field = [competitor(call, f, inputs, f.__name__) for f in (careful, careful, careless)]
    found = measure(Topic("x"), [field[0], field[2]], QUICK)
    assert [refusal.name for refusal in found.refused] == ["careless"]


def test_loops_call_with_the_arguments_and_keep_the_last_result() -> None:
    for count in range(5):
        seen: list[tuple[int, ...]] = []

        def record(*arguments: int, seen: list[tuple[int, ...]] = seen) -> bytes:
            seen.append(arguments)
            return bytes([len(seen)])

        made = looped("x", record, tuple(range(count)))
        made.run(3)
        assert seen == [tuple(range(count))] * 3
        assert made.output is not None
        assert made.output() == b"\x03"


def test_results_are_flattened() -> None:
    assert flat((b"a", bytearray(b"b"))) == b"ab"
    assert flat(None) == b"None"


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (9.987, "9.99 ns"),
        (99.97, "100 ns"),
        (999.6, "1.00 us"),
        (1.5e6, "1.50 ms"),
        (2e9, "2.00 s"),
    ],
)
def test_times_have_three_digits(nanoseconds: float, text: str) -> None:
    assert units.time(nanoseconds) == text


def test_sizes_have_readable_units() -> None:
    sizes = [units.size(n, "bytes") for n in (64, 1000, 16_384, 1_048_576)]
    assert sizes == ["64 B", "1000 B", "16 KiB", "1 MiB"]
    assert [units.size(n, "messages") for n in (1, 4)] == ["1 message", "4 messages"]
    assert units.size(0, "none") == ""
    assert units.ratio(Interval(1, 1.01234, 1.02)) == "1.012 [1.000..1.020]"
    assert units.percent(0.0043) == "0.43 %"


def test_commands_are_printed_as_a_shell_takes_them() -> None:
    words = ["./a b", "-n", "{n}", "--x=/y", "it's", "", "two\nlines"]
    assert units.command(words) == "'./a b' -n {n} --x=/y 'it'\"'\"'s' '' 'two\\nlines'"
