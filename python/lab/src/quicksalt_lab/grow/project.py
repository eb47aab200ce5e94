"""Projection of growth to a larger n.

Each function's own and inclusive instructions and number of calls, and each call's number and cost,
are fitted by sums of terms, which are evaluated at the larger n. A single exponent would
undershoot, because large costs are mixes of powers. The result has the form of a measured growth,
so the same rules find origins in it. Only functions with a relevant cost are fitted individually;
the rest are fitted as one function.
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
"""Minimum share of the program's instructions for a function to be fitted individually."""

KEPT = 1 << 14
"""Size of the cache of fitted rows: functions called together often have the same counts."""

REST = Symbol("", "", "(small functions)")


def project(growth: Growth, n: float) -> Growth:
    """Project a growth to three sizes in geometric progression, of which n is the largest."""
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
