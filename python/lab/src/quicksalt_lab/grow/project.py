"""Growth carried to a larger n than was run.

Each function's own and inclusive instructions and calls, and each call's, are fitted by sums of
terms and evaluated; one exponent would undershoot, since what costs most is a mix of powers. The
outcome has the form of a measured growth, so that origins are found in it by the same rules. Only
functions that come to something are fitted one by one, the rest as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

from quicksalt_lab.grow.fit import believable
from quicksalt_lab.grow.growth import Flow, Growth, Values
from quicksalt_lab.valgrind.counts import Symbol

K = TypeVar("K")

NEGLIGIBLE = 2e-4
"""Part of the program's instructions below which a function is not fitted by itself."""

KEPT = 1 << 14
"""Rows whose outcome is kept: most of what is called together has the same counts."""

REST = Symbol("", "", "(small functions)")


def project(growth: Growth, n: float) -> Growth:
    """Carry a growth to three sizes that end with n, in the same quotient."""
    quotient = growth.sizes[-1] / growth.sizes[-2]
    to = (n / quotient**2, n / quotient, n)
    own = _matters(growth, growth.own)
    rest = tuple(
        total - sum(values[i] for values in own.values()) for i, total in enumerate(growth.totals)
    )
    kept = {**own, REST: rest} if rest[-1] > 0 else own
    inclusive = _matters(growth, growth.inclusive)
    flows = {
        edge: flow
        for edge, flow in growth.flows.items()
        if flow.cost[-1] > NEGLIGIBLE * growth.totals[-1]
    }
    named = {*own, *inclusive, *(s for edge in flows for s in edge)}
    called = {s: growth.called_of(s) for s in named}

    def carried(rows: Mapping[K, Values]) -> dict[K, Values]:
        return {key: _carried(growth.sizes, values, to) for key, values in rows.items()}

    projected = carried(kept)
    counts = carried({edge: flow.count for edge, flow in flows.items()})
    costs = carried({edge: flow.cost for edge, flow in flows.items()})
    return Growth(
        to,
        tuple(sum(values[i] for values in projected.values()) for i in range(len(to))),
        projected,
        carried(inclusive),
        carried(called),
        {edge: Flow(counts[edge], costs[edge]) for edge in flows},
        growth.cycles,
    )


def _matters(growth: Growth, rows: Mapping[K, Values]) -> dict[K, Values]:
    least = NEGLIGIBLE * growth.totals[-1]
    return {key: values for key, values in rows.items() if values[-1] > least}


@lru_cache(maxsize=KEPT)
def _carried(sizes: Values, values: Values, to: Values) -> Values:
    return tuple(map(believable(sizes, values).at, to))
