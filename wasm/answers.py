"""What a case of `vectors/` says, and whether an answer is the one that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exported import Module, RefusedError, UnfitError

Case = dict[str, Any]
Check = Callable[[Module, Case], None]


class WrongError(Exception):
    """An answer is another one."""


def octets(case: Case, *names: str) -> list[bytes]:
    """Return fields of a case, which are in hexadecimal; nothing for one that is not there."""
    return [bytes.fromhex(case.get(name) or "") for name in names]


def same(found: bytes, wanted: str) -> None:
    """Raise WrongError unless an answer is the one that is wanted."""
    if found.hex() != wanted:
        raise WrongError(f"{found.hex()[:64]}, not {wanted[:64]}")


def refused(make: Callable[[], object], what: str) -> None:
    """Raise WrongError unless a call fails."""
    try:
        make()
    except RefusedError:
        return
    raise WrongError(f"{what} is taken")


def or_none(make: Callable[[], bytes], wanted: str | None) -> None:
    """Compare a result, or a failure where there is none."""
    if wanted is None:
        refused(make, "what has no result")
    else:
        same(make(), wanted)


def fit(*, asks: bool) -> None:
    """Raise UnfitError unless the functions offer what a case asks for."""
    if not asks:
        raise UnfitError
