"""A clock that tests advance manually, so that no test depends on real time; golden texts."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from quicksalt_lab.ruler.clock import Clock
from quicksalt_lab.ruler.measure import Competitor, Plan
from tests import golden

Said = Callable[..., None]
Fails = Callable[..., AbstractContextManager[None]]


class Hands:
    """A clock that advances only when a competitor says so."""

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
        """Return a competitor that costs `cost` nanoseconds per iteration."""

        def run(iterations: int) -> None:
            self.ran.append((name, iterations))
            self.now += round(iterations * (cost() if callable(cost) else cost))

        return Competitor(name, run, None if output is None else lambda: output)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def said(request: pytest.FixtureRequest) -> Said:
    """Compare an error or the output of a command with `said.txt` in the folder of the test.

    The name of an entry is the test name with its parameters, or with `which` instead. Names
    replace the parts in `varying`, which differ between runs.
    """

    def compare(text: object, which: str = "", **varying: str) -> None:
        told = str(text)
        if "tmp_path" in request.fixturenames:
            told = told.replace(str(request.getfixturevalue("tmp_path")), "FOLDER")
        for name, pattern in varying.items():
            told = re.sub(pattern, name, told)
        name = f"{request.node.originalname} {which}" if which else request.node.name
        golden.check_entry(Path(request.node.path).with_name("said.txt"), name, told)

    return compare


@pytest.fixture
def fails(said: Said) -> Fails:
    """Expect an error, and compare its message with `said.txt`."""

    @contextmanager
    def expect(error: type[Exception], which: str = "", **varying: str) -> Iterator[None]:
        with pytest.raises(error) as raised:
            yield
        said(raised.value, which, **varying)

    return expect
