"""The stories of the page: one section per report, with old and new figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from quicksalt.lab import race, table, workers
from quicksalt.lab.calls import CALLS
from quicksalt.lab.peers import match
from quicksalt.lab.report import then
from quicksalt.lab.targets import chart
from quicksalt.lab.targets.race import largest, standings
from quicksalt.lab.targets.work import all_work
from quicksalt_lab.html import chart as curves
from quicksalt_lab.html import layout
from quicksalt_lab.html.layout import Row, Share
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.clock import WALL
from quicksalt_lab.ruler.epochs import by_topic
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report

AES_BLOCK = 16


def python_2012(report: Report) -> Iterator[str]:
    """Write the section on the cost of portable code, called from Python."""
    groups = {group.topic.name: group for group in report.groups if table.CHOSEN in group}
    rows = []
    for call in CALLS:
        if call.name not in groups:
            continue
        row = table.row(groups[call.name])
        slow, fast = then.IN_2012[call.name]
        times = units.time(row.portable_ns), units.time(row.chosen_ns)
        lost = f"{row.slowdown.middle:.2f}x", f"{slow / fast:.2f}x"
        rows.append((row.name, *lost, *times))
    if rows:
        yield layout.section(
            "2012: the cost of portable code",
            "Brian Warner built a Python binding to NaCl in seconds out of portable code, and in "
            "25 minutes out of the fastest, up to 27 times as fast. Here one build holds all "
            "variants. His eighteen functions, messages of 1000 bytes.",
            layout.table(
                ("function", "portable / chosen", "in 2012", "portable", "chosen"), rows, "l"
            ),
        )


def workers_2023(report: Report) -> Iterator[str]:
    """Write the section on threads and processes."""
    if not report.groups:
        return
    group = report.groups[0]
    rows = []
    for series in sorted(group.series, key=workers.order):
        now = 100 * series.median / group[workers.NONE].median
        before = then.IN_2023.get(series.name)
        cells = units.time(series.median), f"{now:.0f} %", f"{before} %" if before else "-"
        rows.append(Row((series.name, *cells), series.name == "threads 2"))
    yield layout.section(
        "2023: threads and processes",
        "The post on CoinZdense computed 1024 one-time keys of 20 bytes by executors: two threads "
        "of Python took 1.5 times as long as none. Here threads release the GIL; "
        f"{units.number(group.topic.size, 'key')}, wall time.",
        layout.table(("executor", "time", "of none", "in 2023"), rows, "l"),
    )


def wasm_2019(report: Report) -> Iterator[str]:
    """Write the section on WebAssembly's time relative to native."""
    base = str(report.detail.get("base", ""))
    tasks = list(all_work())
    labels = {task.function: task.label for task in tasks}
    names = [
        n for n in (*chart.SHOWN, "quicksalt.js") if any(n in group for group in report.groups)
    ]
    rows = []
    found = [group for group in largest(report.groups) if base in group]
    walls = {group.topic.name: group for group in found if group.clock == WALL.name}
    for group in found:
        if group.clock == WALL.name:
            continue
        size = units.size(group.topic.size, group.topic.axis)
        label = " ".join(filter(None, (labels.get(group.topic.name, group.topic.name), size)))
        # A target with only a wall clock is compared with the base's wall time.
        timed = [(n, group if n in group else walls.get(group.topic.name)) for n in names]
        ratios = [
            units.three_digits(by.ratio(n, base).middle) if by and n in by else "-"
            for n, by in timed
        ]
        before = then.IN_2019.get(group.topic.name, "-")
        cells = units.time(group[base].median), *ratios, before
        rows.append((label, *cells))
    if not rows:
        return
    svg = chart.draw(report.groups, tasks, base)
    yield layout.section(
        "2019: WebAssembly",
        "Frank Denis compiled libsodium for WebAssembly: curves took about 7 times as long as "
        "native, password hashing 8 times. Ratios to native libsodium in the same run.",
        layout.picture(svg, small=True) if svg else "",
        layout.table(("function", base, *names, "in 2019"), rows, "l"),
    )
    yield from _costs(report, labels)
    yield from _passes(report)
    yield from _sizes(report)


def _costs(report: Report, labels: Mapping[str, str]) -> Iterator[str]:
    """Write the cost per call and per byte."""
    lines: Mapping[str, Mapping[str, Mapping[str, float]]] = report.detail.get("lines", {})
    rows = [
        Row(
            (
                labels.get(function, function) if at == 0 else "",
                name,
                units.time(line["call_ns"]),
                f"{line['byte_ns']:.2f} ns",
            ),
            at == 0,
        )
        for function, by_name in lines.items()
        for at, (name, line) in enumerate(by_name.items())
        if name in (report.detail.get("base"), *chart.SHOWN)
    ]
    if rows:
        yield layout.section(
            "Cost per call and per byte",
            "A line fitted over the lengths: the fixed cost of a call, which enters and leaves the "
            "module, and the cost of each byte of the message.",
            layout.folded(
                "Show the lines",
                layout.table(("function", "by", "per call", "per byte"), rows, "ll"),
            ),
        )


def _passes(report: Report) -> Iterator[str]:
    """Write the effect of the levels of wasm-opt."""
    before = "base, Node"
    found = standings(report.groups, before)
    rows = [
        (name, f"{standing.mean:.3f}", f"{standing.worst:.3f}")
        for name, standing in found.items()
        if name.startswith("base -") and name.endswith(", Node")
    ]
    if rows:
        yield layout.section(
            "What wasm-opt changes",
            "Time of the optimised over the original module, in Node: the mean over all functions, "
            "and the worst.",
            layout.table(("level", "mean", "worst"), rows, "l"),
        )


def _sizes(report: Report) -> Iterator[str]:
    sizes: Sequence[Mapping[str, int | str]] = report.detail.get("sizes", [])
    rows = [
        (str(s["name"]), units.count(float(s["raw"])), units.count(float(s["gzip"]))) for s in sizes
    ]
    if rows:
        yield layout.section(
            "Sizes",
            f"Bytes to download; libsodium's module of 2019 had {then.MODULE_IN_2019:,}.",
            layout.table(("file", "bytes", "by gzip"), rows, "l"),
        )


def emacs_2013(report: Report) -> Iterator[str]:
    """Write the section on cryptography inside Emacs."""
    if not report.groups:
        return
    rows = [
        Row(("cbc, in 2013", who, "-", f"{block} us"), marked=True)
        for who, block in then.IN_2013.items()
    ]
    for group in report.groups:
        size = units.size(group.topic.size, group.topic.axis)
        what = f"{group.topic.name.partition(' ')[0]} {size}".strip()
        for series in group.series:
            block = ""
            if group.topic.size > 1:
                block = f"{series.median / group.topic.size * AES_BLOCK / 1e3:.2f} us"
            rows.append(Row((what, series.name, units.time(series.median), block), marked=False))
    yield layout.section(
        "2013: AES in Emacs",
        "The author of kaesar tuned AES-256-CBC in Emacs Lisp down to 166 microseconds for a block "
        "of 16 bytes; aes.el took 205. In Lisp, by Emacs's GnuTLS, by the module and by programs.",
        layout.table(("work", "by", "time", "16 bytes"), rows, "ll"),
    )


def growth_2008(report: Report) -> Iterator[str]:
    """Write the section on loading many certificates."""
    groups = sorted(report.groups, key=lambda group: group.topic.size)
    if not groups:
        return
    names = list(dict.fromkeys(series.name for group in groups for series in group.series))
    sizes = [group.topic.size for group in groups]
    exponents = {loader["name"]: loader["exponent"] for loader in report.detail.get("loaders", ())}
    times = {
        name: [group[name].median if name in group else 0.0 for group in groups] for name in names
    }
    drawn = [curves.Curve(name, times[name]) for name in names]
    axes = curves.Axes("certificates", "processor time", curves.nanoseconds)
    rows = []
    for name in names:
        exponent = exponents.get(name)
        told = [units.time(time) if time else "-" for time in times[name]]
        last = f"{exponent:.2f}" if exponent is not None else "-"
        rows.append(Row((name, *told, last), name == names[0]))
    count, seconds = then.IN_2008
    yield layout.section(
        "2008: many certificates",
        f"GnuTLS took {seconds:.0f} s to load {count} certificates, because it rebuilt its list of "
        "names after each: n^2. Times of loading today, and the exponent at the largest sizes.",
        layout.picture(curves.draw(sizes, drawn, axes)) if len(sizes) > 1 else "",
        layout.table(("loader", *(f"{size:,}" for size in sizes), "exponent"), rows, "l"),
    )


def peers(report: Report) -> Iterator[str]:
    """Write the comparison with other libraries for Python."""
    if not report.groups:
        return
    names = list(dict.fromkeys(s.name for group in report.groups for s in group.series))
    rows = []
    for group in report.groups:
        best = match.best_peer(group)
        ratio = group.ratio(group.base.name, best).middle if best else None
        told = [units.time(group[n].median) if n in group else "-" for n in names]
        of_best = "-" if ratio is None else Share(f"{ratio:.2f}", ratio)
        rows.append((group.topic.name, of_best, *told))
    yield layout.section(
        "Other libraries",
        "The same calls from Python, and quicksalt's time over the fastest other library's.",
        layout.folded(
            f"Show {units.number(len(rows), 'row')}",
            layout.table(("row", "of the best", *names), rows, "l"),
        ),
    )


def candidates(report: Report) -> Iterator[str]:
    """Write the fastest candidates by length, and the crossover sizes."""
    rows = []
    cells = [group for group in report.groups if race.CHOICE in group and not group.void]
    by_operation: dict[str, dict[int, list[Group]]] = {}
    for epochs in by_topic(cells):
        topic = epochs[0].topic
        by_operation.setdefault(topic.name, {})[topic.size] = list(epochs)
    for operation, sizes in by_operation.items():
        best: list[tuple[str, str]] = []
        for size in sorted(sizes):
            group = sizes[size][0]
            winner = race.winner(group)
            at = units.size(size, group.topic.axis)
            best.append((winner.name, f"{at} {units.time(winner.median)}".strip()))
        rows.append((operation, _crossovers(best), _times(best)))
    if rows:
        yield layout.section(
            "Candidates by length",
            "The fastest candidate of each operation on this machine, and the crossover sizes.",
            layout.folded(
                f"Show {units.number(len(rows), 'operation')}",
                layout.table(("operation", "fastest", "time per call"), rows, "lll"),
            ),
        )


def _crossovers(best: Sequence[tuple[str, str]]) -> str:
    """List the fastest candidates in order of size, each with the smallest size that it wins."""
    told = []
    for at, (name, when) in enumerate(best):
        if at == 0:
            told.append(name)
        elif best[at - 1][0] != name:
            told.append(f"from {' '.join(when.split()[:2])} {name}")
    return ", ".join(told)


def _times(best: Sequence[tuple[str, str]]) -> str:
    """Format the times at the smallest and the largest size."""
    return " to ".join(dict.fromkeys((best[0][1], best[-1][1])))
