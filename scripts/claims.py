"""README's claims: sentences with figures from the reports in `docs/measured/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Any

from quicksalt.lab import tls
from quicksalt.lab.peers import match
from quicksalt_lab.grow.words import power
from quicksalt_lab.ruler import units
from quicksalt_lab.ruler.card import sentence
from quicksalt_lab.ruler.result import Group
from quicksalt_lab.ruler.schema import Report
from quicksalt_lab.ruler.stats import Verdict, median

WIDTH = 108

FAULTY = 0
"""Index of the program with the fault of 2008 in a report of `lab growth`, before the repaired
form."""


def claims(reports: Mapping[str, Report]) -> str:
    """Return the three claims, and the machine of the measurement."""
    peers, growth, contexts = (reports[f"lab {name}"] for name in ("peers", "growth", "tls"))
    load = max(report.card.condition.load or 0.0 for report in reports.values())
    paragraphs = [
        f"- **Faster than PyNaCl.** {_peers(peers.groups)}",
        f"- **A trust store that `ssl` can use.** {_trust(contexts, growth.detail)}",
        f"- **`quicksalt grow` names your O(n²).** {_grow(growth.detail)}",
        f"Measured by `quicksalt lab peers`, `lab tls` and `lab growth` on {sentence(peers.card)}: "
        f"processor time, medians of interleaved rounds, load {load:.1f}. `make figures` repeats "
        "the measurement.",
    ]
    *claimed, measured = [
        fill(p, WIDTH, subsequent_indent="  " * (p[0] == "-")) for p in paragraphs
    ]
    return "\n".join([*claimed, "", measured]) + "\n"


def _peers(groups: Iterable[Group]) -> str:
    ratios = {}
    faster = 0
    for group in groups:
        best = match.best_peer(group)
        if best is not None:
            ratios[group.topic.name] = group.ratio(match.OURS, best).middle
            faster += match.verdict(group) is Verdict.FASTER
    worst = max(ratios, key=lambda name: ratios[name])
    return (
        f"{faster} of {len(ratios)} functions and methods take less time than in the fastest of "
        f"PyNaCl, libnacl and cryptography: the median ratio is "
        f"{median(list(ratios.values())):.2f}, the worst {ratios[worst]:.2f} (`{worst}`)."
    )


def _trust(report: Report, growth: Mapping[str, Any]) -> str:
    (contexts,) = (g for g in report.groups if g.topic.name == "making a context")
    ours, theirs = (contexts[name].median for name in (tls.OURS, tls.OPENSSL))
    loaded = {row["name"]: row["times_ns"][-1] for row in growth["loaders"]}
    return (
        f"It creates a context of Python's `ssl` in {units.time(ours)} instead of "
        f"{units.time(theirs)}, and loads {growth['sizes'][-1]:,} certificates in "
        f"{units.time(loaded['quicksalt.trust'])} instead of {units.time(loaded['Python ssl'])}."
    )


def _grow(growth: Mapping[str, Any]) -> str:
    (origin, *_) = growth["program"][FAULTY]["origins"]
    place = f"{origin['place']['file']}:{origin['place']['line']}"
    return (
        "In 2008 GnuTLS took 40 s to load 206 certificates. For a small program with that fault "
        f"`grow` prints `{place}: {origin['name']} grows as {power(origin['exponent'])}`; the "
        f"repaired program grows as {power(growth['program'][FAULTY + 1]['exponent'])}."
    )


def kept(report: Report) -> Report:
    """Return a report reduced for `docs/measured/`: without local paths and unused data."""
    if "program" not in report.detail:
        return report
    program = [_kept(one) for one in report.detail["program"]]
    return replace(report, detail={**report.detail, "program": program})


def _kept(program: Mapping[str, Any]) -> dict[str, Any]:
    names = ("form", "as_it_should", "command", "creator", "sizes", "totals", "exponent")
    origins = [
        {
            "name": origin["name"],
            "exponent": origin["exponent"],
            "share": origin["share"],
            "place": {**origin["place"], "file": Path(origin["place"]["file"]).name},
        }
        for origin in program["origins"]
    ]
    return {**{name: program[name] for name in names}, "origins": origins}
