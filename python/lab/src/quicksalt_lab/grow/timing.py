"""Processor time by size, for costs that instruction counts do not show.

Instruction counts do not include kernel work, cache misses and memory latency. Therefore the growth
of the time is compared with the growth of the instructions, projected to the same sizes. Time is
noisy, so it never makes a function an origin; but after a warning the program is not declared free
of origins.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quicksalt_lab.valgrind.tool import Native

HEARD = 0.005
"""Minimum excess in seconds over the smallest size's time of a time that is not noise."""

ENOUGH = 0.1
"""Minimum difference in seconds between the largest and the smallest size."""

POINTS = 4
"""Number of largest sizes used for an exponent."""

APART = 0.3
"""Minimum excess of the time's exponent over the instructions' exponent for a warning."""

BAD = 1.3
"""Maximum exponent of the time without a warning."""

LEAST, STEEPEST = 1e-6, 20.0
"""Range of the search for exponents."""

MOSTLY = 0.5
"""Share of kernel time above which growth is attributed to the kernel."""


@dataclass(frozen=True)
class Timing:
    """Native runs by size: at each size, the fastest of several runs."""

    sizes: tuple[float, ...]
    cpu_s: tuple[float, ...]
    """Time of all threads and processes, including kernel time."""
    kernel_s: tuple[float, ...]

    @property
    def exponent(self) -> float | None:
        """The exponent of the processor time; None if the times are too short."""
        return self.exponent_of(lambda n: self.cpu_s[self.sizes.index(n)])

    def exponent_of(self, cost: Callable[[float], float]) -> float | None:
        """Compute the exponent of a cost other than time, at the same sizes and in the same way."""
        used = self._used()
        return _slope(used, cost) if used else None

    @property
    def kernel(self) -> float:
        """The kernel's share of the time's growth."""
        grown = self.cpu_s[-1] - self.cpu_s[0]
        return (self.kernel_s[-1] - self.kernel_s[0]) / grown if grown > 0 else 0.0

    def _used(self) -> tuple[float, ...]:
        """Return the smallest size and the sizes well above it, if there are enough sizes."""
        start = self.cpu_s[0]
        if self.cpu_s[-1] - start < ENOUGH:
            return ()
        heard = [n for n, cpu in zip(self.sizes, self.cpu_s, strict=True) if cpu - start >= HEARD]
        return (self.sizes[0], *heard[-POINTS:]) if len(heard) > 1 else ()


def timing(natives: Sequence[tuple[float, Native]]) -> Timing:
    """Build the timing of native runs."""
    return Timing(
        tuple(n for n, _ in natives),
        tuple(min(native.cpu_s) for _, native in natives),
        tuple(min(native.kernel_s) for _, native in natives),
    )


def _slope(sizes: Sequence[float], cost: Callable[[float], float]) -> float | None:
    """Find the best-fitting power of n above the smallest size; 0 if the cost grows more slowly."""
    start, *others = sizes
    grown = [cost(n) - cost(start) for n in others]
    if any(y <= 0 for y in grown):
        return None
    xs = [math.log(n) for n in others]
    x = sum(xs) / len(xs)

    def rises(power: float) -> bool:
        """Whether the cost grows faster than this power."""
        ys = [math.log(y / (n**power - start**power)) for n, y in zip(others, grown, strict=True)]
        return sum((a - x) * y for a, y in zip(xs, ys, strict=True)) > 0

    low, high = LEAST, STEEPEST
    while high - low > LEAST:
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) else (low, middle)
    return 0.0 if low == LEAST else low


@dataclass(frozen=True)
class Excess:
    """Time that grows faster than the instructions."""

    n: float
    time: float
    instructions: float
    kernel: float
    """The kernel's share of the time."""


def excess(found: Timing, instructions: Callable[[float], float]) -> Excess | None:
    """Compare the growth of the time with the growth of `instructions`, a function of the size."""
    time = found.exponent
    # Instructions that do not grow at these sizes have no exponent; use 0.
    counted = found.exponent_of(instructions) or 0.0
    if time is None or time < BAD or time - counted < APART:
        return None
    return Excess(found.sizes[-1], time, counted, found.kernel)
