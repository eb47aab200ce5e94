"""Tests of the machine card."""

import pytest

from quicksalt import _native
from quicksalt.lab.card import take
from quicksalt_lab.ruler import card as lab
from quicksalt_lab.ruler.clock import WALL
from quicksalt_lab.ruler.compare import obstacles

from ..quicksalt_lab.samples import card


@pytest.mark.parametrize(
    "changed",
    [
        {"load": 9.0},
        {"date": "2027-01-01T00:00:00+00:00"},
        {"steal_after": 99},
        {"seed": 8},
        {"kernel": "Linux 7"},
        {"microcode": "0x2"},
        {"governor": "powersave"},
        {"reading_cost_ns": 20.0},
    ],
)
def test_varying_facts_do_not_change_the_identity(
    changed: dict[str, object],
) -> None:
    assert card(**changed).identity == card().identity
    assert not obstacles(card(), card(**changed))


@pytest.mark.parametrize(
    "changed",
    [
        {"vendor": "Other"},
        {"family": "2"},
        {"model": "3"},
        {"stepping": "4"},
        {"features": ("avx2",)},
        {"caches": ("L1 Data 48K",)},
        {"cores": 4},
        {"quicksalt": "0.2.0"},
    ],
)
def test_another_machine_or_version_has_another_identity(changed: dict[str, object]) -> None:
    assert card(**changed).identity != card().identity


def test_another_clock_is_not_comparable() -> None:
    assert obstacles(card(), card(clock="wall")) == ["clock: thread-cpu / wall"]


def test_the_card_of_this_machine_is_whole() -> None:
    taken = take(seed=5, clock=WALL, steal_before=3)
    assert taken.processor.name == _native.machine()["cpu"]
    assert list(taken.processor.features) == sorted(_native.machine()["features"])
    assert taken.processor.cores >= 1
    assert (taken.seed, taken.clock, taken.condition.steal_before) == (5, "wall", 3)
    assert taken.software.build.startswith(taken.software.quicksalt)
    assert taken.reading_cost_ns >= 0
    assert taken.identity == take().identity


def test_a_machine_without_the_usual_files_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "_read", lambda _path: "")
    taken = lab.take()
    assert (taken.processor.vendor, taken.condition.governor) == ("unknown", "none")
    assert (taken.condition.turbo, taken.condition.hypervisor) == ("unknown", "unknown")
    assert (taken.processor.caches, taken.condition.steal_after) == ((), None)
