"""The ruler: competitors interleaved in random order round by round, checked before timed.

Every figure of the project comes from `measure`. A group of competitors that do the same work is
checked for equal output, each is calibrated to the same batch time, and then every round runs a
batch of each in a fresh random order. The first competitor runs twice in a round: the ratio of the
two, which ought to be 1, shows how much of any other ratio is noise.

What is inside a timed batch: `run(iterations)` and one reading of the clock, nothing else. A
competitor that is another process holds a clock of its own (`child`): it is calibrated, ordered and
judged as all others are, and its series names its clock.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from quicksalt_lab.ruler import stats
from quicksalt_lab.ruler.clock import DEFAULT, Clock, comparable, quiet
from quicksalt_lab.ruler.result import Group, Refusal, Series, Topic
from quicksalt_lab.ruler.stats import Control, Verdict

CHECK_ITERATIONS = 2
"""How often a competitor runs before its output is compared: the second call sees the first's."""

SCREEN_ROUNDS = 7
"""Rounds after which a competitor that is far behind may be dropped."""

FEWEST_ROUNDS = 3
"""Rounds that figures need."""

MOST_TRIES = 3
"""Runs of a batch whose clock does not advance."""
MOST_ITERATIONS = 1 << 32
"""A batch of so many calls takes seconds; what is still too short then has no duration."""


@dataclass(frozen=True)
class OwnClock:
    """The clock that a competitor in another process holds itself."""

    name: str
    last_ns: Callable[[], int]
    """Returns the nanoseconds that the last batch took by that clock."""
    pid: int
    """The process, which is kept on the CPU that the ruler is on."""


@dataclass(frozen=True)
class Competitor:
    """Something to be timed."""

    name: str
    run: Callable[[int], object]
    """Does the work that many times."""
    output: Callable[[], bytes] | None = None
    """What the last iteration put out; competitors that have one must agree on it."""
    before: Callable[[], object] | None = None
    """Runs before every batch, untimed."""
    note: str = ""
    """What runs, where the name does not say it."""
    own_clock: OwnClock | None = None
    """What times it; if None, the clock of the plan does."""


@dataclass(frozen=True)
class Plan:
    """How to measure."""

    rounds: int = 31
    """Rounds to run; odd, so that the median is one of them."""
    batch_ns: int = 3_000_000
    """What each competitor's batch is calibrated to. One call that takes longer is a batch.

    Shorter ones show more of what a switch of competitors or processes costs: with a busy
    neighbour the A/A floor was 1.8 % at 2 ms and 0.7 % at 4 ms (`quicksalt race --batch-ms 2`).
    """
    clock: Clock = DEFAULT
    seed: int | None = None
    """Of the orders, together with the topic; drawn if None, and recorded in either case."""
    pin: bool = True
    """Whether to stay on one CPU while measuring."""
    drop_behind: float | None = None
    """Competitors surely slower than the best by this factor stop after the screening rounds."""
    decide: bool = False
    """Whether to add rounds, once, where a verdict on the base cannot be told."""
    reference: str | None = None
    """Whose output counts; if None, the one that most competitors agree on, the first in a tie."""


class LabError(Exception):
    """A measurement that cannot be made."""


class DisagreementError(LabError):
    """The code under test puts out something else than those that it is measured against."""


class Interrupted(KeyboardInterrupt):
    """An interrupt amid the rounds of a group; `group` is what the whole ones of them say."""

    def __init__(self, group: Group) -> None:
        """Keep the group."""
        super().__init__()
        self.group = group


def measure(topic: Topic, competitors: Sequence[Competitor], plan: Plan | None = None) -> Group:
    """Check and time the competitors; those that are wrong are refused, the rest measured.

    The first that is not refused is the base and the A/A row. A run whose A/A interval misses 1
    is repeated once. Raises LabError if nobody is left to time, or the plan cannot be followed, and
    Interrupted on an interrupt after enough rounds.
    """
    plan = plan or Plan()
    if plan.rounds < FEWEST_ROUNDS or plan.rounds % 2 == 0:
        raise LabError(f"rounds must be odd and at least {FEWEST_ROUNDS}, not {plan.rounds}")
    names = [competitor.name for competitor in competitors]
    if len(set(names)) < len(names):
        raise LabError(f"{topic.name}: two competitors of one name: {', '.join(names)}")
    _check_clocks(topic, competitors, plan)
    seed = secrets.randbits(32) if plan.seed is None else plan.seed
    with quiet(plan.pin, {c.own_clock.pid for c in competitors if c.own_clock is not None}):
        fit, refused = _check(competitors, plan.reference)
        if not fit:
            reasons = "; ".join(f"{refusal.name}: {refusal.reason}" for refusal in refused)
            raise LabError(f"{topic.name}: no competitor left to time: {reasons}")
        lanes = [_Lane(competitor, plan.clock).calibrate(plan.batch_ns) for competitor in fit]
        try:
            group = _run(topic, lanes, plan, seed, attempt=1)
            if stats.control(group.control) is Control.MISS:
                again = _run(topic, lanes, plan, seed, attempt=2)
                group = replace(again, earlier=(group.control,))
        except Interrupted as stopped:
            raise Interrupted(replace(stopped.group, refused=refused)) from None
    return replace(group, refused=refused)


def insist(
    topic: Topic, line_up: Callable[[], Sequence[Competitor]], plan: Plan | None = None
) -> Group:
    """Measure, and if the run is void measure once more; what is void then stays void.

    `line_up` makes the competitors anew, since an output depends on how often one has run.
    """
    group = measure(topic, line_up(), plan)
    if not group.void:
        return group
    again = measure(topic, line_up(), replace(plan or Plan(), seed=group.seed + 1))
    return replace(again, earlier=(*group.earlier, group.control, *again.earlier))


@dataclass
class _Lane:
    """A competitor with its number of iterations and the batches so far."""

    competitor: Competitor
    clock: Clock
    iterations: int = 1
    batches: list[int] = field(default_factory=list)

    @property
    def clock_name(self) -> str:
        """The clock that its times are read from."""
        return _clock_name(self.competitor, self.clock)

    def batch(self) -> int:
        """Run one batch and return its nanoseconds."""
        if self.competitor.before is not None:
            self.competitor.before()
        run, read, iterations = self.competitor.run, self.clock.read, self.iterations
        start = read()
        run(iterations)
        elapsed = read() - start
        own = self.competitor.own_clock
        return elapsed if own is None else own.last_ns()

    def record(self) -> None:
        """Run one batch and append its nanoseconds."""
        # A calibrated batch is long, but the processor clock of a crowded virtual machine can miss
        # one. A ratio to that batch would mean nothing.
        for _ in range(MOST_TRIES):
            if (elapsed := self.batch()) > 0:
                break
        else:
            raise LabError(f"{self.competitor.name}: a batch took {elapsed} ns by its clock")
        self.batches.append(elapsed)

    def calibrate(self, batch_ns: int) -> _Lane:
        """Double until a batch is long enough to be scaled to the wanted time."""
        self.batch()
        while (elapsed := self.batch()) * 4 < batch_ns:
            if self.iterations >= MOST_ITERATIONS:
                raise LabError(f"{self.competitor.name}: takes no time by the clock")
            self.iterations *= 2
        self.iterations = max(1, round(self.iterations * batch_ns / elapsed))
        return self

    def series(self, group_clock: str) -> Series:
        """Return the batches so far, for a group whose times are by that clock."""
        c = self.competitor
        clock = "" if self.clock_name == group_clock else self.clock_name
        return Series(c.name, self.iterations, tuple(self.batches), c.note, clock)


def _clock_name(competitor: Competitor, clock: Clock) -> str:
    return clock.name if competitor.own_clock is None else competitor.own_clock.name


def _check_clocks(topic: Topic, competitors: Sequence[Competitor], plan: Plan) -> None:
    """Raise LabError if the competitors' clocks tell different things."""
    clocks = {c.name: _clock_name(c, plan.clock) for c in competitors}
    for name, clock in clocks.items():
        first = competitors[0].name
        if not comparable(clocks[first], clock):
            told = f"{first} by {clocks[first]}, {name} by {clock}"
            raise LabError(f"{topic.name}: times by different clocks cannot be compared: {told}")


def _check(
    competitors: Sequence[Competitor], reference: str | None
) -> tuple[list[Competitor], tuple[Refusal, ...]]:
    """Run each competitor and part those that agree on the output from those that do not."""
    outputs: dict[str, bytes | None] = {}
    refused: list[Refusal] = []
    for competitor in competitors:
        try:
            if competitor.before is not None:
                competitor.before()
            competitor.run(CHECK_ITERATIONS)
            outputs[competitor.name] = competitor.output() if competitor.output else None
        except Exception as error:
            # Whatever a competitor raises is its outcome.
            refused.append(Refusal(competitor.name, f"raised {type(error).__name__}: {error}"))
    given = [output for output in outputs.values() if output is not None]
    if not given:
        return [c for c in competitors if c.name in outputs], tuple(refused)
    expected = outputs.get(reference) if reference is not None else None
    if expected is None:
        # Counter keeps the order of first appearance among equally frequent ones.
        expected = Counter(given).most_common(1)[0][0]
    fit = []
    for competitor in competitors:
        output = outputs.get(competitor.name, expected)
        if output is not None and output != expected:
            refused.append(Refusal(competitor.name, "wrong output"))
        elif competitor.name in outputs:
            fit.append(competitor)
    return fit, tuple(refused)


def _run(topic: Topic, lanes: Sequence[_Lane], plan: Plan, seed: int, attempt: int) -> Group:
    """Run all rounds, and more of them once if the plan asks for decisions."""
    for lane in lanes:
        lane.batches = []
    twin = _Lane(lanes[0].competitor, plan.clock, lanes[0].iterations)
    order = random.Random(f"{seed}/{topic.name}/{topic.size}/{attempt}")

    def group() -> Group:
        clock = twin.clock_name
        series = tuple(lane.series(clock) for lane in lanes)
        return Group(topic, clock, seed, series, twin.series(clock))

    try:
        _rounds(lanes, twin, plan.rounds, order, plan.drop_behind)
        outcome = group()
        if plan.decide and _undecided(outcome):
            # One more than before keeps the number of rounds odd.
            _rounds(lanes, twin, plan.rounds + 1, order, None)
            outcome = group()
    except KeyboardInterrupt:
        if len(twin.batches) >= FEWEST_ROUNDS:
            raise Interrupted(group()) from None
        raise
    return outcome


def _rounds(
    lanes: Sequence[_Lane],
    twin: _Lane,
    count: int,
    order: random.Random,
    drop_behind: float | None,
) -> None:
    first = len(twin.batches)
    running = [lane for lane in lanes if len(lane.batches) == first] + [twin]
    try:
        for round_number in range(count):
            if drop_behind is not None and round_number == SCREEN_ROUNDS:
                running = _still_near(running, twin, lanes[0], drop_behind)
            order.shuffle(running)
            for lane in running:
                lane.record()
    except KeyboardInterrupt:
        _cut_to_whole_rounds(running)
        raise


def _cut_to_whole_rounds(running: Sequence[_Lane]) -> None:
    """Leave an odd number of batches, of rounds that all have run in."""
    whole = min(len(lane.batches) for lane in running)
    odd = max(whole - 1 + whole % 2, 0)
    for lane in running:
        del lane.batches[odd:]


def _still_near(
    running: Sequence[_Lane], twin: _Lane, base: _Lane, drop_behind: float
) -> list[_Lane]:
    """Drop those that are surely slower than the best by the factor; base and twin stay."""
    calls = {id(lane): lane.series(base.clock_name).calls for lane in running}
    best = min(calls.values(), key=stats.median)

    def near(lane: _Lane) -> bool:
        ratio = stats.bootstrap_interval(stats.paired(calls[id(lane)], best))
        return ratio.low <= drop_behind

    return [lane for lane in running if lane is twin or lane is base or near(lane)]


def _undecided(group: Group) -> bool:
    names = [series.name for series in group.series[1:]]
    return any(group.verdict(name) is Verdict.CANNOT_TELL for name in names)
