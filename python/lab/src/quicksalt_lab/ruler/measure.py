"""The ruler: check competitors, then time them interleaved in random order in rounds.

Every figure of the project comes from `measure`. It checks that a group of competitors produces
equal output, calibrates each to the same batch time, and then runs a batch of each in every round,
in a new random order. The first competitor runs twice per round: the ratio of its two times should
be 1 and shows the noise in other ratios.

A timed batch contains only `run(iterations)` and one reading of the clock. A competitor in another
process uses its own clock (`child`): it is calibrated, ordered and judged like the others, and its
series names its clock.
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
"""Calls before the output is compared: a second call can detect state left by the first."""

SCREEN_ROUNDS = 7
"""Rounds after which much slower competitors may be dropped."""

FEWEST_ROUNDS = 3
"""Minimum number of rounds."""

MOST_TRIES = 3
"""Maximum attempts of a batch during which the clock does not advance."""
MOST_ITERATIONS = 1 << 32
"""A batch of this many calls takes seconds; if it is still too short, the clock is not
advancing."""


@dataclass(frozen=True)
class OwnClock:
    """The own clock of a competitor in another process."""

    name: str
    last_ns: Callable[[], int]
    """Returns the last batch's duration on the own clock, in nanoseconds."""
    pid: int
    """The id of the competitor's process, which is pinned to the ruler's CPU."""


@dataclass(frozen=True)
class Competitor:
    """Code to be timed."""

    name: str
    run: Callable[[int], object]
    """Runs the work the given number of times."""
    output: Callable[[], bytes] | None = None
    """Returns the output of the last iteration; competitors with an output must agree."""
    before: Callable[[], object] | None = None
    """Runs before every batch, untimed."""
    note: str = ""
    """A description, if the name is not sufficient."""
    own_clock: OwnClock | None = None
    """The competitor's own clock; None to use the plan's clock."""


@dataclass(frozen=True)
class Plan:
    """The parameters of a measurement."""

    rounds: int = 31
    """Number of rounds; odd, so that the median is a measured value."""
    batch_ns: int = 3_000_000
    """The target duration of each competitor's batch. A call that takes longer is a batch of one
    call.

    In shorter batches, switching between competitors or processes adds more noise: with a busy
    neighbour the A/A floor was 1.8 % at 2 ms and 0.7 % at 4 ms (`quicksalt race --batch-ms 2`).
    """
    clock: Clock = DEFAULT
    seed: int | None = None
    """Seeds the random orders, together with the topic. Random if None; always recorded."""
    pin: bool = True
    """Whether to pin the thread to one CPU while measuring."""
    drop_behind: float | None = None
    """Competitors certainly slower than the best by this factor are dropped after screening."""
    decide: bool = False
    """Whether to add rounds once if a verdict against the base is undecided."""
    reference: str | None = None
    """The competitor with the reference output.

    If None, the reference is the most frequent output, or the first in a tie.
    """


class LabError(Exception):
    """The measurement is impossible."""


class DisagreementError(LabError):
    """The output of the code under test differs from the other competitors' output."""


class Interrupted(KeyboardInterrupt):
    """An interrupt during the rounds of a group; `group` has the results of the complete rounds."""

    def __init__(self, group: Group) -> None:
        """Store the group."""
        super().__init__()
        self.group = group


def measure(topic: Topic, competitors: Sequence[Competitor], plan: Plan | None = None) -> Group:
    """Check and time the competitors; refuse wrong ones and measure the others.

    The first accepted competitor is the base and the A/A row. A run whose A/A interval excludes 1
    is repeated once. Raises LabError if no competitor is left or the plan is impossible, and
    Interrupted on an interrupt after enough rounds.
    """
    plan = plan or Plan()
    if plan.rounds < FEWEST_ROUNDS or plan.rounds % 2 == 0:
        raise LabError(f"rounds must be odd and at least {FEWEST_ROUNDS}, not {plan.rounds}")
    names = [competitor.name for competitor in competitors]
    if len(set(names)) < len(names):
        raise LabError(f"{topic.name}: two competitors have the same name: {', '.join(names)}")
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
    """Measure, and repeat a void run once; a second void run stays void.

    `line_up` creates new competitors, because an output may depend on the number of runs.
    """
    group = measure(topic, line_up(), plan)
    if not group.void:
        return group
    again = measure(topic, line_up(), replace(plan or Plan(), seed=group.seed + 1))
    return replace(again, earlier=(*group.earlier, group.control, *again.earlier))


@dataclass
class _Lane:
    """A competitor with its iterations per batch and its batches so far."""

    competitor: Competitor
    clock: Clock
    iterations: int = 1
    batches: list[int] = field(default_factory=list)

    @property
    def clock_name(self) -> str:
        """The name of its clock."""
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
        # A calibrated batch is long, but the CPU clock of an overcommitted virtual machine may not
        # advance during a batch. A ratio to a batch of zero would be meaningless.
        for _ in range(MOST_TRIES):
            if (elapsed := self.batch()) > 0:
                break
        else:
            raise LabError(f"{self.competitor.name}: a batch took {elapsed} ns on its clock")
        self.batches.append(elapsed)

    def calibrate(self, batch_ns: int) -> _Lane:
        """Double the iterations until a batch is long enough to scale to the target."""
        self.batch()
        while (elapsed := self.batch()) * 4 < batch_ns:
            if self.iterations >= MOST_ITERATIONS:
                raise LabError(f"{self.competitor.name}: takes no measurable time")
            self.iterations *= 2
        self.iterations = max(1, round(self.iterations * batch_ns / elapsed))
        return self

    def series(self, group_clock: str) -> Series:
        """Return the batches so far, for a group with the given clock."""
        c = self.competitor
        clock = "" if self.clock_name == group_clock else self.clock_name
        return Series(c.name, self.iterations, tuple(self.batches), c.note, clock)


def _clock_name(competitor: Competitor, clock: Clock) -> str:
    return clock.name if competitor.own_clock is None else competitor.own_clock.name


def _check_clocks(topic: Topic, competitors: Sequence[Competitor], plan: Plan) -> None:
    """Raise LabError if the competitors' clocks are not comparable."""
    clocks = {c.name: _clock_name(c, plan.clock) for c in competitors}
    for name, clock in clocks.items():
        first = competitors[0].name
        if not comparable(clocks[first], clock):
            told = f"{first} by {clocks[first]}, {name} by {clock}"
            raise LabError(f"{topic.name}: times of different clocks cannot be compared: {told}")


def _check(
    competitors: Sequence[Competitor], reference: str | None
) -> tuple[list[Competitor], tuple[Refusal, ...]]:
    """Run each competitor; separate competitors with the expected output from the others."""
    outputs: dict[str, bytes | None] = {}
    refused: list[Refusal] = []
    for competitor in competitors:
        try:
            if competitor.before is not None:
                competitor.before()
            competitor.run(CHECK_ITERATIONS)
            outputs[competitor.name] = competitor.output() if competitor.output else None
        except Exception as error:
            # If a competitor raises any exception, it is refused.
            refused.append(Refusal(competitor.name, f"raised {type(error).__name__}: {error}"))
    given = [output for output in outputs.values() if output is not None]
    if not given:
        return [c for c in competitors if c.name in outputs], tuple(refused)
    expected = outputs.get(reference) if reference is not None else None
    if expected is None:
        # `Counter` orders equally frequent outputs by their first appearance.
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
    """Run all rounds; add rounds once if the plan requires decided verdicts."""
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
            # One more round than in the first run makes the total odd.
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
    """Truncate to an odd number of rounds that all competitors have completed."""
    whole = min(len(lane.batches) for lane in running)
    odd = max(whole - 1 + whole % 2, 0)
    for lane in running:
        del lane.batches[odd:]


def _still_near(
    running: Sequence[_Lane], twin: _Lane, base: _Lane, drop_behind: float
) -> list[_Lane]:
    """Drop competitors certainly slower than the best by the factor, except base and twin."""
    calls = {id(lane): lane.series(base.clock_name).calls for lane in running}
    best = min(calls.values(), key=stats.median)

    def near(lane: _Lane) -> bool:
        ratio = stats.bootstrap_interval(stats.paired(calls[id(lane)], best))
        return ratio.low <= drop_behind

    return [lane for lane in running if lane is twin or lane is base or near(lane)]


def _undecided(group: Group) -> bool:
    names = [series.name for series in group.series[1:]]
    return any(group.verdict(name) is Verdict.CANNOT_TELL for name in names)
