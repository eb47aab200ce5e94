"""The line protocol, with real processes that follow it or violate it."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quicksalt_lab.ruler import child as module
from quicksalt_lab.ruler.child import Child, ChildError, start
from quicksalt_lab.ruler.clock import THREAD, WALL
from quicksalt_lab.ruler.measure import Competitor, LabError, OwnClock, Plan, measure
from quicksalt_lab.ruler.result import Topic
from quicksalt_lab.ruler.stats import Verdict

from ..conftest import Fails, Hands, Said
from .conftest import scripted

TOPIC = Topic("xorshift")
FEW = Plan(rounds=3, batch_ns=100_000, seed=1)

AFTER_1000_STEPS = bytes.fromhex("9e8b2325c8f3382d")
"""Output of xorshift64 with shifts 13, 7, 17 from the seed 1."""


def test_children_in_c_and_python_are_measured(in_c: list[str], in_python: list[str]) -> None:
    with start("C", in_c) as c, start("Python", in_python) as python:
        assert (c.clock, c.version) == ("thread-cpu", "xorshift in C")
        group = measure(TOPIC, [c.competitor(), python.competitor()], FEW)
    assert group.refused == ()
    assert (group.clock, [series.clock for series in group.series]) == ("thread-cpu", ["", ""])
    assert [series.note for series in group.series] == ["xorshift in C", "xorshift in Python"]
    assert [len(series.batches) for series in (*group.series, group.twin)] == [3, 3, 3]
    assert group["C"].iterations > group["Python"].iterations
    assert group.verdict("Python") is Verdict.SLOWER


def test_a_child_in_rust_is_measured_beside_a_call(in_rust: list[str], fails: Fails) -> None:
    call = Competitor("call", lambda _: time.sleep(0), lambda: AFTER_1000_STEPS)
    with start("Rust", in_rust) as rust:
        assert rust.clock == WALL.name
        competitors = [call, rust.competitor()]
        group = measure(TOPIC, competitors, Plan(rounds=3, batch_ns=100_000, clock=WALL))
        assert group.refused == ()
        with fails(LabError):
            measure(TOPIC, competitors, Plan(rounds=3, clock=THREAD))


@pytest.mark.parametrize("language", ["in_c", "in_python", "in_rust"])
def test_a_child_keeps_the_protocol(
    language: str, request: pytest.FixtureRequest, fails: Fails
) -> None:
    with start("child", request.getfixturevalue(language)) as child:
        assert child.run(3) > 0
        assert child.output() == AFTER_1000_STEPS
        with fails(ChildError):
            child.task("something", "else")
        assert child.run(1) > 0
        process = child._process
    assert process.returncode == 0


WRONG = (
    "exit 3",
    "kill -9 $$",
    "echo ok 12; exec >&-; sleep 100",
    "exec <&-; echo ok 12; sleep 100",
    "echo ok",
    "echo ok -5",
    "echo ok 1.5",
    "echo ok 1_0",
    "echo ok nan",
    "echo ok 9999999999999999999999",
    "echo ok 90000000000",
    "echo 12",
    "echo",
    r"printf 'ok \377\n'",
    r"printf 'o\377 1\n'",
    r"printf '\033[2Jok 1\n'",
    "echo ok 12; echo ok 12",
    "echo error the disk is full",
    "echo error Gerät fehlt",
    "echo lost >&2; exit 1",
)


@pytest.mark.parametrize("answer", WRONG)
def test_invalid_answers_are_errors(answer: str, fails: Fails) -> None:
    def run(child: Child) -> None:
        child.run(1)
        # The next request detects output after the first answer.
        time.sleep(0.1)
        child.run(1)

    with start("odd", scripted(answer, "echo ok 12")) as child:
        with fails(ChildError, TIME=r"(?<=after )[\d.]+ \w+"):
            run(child)
        # Kill it without the end request.
        child._process.kill()


PARROT = """
import sys
for number, line in enumerate(sys.stdin.buffer):
    verb, _, rest = line.strip().partition(b" ")
    if verb == b"task":
        said = bytes.fromhex(rest.decode())
    answer = said if verb == b"run" else b"ok quicksalt-child/1 wall parrot"
    sys.stdout.buffer.write(answer + b"\\n")
    sys.stdout.buffer.flush()
"""
"""A child that answers `run` with the argument of its task."""


def test_any_answer_line_is_a_time_or_an_error() -> None:
    lines = st.binary(max_size=40) | st.from_regex(
        rb"(ok|error) ?[-+0-9. ]{0,7}\r?", fullmatch=True
    )
    with start("parrot", [sys.executable, "-c", PARROT]) as child:

        @settings(max_examples=200, deadline=None)
        @given(lines.filter(lambda line: b"\n" not in line))
        def answered(line: bytes) -> None:
            child.task(line.hex())
            if time_given := re.fullmatch(rb"ok ([0-9]{1,7})\r?", line):
                assert child.run(1) == int(time_given[1])
            else:
                with pytest.raises(ChildError, match=r"^parrot, request run: "):
                    child.run(1)
            # The next request gets its own answer.
            assert child._ask("other") == "quicksalt-child/1 wall parrot"

        answered()


@pytest.mark.parametrize(
    "hello",
    [
        "echo ok quicksalt-child/2 wall x",
        "echo ok quicksalt-child/1",
        "echo ok quicksalt-child/1 sundial x",
        "echo $request",
        "echo error I speak version 2",
        "exit",
    ],
)
def test_a_program_without_greeting_is_rejected(hello: str, fails: Fails) -> None:
    with fails(ChildError), start("odd", scripted(hello=hello)):
        pass


def test_a_program_that_does_not_start_is_named(tmp_path: Path, fails: Fails) -> None:
    with fails(ChildError), start("odd", [str(tmp_path / "gone")]):
        pass


def test_output_is_hexadecimal(fails: Fails) -> None:
    answers = ("echo ok 00fF", "echo ok", "echo ok 0", "echo ok 0 0", "echo ok zz")
    with start("odd", scripted(*answers)) as child:
        assert [child.output(), child.output()] == [b"\x00\xff", b""]
        for answer in answers[2:]:
            with fails(ChildError, answer):
                child.output()


@pytest.mark.parametrize("answer", ["sleep 100", "printf 'ok 1'; sleep 100"])
def test_a_hanging_child_times_out(answer: str, fails: Fails) -> None:
    with (
        fails(ChildError),
        start("odd", scripted(answer), timeout_s=0.2) as child,
    ):
        child.run(1)


def test_a_child_that_does_not_read_times_out(fails: Fails) -> None:
    deaf = scripted(hello="echo ok quicksalt-child/1 wall deaf; sleep 100")
    with fails(ChildError), start("odd", deaf, timeout_s=0.2) as child:
        child.task("x" * 300_000)


def test_an_endless_answer_is_truncated(monkeypatch: pytest.MonkeyPatch, fails: Fails) -> None:
    monkeypatch.setattr(module, "LONGEST_LINE", 1 << 17)
    endless = scripted("tr '\\0' x < /dev/zero")
    with fails(ChildError), start("odd", endless) as child:
        child.run(1)


def test_a_request_is_one_line(fails: Fails) -> None:
    with start("odd", scripted("echo ok")) as child:
        for word in ("a\nrun 1", "\N{SNOWMAN}", "\x1b"):
            with fails(ValueError, repr(word)):
                child.task(word)
        child.task("a", "b")


def test_a_hanging_child_is_killed_with_its_descendants(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    with start("odd", scripted(f"sleep 100 & echo $! > {path}; echo ok 1; sleep 100")) as child:
        child.run(1)
        process, grandchild = child._process, int(path.read_text())
    assert process.returncode == -9
    for _ in range(1000):
        try:
            os.kill(grandchild, 0)
        except ProcessLookupError:
            break
        # A zombie until its new parent waits for it.
        if ") Z " in Path(f"/proc/{grandchild}/stat").read_text():
            break
        time.sleep(0.01)
    else:
        pytest.fail("the grandchild is still alive")


def test_a_child_that_fails_before_it_is_timed_is_refused(in_c: list[str], said: Said) -> None:
    with start("good", in_c) as good, start("bad", scripted("exit 7")) as bad:
        bad.clock = good.clock
        group = measure(TOPIC, [good.competitor(), bad.competitor()], FEW)
    (refusal,) = group.refused
    assert refusal.name == "bad"
    said(refusal.reason)
    assert len(group.series) == 1


def test_a_child_that_fails_later_ends_the_measurement() -> None:
    # The child is checked, warmed up and calibrated, and exits in the first round.
    answers = ("echo ok 9", "echo ok 61", "echo ok 1000000", "echo ok 1000000", "exit 7")
    with start("bad", scripted(*answers)) as bad, pytest.raises(ChildError, match="code 7"):
        measure(TOPIC, [bad.competitor()], FEW)


def test_a_child_gets_its_task_before_the_first_batch() -> None:
    seen = 'case $request in "task sign 10") echo ok;; *) echo error $request;; esac'
    with start("odd", scripted(seen, "echo ok 5", "echo ok 6", "echo ok 61")) as child:
        made = child.competitor("sign", "10", judge=lambda found: found * 2)
        made.run(1)
        made.run(1)
        assert made.own_clock is not None
        assert (made.own_clock.name, made.own_clock.last_ns()) == ("wall", 6)
        assert made.output is not None
        assert made.output() == b"aa"


def test_after_a_rejected_task_the_child_gets_its_previous_task(fails: Fails) -> None:
    answers = ("echo ok", "echo ok 1", "echo error no", "echo ok", "echo ok 2")
    with start("odd", scripted(*answers)) as child:
        child.competitor("a").run(1)
        with fails(ChildError):
            child.competitor("b").run(1)
        child.competitor("a").run(1)
        assert child._last_ns == 2


@pytest.mark.skipif(sys.platform != "linux", reason="needs affinities")
def test_a_child_is_kept_on_the_cpu_of_the_ruler(in_c: list[str]) -> None:
    seen = set()
    with start("C", in_c) as child:
        pid = child._process.pid
        before = os.sched_getaffinity(pid)

        def look(iterations: int) -> None:
            for _ in range(iterations):
                seen.add((frozenset(os.sched_getaffinity(0)), frozenset(os.sched_getaffinity(pid))))

        measure(TOPIC, [Competitor("look", look), child.competitor()], FEW)
        assert os.sched_getaffinity(pid) == before
    ((own, others),) = seen
    assert own == others
    assert len(own) == 1


def held(hands: Hands, name: str, cost: int, clock: str = "fake") -> Competitor:
    """Return a competitor with its own clock, which advances by the cost."""
    last = [0]

    def run(iterations: int) -> None:
        hands.ran.append((name, iterations))
        last[0] = cost * iterations

    return Competitor(name, run, own_clock=OwnClock(clock, lambda: last[0], os.getpid()))


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 10_000), st.integers(1, 10_000))
def test_the_childs_own_clock_counts(mine: int, theirs: int) -> None:
    hands = Hands()
    field = [held(hands, "a", mine), hands.competitor("b", theirs)]
    group = measure(TOPIC, field, hands.plan(pin=False))
    assert group.ratio("b").middle == pytest.approx(theirs / mine)
    assert group.control.middle == 1
    assert {series.batches[0] for series in (group.base, group.twin)} == {
        mine * group.base.iterations
    }


def test_clocks_of_processor_time_are_compared_and_named(hands: Hands, fails: Fails) -> None:
    field = [held(hands, "a", 10, "thread-cpu"), held(hands, "b", 20, "process-cpu")]
    group = measure(TOPIC, field, hands.plan(pin=False))
    assert (group.clock, [s.clock for s in group.series]) == ("thread-cpu", ["", "process-cpu"])
    with fails(LabError):
        measure(TOPIC, [field[0], hands.competitor("b", 10)], hands.plan())


def test_a_batch_of_zero_time_ends_the_measurement(hands: Hands, fails: Fails) -> None:
    # The ruler repeats a batch with zero time, and gives up after the third.
    times = iter([0, 0, 10, 1000, 1000, 0, 1000, 1000, 0, 0, 0])
    last = [0]

    def run(_: int) -> None:
        last[0] = next(times)

    clock = OwnClock("fake", lambda: last[0], os.getpid())
    with fails(LabError):
        measure(TOPIC, [Competitor("a", run, own_clock=clock)], hands.plan(pin=False))
    assert next(times, None) is None
