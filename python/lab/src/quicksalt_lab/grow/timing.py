"""Processor time by size, beside the instructions: what counts cannot see.

Instructions do not tell of work in the kernel, of caches that are too small, of memory that is far
away. So the growth of the time is compared with that of the instructions, carried to the same
sizes. Time is noisy: it accuses nobody. But it warns, and then nobody is acquitted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quicksalt_lab.valgrind.tool import Native

HEARD = 0.005
"""Seconds above the smallest size from which a time is more than noise."""

ENOUGH = 0.1
"""Seconds that the largest size must have above the smallest."""

POINTS = 4
"""Largest sizes out of which an exponent is made."""

APART = 0.3
"""How much more the exponent of the time must be than that of the instructions, to warn."""

BAD = 1.3
"""Exponent up to which no time is worth a warning."""

LEAST, STEEPEST = 1e-6, 20.0
"""Between which exponents are looked for."""

MOSTLY = 0.5
"""Part of the time in the kernel from which it is the kernel's."""


@dataclass(frozen=True)
class Timing:
    """Native runs by size; the least of several at each."""

    sizes: tuple[float, ...]
    cpu_s: tuple[float, ...]
    """Of all threads and processes, in the kernel too."""
    kernel_s: tuple[float, ...]

    @property
    def exponent(self) -> float | None:
        """The exponent of the processor time; None if it is too short for one."""
        return self.exponent_of(lambda n: self.cpu_s[self.sizes.index(n)])

    def exponent_of(self, cost: Callable[[float], float]) -> float | None:
        """Compute the exponent of another cost at the same sizes, in the same way."""
        used = self._used()
        return _slope(used, cost) if used else None

    @property
    def kernel(self) -> float:
        """Part of the growth of the time that is the kernel's."""
        grown = self.cpu_s[-1] - self.cpu_s[0]
        return (self.kernel_s[-1] - self.kernel_s[0]) / grown if grown > 0 else 0.0

    def _used(self) -> tuple[float, ...]:
        """Return the smallest size and those that are well above it, if there are enough."""
        start = self.cpu_s[0]
        if self.cpu_s[-1] - start < ENOUGH:
            return ()
        heard = [n for n, cpu in zip(self.sizes, self.cpu_s, strict=True) if cpu - start >= HEARD]
        return (self.sizes[0], *heard[-POINTS:]) if len(heard) > 1 else ()


def timing(natives: Sequence[tuple[float, Native]]) -> Timing:
    """Line up native runs."""
    return Timing(
        tuple(n for n, _ in natives),
        tuple(min(native.cpu_s) for _, native in natives),
        tuple(min(native.kernel_s) for _, native in natives),
    )


def _slope(sizes: Sequence[float], cost: Callable[[float], float]) -> float | None:
    """Find the power of n that fits best above the smallest size; 0 if none grows so slowly."""
    start, *others = sizes
    grown = [cost(n) - cost(start) for n in others]
    if any(y <= 0 for y in grown):
        return None
    xs = [math.log(n) for n in others]
    x = sum(xs) / len(xs)

    def rises(power: float) -> bool:
        """Whether the cost rises more than this power does."""
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
    """Part of it that is the kernel's."""


def excess(found: Timing, instructions: Callable[[float], float]) -> Excess | None:
    """Compare the growth of the time with that of the instructions, `instructions` of a size."""
    time = found.exponent
    # What does not grow at these sizes has no exponent, and grows slower than any time.
    counted = found.exponent_of(instructions) or 0.0
    if time is None or time < BAD or time - counted < APART:
        return None
    return Excess(found.sizes[-1], time, counted, found.kernel)
