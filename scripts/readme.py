"""Writes the measured tables and claims of README.md, docs/candidates.md and docs/figures.md.

python scripts/readme.py              writes the candidates of the native module, README's claims
                                      and picture from docs/measured/, and the pictures of a
                                      terminal from the texts in docs/pictures/
python scripts/readme.py --check      exits with 1 if a written file is out of date
python scripts/readme.py --take FILE  stores a report of `quicksalt lab peers`, `lab growth` or
                                      `lab tls` (option --json) in docs/measured/; may be repeated
python scripts/readme.py --race FILE  also writes the table of 2012, from a report of `quicksalt
                                      race --json`
python scripts/readme.py --lms FILE   also writes the table of LMS, from a report of `make
                                      peers-hashsig OPTIONS='--json FILE'`; given twice, from the
                                      reports of two machines
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from pathlib import Path

from claims import claims, kept
from terminal import draw

from quicksalt import choice
from quicksalt.lab import table
from quicksalt.lab.calls import CALLS
from quicksalt.lab.peers import lms
from quicksalt.lab.report.picture import picture
from quicksalt.lab.report.then import IN_2012
from quicksalt_lab.ruler import schema, units
from quicksalt_lab.ruler.card import sentence

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
LIST = ROOT / "docs/candidates.md"
FIGURES = ROOT / "docs/figures.md"
MEASURED = ROOT / "docs/measured"
PICTURES = ROOT / "docs/pictures"
TERMINALS = ("race", "grow")
"""The texts in docs/pictures/ with a command and its output."""
END = "<!-- end -->\n"
CANDIDATES = "<!-- candidates: written by scripts/readme.py -->\n"
CLAIMS = "<!-- claims: written by scripts/readme.py -->\n"
RACE = "<!-- race: written by scripts/readme.py --race -->\n"
LMS = "<!-- lms: written by scripts/readme.py --lms -->\n"


def candidates() -> str:
    """Return a row for each candidate of every primitive, in the library's own order."""
    operations: dict[tuple[str, str], list[str]] = {}
    said: dict[tuple[str, str], str] = {}
    for report in choice.explain():
        primitive, operation = report["operation"].split(".")
        for candidate in report["candidates"]:
            key = (primitive, candidate["candidate"])
            operations.setdefault(key, []).append(operation)
            needs = _shortest(candidate["needs"])
            words = (needs, candidate["origin"], candidate["proof"] or "-", candidate["timing"])
            said[key] = " | ".join(words)
    lines = [
        "| primitive | candidate | operations | needs | origin | proof | timing |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    seen = ""
    for (primitive, name), offered in operations.items():
        shown = "" if primitive == seen else primitive
        seen = primitive
        lines.append(f"| {shown} | {name} | {', '.join(offered)} | {said[primitive, name]} |")
    return "\n".join(lines) + "\n"


def _shortest(needs: list[str]) -> str:
    """Return the features without features implied by others."""
    implied = {"ssse3", "sse4.1"} if {"avx2", "sha"} & set(needs) else set()
    if any(name.startswith("avx512") for name in needs):
        implied |= {"avx2"}
    if any(name.startswith("avx512") and name != "avx512f" for name in needs):
        implied |= {"avx512f"}
    return ", ".join(name for name in needs if name not in implied) or "-"


def race(file: Path) -> str:
    """Return the table of 2012 with old and new figures, and the machine."""
    report = schema.load_file(file)
    groups = {group.topic.name: group for group in report.groups}
    lines = [
        "| function | portable | chosen | portable / chosen | in 2012 | candidates chosen |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for call in CALLS:
        row = table.row(groups[call.name])
        portable, fastest = IN_2012[row.name]
        lines.append(
            f"| {row.name} | {units.time(row.portable_ns)} | {units.time(row.chosen_ns)} "
            f"| {row.slowdown.middle:.2f}x | {portable / fastest:.2f}x | {row.candidates} |"
        )
    worst = max(groups[call.name].floor for call in CALLS)
    measured = (
        f"Measured by `quicksalt race` on {sentence(report.card)}: thread CPU time, medians of "
        f"interleaved rounds, A/A floor at worst {units.percent(worst)}; {units.PAIRED}."
    )
    return "\n".join([*lines, "", *textwrap.wrap(measured, 72)]) + "\n"


def between(text: str, begin: str, content: str) -> str:
    """Return the text with the content between a mark and the next end mark replaced."""
    before, rest = text.split(begin)
    _, after = rest.split(END, 1)
    return before + begin + content + END + after


def wanted() -> dict[Path, str]:
    """Return the contents that need no new measurement, by file."""
    paths = sorted(MEASURED.glob("*.json"))
    reports = {report.kind: report for report in map(schema.load_file, paths)}
    light, dark = picture(paths)
    return {
        LIST: between(LIST.read_text(encoding="utf-8"), CANDIDATES, candidates()),
        README: between(README.read_text(encoding="utf-8"), CLAIMS, claims(reports)),
        PICTURES / "figures-light.svg": light,
        PICTURES / "figures-dark.svg": dark,
        **{
            PICTURES / f"{name}.svg": draw((PICTURES / f"{name}.txt").read_text(encoding="utf-8"))
            for name in TERMINALS
        },
    }


def take(file: Path) -> None:
    """Store a report in docs/measured/, reduced to the displayed data."""
    report = kept(schema.load_file(file))
    name = f"{report.kind.removeprefix('lab ')}.json"
    (MEASURED / name).write_text(schema.dump(report), encoding="utf-8")


def main() -> int:
    """Write or check the files."""
    parser = argparse.ArgumentParser(
        description="Writes tables, claims and pictures into the documentation."
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--take", type=Path, metavar="FILE", action="append", default=[])
    parser.add_argument("--race", type=Path, metavar="FILE")
    parser.add_argument("--lms", type=Path, metavar="FILE", action="append", default=[])
    arguments = parser.parse_args()
    for file in arguments.take:
        take(file)
    files = wanted()
    if arguments.check:
        wrong = [p for p, text in files.items() if p.read_text(encoding="utf-8") != text]
        print("".join(f"not up to date: {p.relative_to(ROOT)}\n" for p in wrong), end="")
        return int(bool(wrong))
    files[FIGURES] = FIGURES.read_text(encoding="utf-8")
    if arguments.race:
        files[FIGURES] = between(files[FIGURES], RACE, race(arguments.race))
    if arguments.lms:
        reports = list(map(schema.load_file, arguments.lms))
        files[FIGURES] = between(files[FIGURES], LMS, "\n".join(map(lms.markdown, reports)))
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
