"""Runs `quicksalt grow` on programs of known growth.

python scripts/grow_suite.py [--keep FOLDER] [WORD ...]

The programs include faulty and repaired code in C, C++, Rust, Go, OCaml, Fortran, Python and
JavaScript. They also include Debian's tools and interpreters, releases of PyPI and npm, crates, and
trust stores. `grow_cases.toml` lists all programs. Each case is judged as measured and as projected
to 16 times the largest size. Prints a line for each case and the totals; with words, only runs
cases with one of them in their name. With --keep, callgrind's files are written to a folder, and
cases with existing files are judged without a run. Exit codes: 1 if a faulty function is not
reported or a sound one is, 3 if a tool or a library is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from quicksalt_lab.grow import experiment, repeat, words
from quicksalt_lab.grow.origins import Origin
from quicksalt_lab.grow.report import Report, analyse
from quicksalt_lab.grow.where import interpreted_caller
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.valgrind import callgrind, tool
from quicksalt_lab.valgrind.counts import Symbol, together

ROOT = Path(__file__).parent.parent
PROGRAMS = ROOT / "python/tests/quicksalt_lab/grow/suite"
PACKAGES = ROOT / "target/grow-packages"
"""Cache of PyPI releases and built crates between runs."""

GROUPS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("grow_cases.toml").read_text()
)
SIZES, SETUPS, CULPRITS = (GROUPS.pop(name) for name in ("sizes", "setups", "culprits"))

GROW = Path(sys.executable).with_name("quicksalt")
TIMES = 16
"""The projection's size, as a multiple of the largest size."""

DONE = "done"
"""A marker file for a case that was counted at all sizes."""

ARGUMENTS = re.compile(r"(?<=\w)\(.*")
"""Arguments of a C++ function, but not a Go receiver or an anonymous namespace."""

STAMP = re.compile(r"_\d+\Z")
"""The suffix that OCaml's compiler adds to names."""

PYTHONS = ("python3.14", "python3.13", "python3.12")


class Case(NamedTuple):
    """A program, and its expected result."""

    name: str
    command: tuple[str, ...]
    culprits: tuple[str, ...]
    """Acceptable origins, of which one must be reported; if empty, none may be reported."""
    exponents: tuple[float, float]
    """The range of the expected exponent."""
    sizes: tuple[int, ...]
    setup: str
    ok_exits: tuple[int, ...]
    project: int
    """The size for --project if the command itself is run; 0 to call its modules directly."""
    install: str
    """The command that installs required build tools; empty if optional."""


class Verdict(NamedTuple):
    """The result of a case."""

    right: bool
    accused: bool
    """Whether a sound program got an origin, measured or projected."""
    text: str


def cases_of(group: str, shared: dict[str, Any]) -> Iterator[Case]:
    """Make the cases of a group."""
    for key, own in shared["cases"].items():
        told = {"name": group, "command": f"{{{group}}} {{case}} {{n}}", **shared, **own}
        sizes = told.get("sizes", "middle")
        case = Case(
            f"{told['name']} {key}".strip(),
            tuple(worded(word, key, own) for word in shlex.split(told["command"])),
            tuple(one for name in own.get("culprits", ()) for one in listed(name)),
            tuple(told.get("exponents", (1.6, 2.3))),
            tuple(SIZES[sizes] if isinstance(sizes, str) else sizes),
            filled(told.get("setup", ""), SETUPS),
            tuple(told.get("ok_exits", (0,))),
            told.get("project", 0),
            told.get("install", ""),
        )
        yield case
        if "repaired" in own:
            command = (*case.command, "repaired")
            yield case._replace(name=f"{case.name}, repaired", command=command, culprits=())


def worded(word: str, key: str, own: dict[str, Any]) -> str:
    """Substitute a case's key into a word of its command."""
    name, _, releases = key.partition(", ")
    if "{release}" in word:
        return ":".join(word.replace("{release}", release) for release in releases.split())
    return filled(word, {"case": name, "code": own.get("code", "")})


def listed(culprit: str) -> list[str]:
    """Expand a named list of functions; any other name is returned unchanged."""
    names: list[str] = CULPRITS[culprit[1:]] if culprit.startswith("*") else [culprit]
    return names


def filled(text: str, files: dict[str, str]) -> str:
    """Replace names in braces by their texts, such as file paths."""
    for name, path in files.items():
        text = text.replace(f"{{{name}}}", path)
    return text


def python() -> str:
    """Find a Python that can name its functions; otherwise the running one."""
    home = Path.home() / ".pyenv/versions"
    versions = {path.name: str(path) for path in sorted(home.glob("3.1[2-9]*/bin/python3.??"))}
    for name in PYTHONS:
        if found := versions.get(name) or shutil.which(name):
            return found
    return sys.executable


def build(wanted: list[Case], folder: Path) -> dict[str, str]:
    """Compile and install the cases' programs; return the substitutions for their commands."""
    files = {"py": str(PROGRAMS / "faults.py"), "python": python(), "python3": sys.executable}
    files |= {"js": str(PROGRAMS / "foreign.js"), "tmp": str(folder)}
    programs = {case.command[0].strip("{}") for case in wanted}
    for name in programs & {name for name, group in GROUPS.items() if "build" in group}:
        if program := compiled(name, GROUPS[name]["build"].split()):
            files[name] = program
    return files | fetched(wanted, files["python"])


def compiled(name: str, command: list[str]) -> str | None:
    """Compile a program if needed; return its path, or None on failure."""
    if shutil.which(command[0]) is None:
        return None
    # A stable path, because saved counts refer to it, and because compilers such as OCaml's write
    # files next to the source.
    place = PACKAGES / "programs" / name
    place.mkdir(parents=True, exist_ok=True)
    [source] = [path for word in command if (path := PROGRAMS / word).is_file()]
    copy, target = place / source.name, place / "program"
    if not (target.exists() and copy.exists() and source.read_bytes() == copy.read_bytes()):
        target.unlink(missing_ok=True)
        shutil.copy(source, copy)
        if subprocess.run(
            [filled(word, {"out": str(target)}) for word in command], cwd=place
        ).returncode:
            return None
    return str(target)


def fetched(wanted: list[Case], interpreter: str) -> dict[str, str]:
    """Install releases of PyPI and npm, and build crates; skip failures with a message."""
    pypi, npm = PACKAGES / "pypi", PACKAGES / "npm"
    pip = [interpreter, "-m", "pip", "install", "--quiet", "--no-deps", "--root-user-action=ignore"]
    install(pypi, releases(wanted, "{pypi}/"), [*pip, "--target"])
    if shutil.which("npm"):
        flags = ["--silent", "--ignore-scripts", "--no-audit", "--prefix"]
        install(npm, releases(wanted, "{npm}/"), ["npm", "install", *flags])
    files = {"packages": str(PROGRAMS / "packages.py"), "pypi": str(pypi)}
    files |= {"packages_js": str(PROGRAMS / "packages.js"), "npm": str(npm)}
    if shutil.which("cargo") and any(case.command[0] == "{crates}" for case in wanted):
        cargo = ["cargo", "build", "--quiet", "--release", "--target-dir", str(PACKAGES / "crates")]
        if subprocess.run(cargo, cwd=PROGRAMS / "crates").returncode == 0:
            files["crates"] = str(PACKAGES / "crates/release/faults-of-crates")
        else:
            print("skipped  all crates: cargo cannot build them")
    return files


def releases(wanted: list[Case], where: str) -> list[str]:
    """List the releases that cases name, in a folder such as `{pypi}/`."""
    words = {part for case in wanted for word in case.command for part in word.split(":")}
    return sorted(word.removeprefix(where) for word in words if word.startswith(where))


def install(place: Path, names: list[str], command: list[str]) -> None:
    """Install each release into a folder of its name, unless it exists."""
    for name in names:
        folder = place / name
        if not folder.exists() and subprocess.run([*command, str(folder), name]).returncode:
            shutil.rmtree(folder, ignore_errors=True)
            print(f"skipped  {name}: {command[0]} cannot install it")


def plan_of(case: Case, files: dict[str, str]) -> experiment.Plan:
    """Return the plan of a case."""
    command = tuple(filled(word, files) for word in case.command)
    setup = filled(case.setup, files) or None
    return experiment.Plan(command, case.sizes, setup, ok_exits=case.ok_exits)


def run(case: Case, plan: experiment.Plan, folder: Path) -> Report:
    """Count a case at all sizes, or read saved counts."""
    place = folder / case.name.replace("/", " ")
    analysed = partial(analyse, command=case.command, to=TIMES * case.sizes[-1])
    if (place / DONE).exists() and (first := _kept(place, case.sizes)):
        again = _kept(place / repeat.AGAIN, case.sizes)
        found = analysed(first)
        return repeat.settled(found, first, again, analysed) if again else found
    shutil.rmtree(place, ignore_errors=True)
    points = list(experiment.run(plan, place, timed=False))
    found = repeat.judged(plan, place, points, analysed)
    (place / DONE).touch()
    return found


def _kept(place: Path, sizes: tuple[int, ...]) -> list[experiment.Point]:
    """Read saved counts; empty unless all sizes were counted."""
    if not all((place / str(n)).exists() for n in sizes):
        return []
    runs = ((n, sorted((place / str(n)).glob("callgrind.out.*"))) for n in sizes)
    return [experiment.Point(n, together(map(callgrind.read, files))) for n, files in runs]


def names(origin: Origin, report: Report) -> set[str]:
    """List the names that the text about an origin mentions."""
    place = report.at.get(origin.symbol)
    inlined = place and Symbol("", "", place.function)
    symbols = [origin.symbol, interpreted_caller(origin), inlined]
    symbols += [calling.symbol for calling in (origin.callee, origin.servant) if calling]
    found = set()
    for symbol in symbols:
        if symbol is not None:
            name = ARGUMENTS.sub("", symbol.plain).partition(".constprop")[0]
            name = STAMP.sub("", name.partition(".isra")[0].partition("+0x")[0])
            found |= {name, name.rpartition("::")[2], name.rpartition(" ")[2]}
            found.add(symbol.object.rpartition("/")[2].partition(".so")[0])
    return found


def judge(case: Case, report: Report) -> Verdict:
    """Compare a report with the expected result."""
    projected = report.projection.origins if report.projection else ()
    if not case.culprits:
        accused = [*report.origins, *projected]
        said = ", ".join(f"{o.symbol.plain} n^{o.exponent:.2f}" for o in accused[:3])
        return Verdict(
            not accused, bool(accused), said or f"nobody, n^{report.growth.exponent:.2f}"
        )
    if not report.origins:
        return Verdict(False, False, f"nobody, n^{report.growth.exponent:.2f}")
    first = report.origins[0]
    low, high = case.exponents
    right = bool(names(first, report) & set(case.culprits)) and low <= first.exponent <= high
    others = ", ".join(o.symbol.plain for o in report.origins[1:3])
    said = words.jump(report) + (f"; {others}" if others else "")
    return Verdict(right, False, said)


def told(case: Case, plan: experiment.Plan, folder: Path) -> Verdict:
    """Run the command itself, and compare the paths to all origins with the expected result."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "told.json"
    options = ["--sizes", ",".join(map(str, case.sizes)), "--project", str(case.project)]
    options += ["--setup", plan.setup or ":", "--json", str(kept)]
    subprocess.run([GROW, "grow", *options, "--", *plan.command], check=True)
    detail = json.loads(kept.read_text())["detail"]
    origins = [*detail["origins"], *detail["projection"]["origins"]]
    found = {name for origin in origins for name in origin["path"]}
    right = bool(found & set(case.culprits)) if case.culprits else not found
    accused = bool(found) and not case.culprits
    return Verdict(right, accused, ", ".join(o["path"][-1] for o in origins[:3]) or "nobody")


def available(case: Case, files: dict[str, str]) -> bool:
    """Whether the program of a case is available."""
    program = case.command[0]
    if program.startswith("{") and program[1:-1] not in files:
        return False
    words = [filled(word, files) for word in case.command]
    folders = [path for word in words for path in word.split(":") if path.startswith(str(PACKAGES))]
    return all(map(os.path.exists, folders)) and bool(shutil.which(words[0]))


def verdict_on(case: Case, files: dict[str, str], folder: Path) -> Verdict:
    """Run and judge a case; a failure counts as wrong."""
    plan = plan_of(case, files)
    try:
        return told(case, plan, folder) if case.project else judge(case, run(case, plan, folder))
    except (LabError, OSError, subprocess.CalledProcessError) as error:
        return Verdict(False, False, str(error).partition("\n")[0])


def options() -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", metavar="WORD", nargs="*")
    parser.add_argument("--keep", metavar="FOLDER", type=Path)
    return parser.parse_args()


def main() -> int:
    """Run all cases and print the number of correct results."""
    if shutil.which("valgrind") is None:
        print(f"valgrind is not installed: {tool.INSTALL}")
        return 3
    asked = options()
    every = [case for group, shared in GROUPS.items() for case in cases_of(group, shared)]
    wanted = [case for case in every if any(word in case.name for word in asked.words or [""])]
    verdicts, lacking, spent = [], [], 0.0
    with tempfile.TemporaryDirectory(prefix="grow-suite-") as temporary:
        files = build(wanted, Path(temporary))
        for case in wanted:
            if not available(case, files):
                how = f": {case.install}" if case.install else ""
                print(f"skipped  {case.name}: its program is not installed{how}")
                lacking.append(case.install)
                continue
            start = sum(os.times()[2:4])
            verdict = verdict_on(case, files, asked.keep or Path(temporary) / "counts")
            took = sum(os.times()[2:4]) - start
            spent += took
            verdicts.append(verdict)
            word = "right" if verdict.right else "WRONG"
            print(f"{word}  {took:5.1f} s  {case.name}: {verdict.text}", flush=True)
    right, accused = (sum(getattr(v, field) for v in verdicts) for field in ("right", "accused"))
    sound = sum(1 for case in wanted if not case.culprits)
    print(
        f"{right} of {len(verdicts)} right, {accused} of {sound} sound ones reported, {spent:.0f} s"
    )
    if right < len(verdicts):
        return 1
    return 3 if any(lacking) else 0


if __name__ == "__main__":
    sys.exit(main())
