"""The table of 2012: the cost of using only portable code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from quicksalt import bindings
from quicksalt.lab.calls import CALLS, Call, Inputs, binding, competitor
from quicksalt.lab.forcing import forcing
from quicksalt.lab.survey import Operation, survey
from quicksalt_lab.ruler.measure import Competitor, Plan, insist
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.stats import Interval

CHOSEN = "chosen"
PORTABLE = "portable"


@dataclass(frozen=True)
class Row:
    """A row of the 2012 table, computed from its benchmark group."""

    name: str
    portable_ns: float
    chosen_ns: float
    slowdown: Interval
    """Time with portable code over time with the chosen candidates."""
    candidates: str
    """The candidates chosen for the NaCl function's operations."""


def calls(operations: Sequence[Operation]) -> list[Call]:
    """List the available functions that use one of the operations and no barred operation."""
    names = {operation.name for operation in operations}
    barred = {operation.name for operation in survey() if operation.barred}
    return [
        c
        for c in CALLS
        if hasattr(bindings, c.name)
        and names.intersection(c.operations)
        and barred.isdisjoint(c.operations)
    ]


def measure_rows(
    wanted: Sequence[Call], operations: Sequence[Operation], plan: Plan | None = None
) -> Iterator[Group]:
    """Time each function with the chosen candidate and with portable, interleaved.

    `operations` are all operations of the library, because every part of a function must be
    portable.
    """
    plan = replace(plan or Plan(), reference=PORTABLE)
    inputs = Inputs()
    with forcing(operations) as keeper:

        def line_up(call: Call) -> list[Competitor]:
            function = binding(call.name)
            chosen = _after(keeper.restore, competitor(call, function, inputs, CHOSEN))
            portable = _after(keeper.portable, competitor(call, function, inputs, PORTABLE))
            return [replace(chosen, note=_chosen(call, operations, inputs.size)), portable]

        for call in wanted:
            yield insist(Topic(call.name, inputs.size, "bytes"), partial(line_up, call), plan)


def row(group: Group) -> Row:
    """Compute a row of the 2012 table from its benchmark group."""
    chosen, portable = group[CHOSEN], group[PORTABLE]
    ratio = group.ratio(PORTABLE)
    return Row(group.topic.name, portable.median, chosen.median, ratio, chosen.note)


def _after(force: Callable[[], None], competitor: Competitor) -> Competitor:
    """Force a choice before each batch and call once, to resolve the choice before timing."""

    def before() -> None:
        force()
        competitor.run(1)

    return replace(competitor, before=before)


def _chosen(call: Call, operations: Sequence[Operation], size: int) -> str:
    """List the candidates chosen for a function's operations, such as `base graviola`."""
    used = [operation for operation in operations if operation.name in call.operations]
    return ", ".join(f"{o.name.partition('.')[2]} {o.selected(size).candidate}" for o in used)
