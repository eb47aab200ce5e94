"""What a measurement leaves: raw batches, and the figures that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from quicksalt_lab.ruler import stats
from quicksalt_lab.ruler.stats import Control, Interval, Verdict


@dataclass(frozen=True, slots=True)
class Series:
    """The batches of one competitor, one for each round that it ran."""

    name: str
    iterations: int
    """Calls in a batch."""
    batches: tuple[int, ...]
    """Nanoseconds of each batch."""
    note: str = ""
    """What ran, where the name does not say it."""
    clock: str = ""
    """The clock that the batches were read from; empty for the group's."""

    @property
    def calls(self) -> list[float]:
        """Nanoseconds a call in each round."""
        return [batch / self.iterations for batch in self.batches]

    @property
    def median(self) -> float:
        """Nanoseconds a call, the median of the rounds."""
        return stats.median(self.calls)

    @property
    def quartile(self) -> float:
        """Nanoseconds a call, the lower quartile of the rounds."""
        return stats.quantile(self.calls, 0.25)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A competitor that was not timed, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Absent:
    """A competitor that this machine has not, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Topic:
    """What a group of competitors does."""

    name: str
    size: int = 0
    """How much of it one call does, in the unit of the axis."""
    axis: str = "none"
    """What the time grows with: bytes, messages or none."""


@dataclass(frozen=True)
class Group:
    """One interleaved run: all competitors did the same work, and put out the same."""

    topic: Topic
    clock: str
    """That of the first competitor; a series names its own where it differs."""
    seed: int
    series: tuple[Series, ...]
    """The competitors; the first is the base, and the one that ran twice."""
    twin: Series
    """The first competitor entered a second time: the A/A row."""
    refused: tuple[Refusal, ...] = ()
    earlier: tuple[Interval, ...] = ()
    """The A/A intervals of the run that this one repeats."""
    condition: str = ""
    """Under which an epoch ran; empty for what has none. `quicksalt_lab.ruler.epochs` has them."""

    def __getitem__(self, name: str) -> Series:
        """Return the series of that name; KeyError if there is none."""
        for series in self.series:
            if series.name == name:
                return series
        raise KeyError(name)

    def __contains__(self, name: str) -> bool:
        """Tell whether a competitor of that name was timed."""
        return any(series.name == name for series in self.series)

    @property
    def base(self) -> Series:
        """The first competitor."""
        return self.series[0]

    def ratio(self, name: str, base: str | None = None) -> Interval:
        """Return time of a competitor over time of the base, paired within the rounds."""
        under = self.base if base is None else self[base]
        return stats.bootstrap_interval(stats.paired(self[name].calls, under.calls))

    def verdict(self, name: str, base: str | None = None) -> Verdict:
        """Judge a competitor against the base."""
        return stats.judge(self.ratio(name, base), self.threshold)

    @cached_property
    def control(self) -> Interval:
        """The A/A interval: the first competitor against itself."""
        return stats.bootstrap_interval(stats.paired(self.twin.calls, self.base.calls))

    @property
    def floor(self) -> float:
        """The noise floor."""
        return stats.floor(self.control)

    @property
    def threshold(self) -> float:
        """The least difference that a verdict may rest on."""
        return stats.threshold(self.control)

    @property
    def void(self) -> bool:
        """Whether the A/A row says that the run is worth nothing: two misses, or one far off."""
        state = stats.control(self.control)
        return state is Control.VOID or (state is Control.MISS and bool(self.earlier))

    def fastest(self, among: Sequence[str] | None = None) -> Series:
        """Return the series with the least median, of those named or of all."""
        field = [s for s in self.series if among is None or s.name in among]
        return min(field, key=lambda series: series.median)
