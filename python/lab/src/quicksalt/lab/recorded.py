"""Epochs in the text format of the record; see `choose/record/mod.rs`."""

from __future__ import annotations

from collections.abc import Sequence

from quicksalt.lab import race
from quicksalt_lab.ruler.epochs import regrets
from quicksalt_lab.ruler.result import Group


def tell(epochs: Sequence[Group]) -> str:
    """Format the epochs' machine conditions, then each candidate's regrets."""
    words = [
        f"{name}={','.join('-' if r is None else f'{r.middle:.3f}' for r in column)}"
        for name, column in regrets(epochs, race.names(epochs)).items()
    ]
    return " ".join([",".join(group.condition for group in epochs), *words])


def conditions(text: str) -> list[str]:
    """Parse the epochs' machine conditions; empty for an empty text."""
    return text.split(" ")[0].split(",") if text else []


def worst(text: str, candidate: str) -> float | None:
    """Parse the worst regret of a candidate; None if the text lacks the candidate."""
    for word in text.split(" ")[1:]:
        name, _, figures = word.partition("=")
        if name == candidate:
            return max((float(f) for f in figures.split(",") if f != "-"), default=None)
    return None
