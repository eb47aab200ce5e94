"""Hand-made measurements."""

from collections.abc import Mapping, Sequence

from quicksalt.lab.race import CHOICE
from quicksalt_lab.ruler.card import Card, Condition, Processor, Software
from quicksalt_lab.ruler.result import Group, Series, Topic

TOPIC = Topic("sha256.hash", 64, "bytes")


def group(
    times: Mapping[str, float | Sequence[float]],
    twin: float | Sequence[float] | None = None,
    topic: Topic = TOPIC,
) -> Group:
    """Return a benchmark group with these nanoseconds per call; the first series is the base.

    The base has an equal twin.
    """

    def series(name: str, given: float | Sequence[float]) -> Series:
        calls = [given] * 31 if isinstance(given, int | float) else given
        return Series(name, 100, tuple(round(100 * call) for call in calls))

    first = next(iter(times))
    made = tuple(series(name, given) for name, given in times.items())
    return Group(topic, "fake", 1, made, series(first, times[first] if twin is None else twin))


def raced(choice: float, **candidates: float | Sequence[float]) -> Group:
    """Return a fake benchmark group with the structure of a race result."""
    return group({CHOICE: choice, **candidates})


def card(**changed: object) -> Card:
    """Return a machine card with some facts changed."""
    facts: dict[str, object] = {
        "name": "x86_64-Vendor-1-2-3-0",
        "vendor": "Vendor",
        "model_name": "Model",
        "family": "1",
        "model": "2",
        "stepping": "3",
        "features": ("avx2", "sha"),
        "caches": ("L1 Data 32K",),
        "cores": 2,
        "microcode": "0x1",
        "governor": "none",
        "turbo": "unknown",
        "hypervisor": "present",
        "siblings": "0",
        "load": 0.5,
        "steal_before": 1,
        "steal_after": 2,
        "date": "2026-01-01T00:00:00+00:00",
        "quicksalt": "0.1.0",
        "build": "0.1.0-0-1.95.0",
        "compiler": "rustc 1.95.0",
        "python": "CPython 3.11.7",
        "kernel": "Linux 6",
        "clock": "thread-cpu",
        "reading_cost_ns": 500.0,
        "seed": 7,
        **changed,
    }

    def part(cls: type) -> dict[str, object]:
        return {name: facts[name] for name in cls.__annotations__}

    return Card(
        Processor(**part(Processor)),  # type: ignore[arg-type]
        Condition(**part(Condition)),  # type: ignore[arg-type]
        Software(**part(Software)),  # type: ignore[arg-type]
        facts["clock"],  # type: ignore[arg-type]
        facts["reading_cost_ns"],  # type: ignore[arg-type]
        facts["seed"],  # type: ignore[arg-type]
    )
