"""`quicksalt lab targets`: compare native code, WebAssembly and JavaScript."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import Console

from quicksalt.cli.session import Session, measuring
from quicksalt.lab.targets import chart, race
from quicksalt.lab.targets.find import LIBSODIUM, PASSES, Places, Target, find
from quicksalt.lab.targets.race import Standing
from quicksalt.lab.targets.sizes import Size, sizes
from quicksalt.lab.targets.work import Line, Work, all_work
from quicksalt_lab.cli import screen, tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.options import defaulted, details_option
from quicksalt_lab.cli.output import UnknownNameError, examples, output_option, write
from quicksalt_lab.html import bars
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.clock import WALL
from quicksalt_lab.ruler.result import Absent, Group
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.unknown import unknown

BREAKS = re.compile(r" |(?<=[a-z]-)(?=[a-z])|(?=\.js)")
"""Positions where a column head can be wrapped."""

WIDE = 132
"""Width of the table of all targets."""


def _existing(context: click.Context, option: click.Parameter, path: Path) -> Path:
    """Refuse a place that the caller names and that does not exist."""
    named = context.get_parameter_source(option.name or "") == ParameterSource.COMMANDLINE
    if named and not path.exists():
        raise click.BadParameter(f"no file or folder {str(path)!r}")
    return path


def _place(name: str, metavar: str, default: str, text: str) -> Callable[[Any], Any]:
    is_file = metavar == "FILE"
    kind = click.Path(file_okay=is_file, dir_okay=not is_file, path_type=Path)
    option = partial(defaulted, type=kind, default=Path(default), callback=_existing)
    return option(name, metavar=metavar, help=text)


@click.command(
    epilog=examples(
        "quicksalt lab targets",
        "quicksalt lab targets crypto_scalarmult crypto_hash_sha256 --details",
        "quicksalt lab targets --passes --svg targets.svg --json targets.json",
    )
)
@click.argument("functions", metavar="[FUNCTION]...", nargs=-1)
@_place("--modules", "FOLDER", "target/wasm/modules", "Output folder of `make wasm`.")
@_place("--npm", "FOLDER", "target/npm-peers", "Folder where npm installed the peers.")
@_place(
    "--library", "FILE", "target/abi/lib/libquicksalt.so", "The native library built by `make abi`."
)
@click.option("--passes", is_flag=True, help="Also time the module optimized by wasm-opt.")
@output_option("--svg", "Also draw the chart.")
@details_option
@partial(measuring, clocks=False)
def targets(
    session: Session,
    functions: tuple[str, ...],
    svg_path: Path | None,
    *,
    passes: bool,
    details: bool,
    **places: Path,
) -> int:
    """Repeat the 2019 measurement: time of WebAssembly relative to native libsodium.

    Runs the same functions on the same inputs: libsodium and quicksalt natively, quicksalt's
    modules in wasmtime (optimised and not), in Node and in Chromium, and the peers installed by
    npm. All outputs must agree. Times are processor times; Chromium only has a wall clock, so it is
    compared in wall time. Cost per call and cost per byte come from a fit over lengths.

    A FUNCTION is a name such as crypto_scalarmult; the default is all. Missing peers are listed
    with the command that installs them.

    Exits with 1 if an output differs, with 3 if nothing can be timed.
    """
    tasks = _select(list(all_work()), functions)
    there = Places(**places)
    with tempfile.TemporaryDirectory(prefix="quicksalt-targets-") as name, ExitStack() as stack:
        folder = Path(name)
        found = list(find(there, folder, PASSES if passes else ()))
        field = race.line_up([one for one in found if isinstance(one, Target)], stack)
        absent = [one for one in found if isinstance(one, Absent)] + field.absent
        if not (field.by_processor or field.by_wall):
            tables.absent(session.console, absent)
            return Exit.MISSING
        played = race.play(field, tasks, session.plan)
        groups = session.gather("targets", played, race.count(field, tasks))
        weighed = list(sizes(there, folder))
    base = LIBSODIUM if any(LIBSODIUM in group for group in groups) else groups[0].base.name
    _show(session, groups, tasks, base, details=details)
    _sizes(session.console, weighed)
    tables.absent(session.console, absent)
    tables.refusals(session.console, groups, topics=True)
    lines = race.fits(groups)
    detail = {
        "base": base,
        "labels": {task.function: task.label for task in tasks},
        "targets": field.versions,
        "absent": {one.name: one.reason for one in absent},
        "lines": {f: {n: asdict(line) for n, line in by.items()} for f, by in lines.items()},
        "standings": {n: asdict(s) for n, s in race.standings(groups, base).items()},
        "sizes": [asdict(size) for size in weighed],
    }
    session.keep(Report("lab targets", session.card(), tuple(groups), detail))
    if svg_path is not None:
        write(svg_path, chart.draw(groups, tasks, base, bars.LIGHT))
    _verdict(session.console, race.standings(groups, base), base)
    return Exit.FAILED if any(group.refused for group in groups) else Exit.OK


def _select(tasks: Sequence[Work], functions: Sequence[str]) -> list[Work]:
    known = list(dict.fromkeys(task.function for task in tasks))
    for name in functions:
        if name not in known:
            raise UnknownNameError(unknown("function", name, known, "quicksalt lab targets"))
    return [task for task in tasks if not functions or task.function in functions]


def _show(
    session: Session, groups: Sequence[Group], tasks: Sequence[Work], base: str, *, details: bool
) -> None:
    out = session.console
    labels = {task.function: task.label for task in tasks}
    if details or out.width < WIDE:
        _stacked(out, groups if details else race.largest(groups), labels, base)
    else:
        _grid(out, race.largest(groups), labels, base)
    if lines := race.fits(groups):
        out.print("cost per call, and per byte:", style="bold")
        for function, by_name in lines.items():
            _lines(out, labels[function], by_name)
    tables.floors(out, groups)
    if details:
        tables.card(out, session.card())


def _grid(out: Console, groups: Sequence[Group], labels: Mapping[str, str], base: str) -> None:
    """Print a table per clock: the base's time, and each target's time relative to it."""
    for is_wall in (False, True):
        timed = [g for g in groups if base in g and (g.clock == WALL.name) == is_wall]
        names = [n for n in dict.fromkeys(s.name for g in timed for s in g.series) if n != base]
        if not names:
            continue
        clock = "wall time" if is_wall else "processor time"
        grid = tables.new_table(f"Time relative to native {base}, {clock}")
        grid.padding = (0, 0, 0, 1)
        heads = [BREAKS.sub("\n", name) for name in (base, *names)]
        tables.columns(grid, ["function"], heads, [])
        for group in timed:
            size = units.size(group.topic.size, group.topic.axis)
            ratios = [
                units.three_digits(group.ratio(name, base).middle) if name in group else "-"
                for name in names
            ]
            label = " ".join(filter(None, (labels[group.topic.name], size)))
            grid.add_row(label, units.time(group[base].median), *ratios)
        out.print(grid)


def _stacked(out: Console, groups: Sequence[Group], labels: Mapping[str, str], base: str) -> None:
    """Print each group, with one line per target."""
    for group in groups:
        size = units.size(group.topic.size, group.topic.axis)
        label = labels[group.topic.name]
        what = " ".join(filter(None, (label, size, f"({group.clock})")))
        out.print(f"{what}{': too noisy to tell' if group.void else ''}", style="bold")
        for series in group.series:
            line = f"  {series.name:<30}{units.time(series.median):>9}"
            if base in group and series.name != base:
                line += f"  {units.ratio(group.ratio(series.name, base), 2)}"
            out.print(line, soft_wrap=True)


def _lines(out: Console, label: str, by_name: Mapping[str, Line]) -> None:
    out.print(f"  {label}")
    for name, line in by_name.items():
        byte = f"{units.three_digits(line.byte_ns)} ns"
        out.print(f"    {name:<30}{units.time(line.call_ns):>9}{byte:>10}", soft_wrap=True)


def _sizes(out: Console, weighed: Sequence[Size]) -> None:
    if weighed:
        out.print("bytes, and gzip-compressed bytes:", style="bold")
    for size in weighed:
        out.print(
            f"  {size.name:<32}{units.count(size.raw):>11}{units.count(size.gzip):>11}",
            soft_wrap=True,
        )


def _verdict(out: Console, standings: Mapping[str, Standing], base: str) -> None:
    """Print each target's time relative to the base, after a bar of its relative speed."""
    for name, standing in standings.items():
        screen.verdict(
            out,
            1 / standing.mean,
            f"{name}: {standing.mean:.2f} of {base}'s time over {standing.functions} functions, "
            f"worst {standing.worst:.2f} ({standing.worst_at}).",
        )
