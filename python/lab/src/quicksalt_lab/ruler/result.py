"""Results of a measurement: raw batches, and derived figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from quicksalt_lab.ruler import stats
from quicksalt_lab.ruler.stats import Control, Interval, Verdict


@dataclass(frozen=True, slots=True)
class Series:
    """The batches of one competitor, one per round."""

    name: str
    iterations: int
    """Calls per batch."""
    batches: tuple[int, ...]
    """Nanoseconds of each batch."""
    note: str = ""
    """A description, if the name is not sufficient."""
    clock: str = ""
    """The clock of the batches; empty for the group's clock."""

    @property
    def calls(self) -> list[float]:
        """Nanoseconds per call in each round."""
        return [batch / self.iterations for batch in self.batches]

    @property
    def median(self) -> float:
        """Nanoseconds per call, the median of the rounds."""
        return stats.median(self.calls)

    @property
    def quartile(self) -> float:
        """Nanoseconds per call, the lower quartile of the rounds."""
        return stats.quantile(self.calls, 0.25)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A competitor that was not timed, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Absent:
    """A competitor missing on this machine, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Topic:
    """The work of a group of competitors."""

    name: str
    size: int = 0
    """The size of one call, in the unit of the axis."""
    axis: str = "none"
    """The unit of size: bytes, messages or none."""


@dataclass(frozen=True)
class Group:
    """One interleaved run of competitors with the same work and the same output."""

    topic: Topic
    clock: str
    """The first competitor's clock; a series names its own clock if different."""
    seed: int
    series: tuple[Series, ...]
    """The competitors; the first is the base and ran twice."""
    twin: Series
    """The second series of the first competitor: the A/A row."""
    refused: tuple[Refusal, ...] = ()
    earlier: tuple[Interval, ...] = ()
    """The A/A intervals of earlier attempts of this run."""
    condition: str = ""
    """The epoch's machine condition, from `quicksalt_lab.ruler.epochs`; empty without epochs."""

    def __getitem__(self, name: str) -> Series:
        """Return the series of that name. Raises KeyError if it is missing."""
        for series in self.series:
            if series.name == name:
                return series
        raise KeyError(name)

    def __contains__(self, name: str) -> bool:
        """Return whether a competitor of that name was timed."""
        return any(series.name == name for series in self.series)

    @property
    def base(self) -> Series:
        """The first competitor."""
        return self.series[0]

    def ratio(self, name: str, base: str | None = None) -> Interval:
        """Return the competitor's time over the base's time, paired by round."""
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
        """The smallest difference that allows a verdict."""
        return stats.threshold(self.control)

    @property
    def void(self) -> bool:
        """Whether the A/A row invalidates the run: two misses, or one large deviation."""
        state = stats.control(self.control)
        return state is Control.VOID or (state is Control.MISS and bool(self.earlier))

    def fastest(self, among: Sequence[str] | None = None) -> Series:
        """Return the series with the smallest median, among the named or all series."""
        field = [s for s in self.series if among is None or s.name in among]
        return min(field, key=lambda series: series.median)
