"""Read test cases of `vectors/` and compare results with the expected answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exported import Module, RefusedError, UnfitError

Case = dict[str, Any]
Check = Callable[[Module, Case], None]


class WrongError(Exception):
    """The answer differs from the expected answer."""


def octets(case: Case, *names: str) -> list[bytes]:
    """Decode hexadecimal fields of a case; a missing field gives empty bytes."""
    return [bytes.fromhex(case.get(name) or "") for name in names]


def same(found: bytes, wanted: str) -> None:
    """Raise WrongError unless the answer is the expected one."""
    if found.hex() != wanted:
        raise WrongError(f"{found.hex()[:64]}, not {wanted[:64]}")


def refused(make: Callable[[], object], what: str) -> None:
    """Raise WrongError unless the call fails."""
    try:
        make()
    except RefusedError:
        return
    raise WrongError(f"{what} is accepted")


def or_none(make: Callable[[], bytes], wanted: str | None) -> None:
    """Compare a result; if `wanted` is None, the call must fail."""
    if wanted is None:
        refused(make, "input without a result")
    else:
        same(make(), wanted)


def fit(*, asks: bool) -> None:
    """Raise UnfitError unless the module's functions support the case."""
    if not asks:
        raise UnfitError
