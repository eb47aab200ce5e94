"""The complete result of `quicksalt grow`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from quicksalt_lab.grow import origins, where
from quicksalt_lab.grow.experiment import Point
from quicksalt_lab.grow.fit import FEWEST, Fit, believable
from quicksalt_lab.grow.growth import NOTABLE, Growth, Values, align, named
from quicksalt_lab.grow.lines import Inlined, Places, Spot, places
from quicksalt_lab.grow.origins import Calling, Origin
from quicksalt_lab.grow.project import project
from quicksalt_lab.grow.timing import Excess, Timing, excess, timing
from quicksalt_lab.grow.trend import FLAT, Kind, Trend, trend
from quicksalt_lab.grow.where import Place
from quicksalt_lab.valgrind import perf_map
from quicksalt_lab.valgrind.counts import Symbol
from quicksalt_lab.valgrind.hidden import Hidden
from quicksalt_lab.valgrind.servants import charge, keeps_house

FAR = 0.1
"""Minimum share of the projected growth that an origin's n^2 part must have. Projections are
inexact, especially for the calls of unnamed code, and the trend may not continue: a hash table with
slower lookups as it fills will be doubled."""


@dataclass(frozen=True)
class Projection:
    """The growth and origins at a larger size."""

    growth: Growth
    origins: tuple[Origin, ...]


@dataclass(frozen=True)
class Repeat:
    """The comparison of two runs of every size."""

    difference: float
    """As a fraction of the smallest size's instructions."""
    exponents: tuple[float, float]
    doubtful: tuple[str, ...]
    """Functions that are origins in only one of the two runs."""


class Stop(StrEnum):
    """How growth stops before the largest size."""

    ENDS = "ends"
    """The largest size costs as much as the size before."""
    FALLS = "falls"
    """The largest size costs less than the size before."""


@dataclass(frozen=True)
class Report:
    """The results of an analysis."""

    command: tuple[str, ...]
    growth: Growth
    mix: Fit
    origins: tuple[Origin, ...]
    projection: Projection | None
    places: Places
    """Source lines, with inlined code resolved; empty unless requested."""
    wall_s: Values | None
    """Median native wall times; None if nothing was run natively."""
    processes: tuple[int, ...]
    creator: str
    hidden: Hidden | None = None
    at: Mapping[Symbol, Place] = field(default_factory=dict)
    """The source lines of the origins, if known."""
    timing: Timing | None = None
    """Native times, perhaps at further sizes; None if nothing was run."""
    repeat: Repeat | None = None
    """The comparison of two runs; None if every size was run once."""
    doubted: tuple[Origin, ...] = ()
    """Low-confidence origins: three sizes cannot distinguish a power from a jump."""
    unnamed: tuple[str, ...] = ()
    """Stripped programs and libraries; their functions are named by address."""
    unmapped: tuple[int, ...] = ()
    """Sizes at which an interpreter wrote no map of its functions, although it did at other
    sizes."""
    left_out: tuple[int, ...] = ()
    """The smallest sizes, ignored because the program grows differently at larger sizes."""

    @property
    def grows(self) -> bool:
        """Whether the work depends on n at all."""
        return self.growth.grows

    @property
    def stop(self) -> Stop | None:
        """How growth stops before the largest size; None if it does not."""
        *_, before, last = totals = self.growth.totals
        most = max(totals)
        grows = most - min(totals) > FLAT * most and self.growth.trend.kind is Kind.UNSTEADY
        if not grows or last - before > FLAT * last:
            return None
        return Stop.FALLS if before - last > FLAT * before else Stop.ENDS

    @property
    def excess(self) -> Excess | None:
        """The excess of the time's growth over the instructions', if it is clear."""
        if self.timing is None or self.growth.trend.kind is Kind.EXPONENTIAL:
            return None
        return excess(self.timing, self.mix.at)

    @property
    def work(self) -> Trend:
        """The program's trend without its garbage collector, which works in bursts."""
        growth = self.growth
        house = [values for symbol, values in growth.own.items() if keeps_house(symbol)]
        apart = zip(growth.totals, *house, strict=True)
        return growth.trend_of(tuple(total - sum(others) for total, *others in apart))

    @property
    def repeated(self) -> tuple[float, ...]:
        """The exponents of two runs of every size; empty if each was run once."""
        return self.repeat.exponents if self.repeat else ()


def analyse(  # noqa: PLR0913
    points: Sequence[Point],
    command: Sequence[str],
    *,
    to: float | None = None,
    lines: bool = False,
    hidden: Hidden | None = None,
    timed: Timing | None = None,
) -> Report:
    """Analyse growth on the longest tail of sizes with steady growth, or on all sizes.

    `timed` are native runs at other sizes.
    """
    left_out = _left_out(points)
    points = points[len(left_out) :]
    sizes = [point.n for point in points]
    runs = perf_map.level([point.counts for point in points])
    mapped = [p.n for p in points if perf_map.told_apart(p.counts)]
    folded = named(runs)
    growth = align(sizes, folded)
    charged = align(sizes, [charge(run) for run in folded])
    further = None if to is None else _projection(growth, charged, to)
    if hidden is not None and not any(s.object.endswith(hidden.module) for s in runs[-1].own):
        hidden = replace(hidden, candidates=())
    natives = [(float(p.n), p.native) for p in points if p.native is not None]
    times = [native.median_s for _, native in natives]
    found = tuple(origins.find(charged, whole=growth))
    hasty = origins.find(charged, whole=growth, hasty=True) if len(sizes) == FEWEST else []
    lines_of = {o.symbol: place for o in found if (place := where.find(o, runs)) is not None}
    return Report(
        tuple(command),
        growth,
        believable(sizes, growth.totals),
        found,
        further,
        places(sizes, runs) if lines else Places(),
        tuple(times) if len(times) == len(sizes) else None,
        tuple(run.processes for run in runs),
        runs[-1].creator,
        hidden,
        lines_of,
        timed or (timing(natives) if natives else None),
        doubted=tuple(o for o in hasty if o.symbol not in {sure.symbol for sure in found}),
        unnamed=_unnamed(growth),
        unmapped=tuple(n for n in sizes if mapped and n not in mapped),
        left_out=left_out,
    )


def _left_out(points: Sequence[Point]) -> tuple[int, ...]:
    """Return the small sizes at which a program grows differently than at larger sizes.

    Many programs use a different algorithm for small inputs. Without the small sizes the growth has
    an exponent.
    """
    sizes = [point.n for point in points]
    totals = [point.counts.total for point in points]
    for start in range(len(points) - FEWEST + 1):
        if trend(sizes[start:], totals[start:]).kind in (Kind.POWER, Kind.EXPONENTIAL):
            return tuple(sizes[:start])
    return ()


def _unnamed(growth: Growth) -> tuple[str, ...]:
    """List the objects with almost no symbols, most costly first."""
    costs: dict[str, float] = defaultdict(float)
    for symbol in growth.own:
        if symbol.placed:
            costs[symbol.object] += growth.share(growth.own_of(symbol))
    return tuple(sorted((o for o in costs if costs[o] > NOTABLE), key=lambda o: -costs[o]))


def _projection(growth: Growth, charged: Growth, to: float) -> Projection:
    """Project to a larger size; an origin there must also make the total superlinear."""
    whole = believable(growth.sizes, growth.totals, shown=0)
    if whole.superlinear(to) < FAR * whole.at(to):
        return Projection(project(growth, to), ())
    carried = project(charged, to)
    found = origins.find(carried, measured=charged, whole=growth)
    quotient = carried.sizes[-1] / carried.sizes[-2]
    far = tuple(o for o in found if o.share * _bent(o.exponent, quotient) > FAR)
    return Projection(project(growth, to), far)


def _bent(exponent: float, quotient: float) -> float:
    """Compute the n^2 share of the growth at the largest size, for a cost of n and n^2 terms."""
    over = min(max(exponent, 1.0), 2.0) - 1
    return float(quotient * (1 - quotient**-over) / (quotient - 1))


def detail(report: Report) -> dict[str, Any]:
    """Return the report as JSON values."""
    growth = report.growth
    further = report.projection
    return {
        "command": list(report.command),
        "creator": report.creator,
        "sizes": list(growth.sizes),
        "totals": list(growth.totals),
        "left_out": list(report.left_out),
        "exponent": _trend(growth.trend)["exponent"],
        "trend": _trend(growth.trend),
        "wall_s": report.wall_s and list(report.wall_s),
        "processor_time": report.timing
        and {**asdict(report.timing), "exponent": report.timing.exponent},
        "repeat": report.repeat and asdict(report.repeat),
        "unnamed": list(report.unnamed),
        "unmapped": list(report.unmapped),
        "processes": list(report.processes),
        "mix": _mix(report.mix),
        "origins": [
            {**_origin(origin), "place": at and at._asdict()}
            for origin in report.origins
            for at in [report.at.get(origin.symbol)]
        ],
        "doubted": [_origin(origin) for origin in report.doubted],
        "projection": further
        and {
            "n": further.growth.sizes[-1],
            "total": further.growth.totals[-1],
            "origins": [_origin(origin) for origin in further.origins],
            "functions": [_function(further.growth, s) for s in further.growth.own],
        },
        "functions": [_function(growth, symbol) for symbol in growth.ranking()],
        "lines": [_place(spot) for spot in report.places.spots],
        "inlined": [_place(one) for one in report.places.inlined],
        "hidden_features": report.hidden and list(report.hidden.features),
        "excluded_candidates": report.hidden and list(report.hidden.candidates),
    }


def _mix(mix: Fit) -> dict[str, Any]:
    return {
        "terms": {term.name: coefficient for term, coefficient in mix.coefficients},
        "rms": mix.rms,
        "takes_over": mix.takes_over(),
    }


def _trend(found: Trend) -> dict[str, Any]:
    """Return a trend as JSON values; a missing exponent is null."""
    known = found.kind is not Kind.UNSTEADY
    return {
        "kind": found.kind.value,
        "exponent": found.exponent if known else None,
        "local": list(found.locals),
        "base": found.base or None,
    }


def _origin(origin: Origin) -> dict[str, Any]:
    caller = where.interpreted_caller(origin)
    return {
        **origin.symbol._asdict(),
        "share": origin.share,
        "exponent": _trend(origin.trend)["exponent"],
        "trend": _trend(origin.trend),
        "calls_exponent": origin.called,
        "own_exponent": origin.own,
        "callers": [_calling(c) for c in origin.callers],
        "callee": origin.callee and _calling(origin.callee),
        "servant": origin.servant and _calling(origin.servant),
        "further_callees": origin.others,
        "circle": [symbol.name for symbol in origin.circle],
        "path": [symbol.name for symbol in origin.path],
        "interpreted_caller": caller and caller._asdict(),
    }


def _calling(found: Calling) -> dict[str, Any]:
    return {**found.symbol._asdict(), "calls": found.count, "exponent": found.exponent}


def _place(place: Spot | Inlined) -> dict[str, Any]:
    frames = place.chain if isinstance(place, Spot) else (place.frame,)
    function = place.symbol if isinstance(place, Spot) else place.into
    return {
        "function": function._asdict(),
        "frames": [frame._asdict() for frame in frames],
        "share": place.share,
        "exponent": place.exponent,
    }


def _function(growth: Growth, symbol: Symbol) -> dict[str, Any]:
    figures = growth.figures(symbol)
    return {
        **symbol._asdict(),
        **{name: list(one.values) for name, one in figures.items()},
        "growth_share": growth.share(figures["inclusive"].values),
        "own_share": growth.share(figures["own"].values),
        "exponents": {name: one.trend.exponent for name, one in figures.items()},
        "kinds": {name: one.trend.kind.value for name, one in figures.items()},
    }
