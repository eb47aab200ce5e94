"""A clock that tests turn by hand, so that no test depends on real time."""

from collections.abc import Callable

import pytest

from quicksalt_lab.ruler.clock import Clock
from quicksalt_lab.ruler.measure import Competitor, Plan


class Hands:
    """Time that passes only when a competitor says so."""

    def __init__(self) -> None:
        self.now = 0
        self.ran: list[tuple[str, int]] = []

    @property
    def clock(self) -> Clock:
        return Clock("fake", lambda: self.now)

    def plan(self, **rest: object) -> Plan:
        return Plan(clock=self.clock, batch_ns=1000, seed=1, **rest)  # type: ignore[arg-type]

    def competitor(
        self,
        name: str,
        cost: float | Callable[[], float],
        output: bytes | None = None,
    ) -> Competitor:
        """Costs so many nanoseconds an iteration."""

        def run(iterations: int) -> None:
            self.ran.append((name, iterations))
            self.now += round(iterations * (cost() if callable(cost) else cost))

        return Competitor(name, run, None if output is None else lambda: output)


@pytest.fixture
def hands() -> Hands:
    return Hands()
