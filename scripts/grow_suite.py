"""Runs `quicksalt grow` on programs whose growth is known.

python scripts/grow_suite.py [--keep FOLDER] [WORD ...]

Programs in C, C++, Rust, Go, OCaml, Fortran, Python and for Node, faulty and repaired, tools and
interpreters of Debian, releases of PyPI and npm, and crates. Each is judged as measured and
projected to 16 times the largest size. Prints a line for each and the sums; with words, only the
cases whose names hold one of them. With a folder to keep callgrind's files in, cases whose files
are there are judged without being run. Exit codes: 1 if a culprit is not named or somebody is
accused who is innocent, 3 if a tool is missing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

from grow_adversary import ADVERSARY
from grow_cases import CASES as OWN
from grow_cases import Case
from grow_foreign import FOREIGN
from grow_further import FURTHER
from grow_packages import CRATE, CRATES, PYPI
from grow_unseen import UNSEEN

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
"""Where releases of PyPI and what is built of crates stay from one run to the next."""

CASES = (*OWN, *PYPI, *CRATE, *FOREIGN, *FURTHER, *UNSEEN, *ADVERSARY)

TIMES = 16
"""How many times the largest size it is projected to."""

DONE = "done"
"""A file beside callgrind's that says that a case was counted at all sizes."""

BUILDS = {
    "c": ["gcc", "-g", "-O2", "-o", "{out}", "faults.c"],
    "cc": ["g++", "-g", "-O1", "-o", "{out}", "faults.cc"],
    "rs": ["rustc", "-O", "-C", "debuginfo=line-tables-only", "-o", "{out}", "faults.rs"],
    "go": ["go", "build", "-o", "{out}", "faults.go"],
    "foreign_c": ["gcc", "-g", "-O2", "-o", "{out}", "foreign.c"],
    "foreign_cc": ["g++", "-g", "-O2", "-o", "{out}", "foreign.cc"],
    "foreign_rs": ["rustc", "-O", "-C", "debuginfo=line-tables-only", "-o", "{out}", "foreign.rs"],
    "foreign_go": ["go", "build", "-o", "{out}", "foreign.go"],
    "foreign_ml": ["ocamlopt", "-g", "-o", "{out}", "foreign.ml"],
    "foreign_f": ["gfortran", "-g", "-O2", "-o", "{out}", "foreign.f90"],
    "further_c": ["gcc", "-g", "-O2", "-o", "{out}", "further.c"],
    "further_static": ["gcc", "-g", "-O2", "-static", "-o", "{out}", "further.c"],
    "further_stripped": ["gcc", "-s", "-O2", "-o", "{out}", "further.c"],
    "further_cc": ["g++", "-g", "-O2", "-o", "{out}", "further.cc"],
    "further_rs": ["rustc", "-O", "-C", "debuginfo=line-tables-only", "-o", "{out}", "further.rs"],
    "further_go": ["go", "build", "-o", "{out}", "further.go"],
    "further_ml": ["ocamlopt", "-g", "-o", "{out}", "further.ml"],
    "further_f": ["gfortran", "-g", "-O2", "-o", "{out}", "further.f90"],
}
ARGUMENTS = re.compile(r"(?<=\w)\(.*")
"""Those of C++, and not a receiver of Go's or a namespace without a name."""

STAMP = re.compile(r"_\d+\Z")
"""What OCaml's compiler adds to names."""

PYTHONS = ("python3.14", "python3.13", "python3.12")


class Verdict(NamedTuple):
    """What came of a case."""

    right: bool
    accused: bool
    """Whether somebody innocent was named, measured or projected."""
    text: str


def python() -> str:
    """Find a Python that names its functions; the one that runs this, if there is none."""
    home = Path.home() / ".pyenv/versions"
    versions = {path.name: str(path) for path in sorted(home.glob("3.1[2-9]*/bin/python3.??"))}
    for name in PYTHONS:
        if found := versions.get(name) or shutil.which(name):
            return found
    return sys.executable


def build(folder: Path) -> dict[str, str]:
    """Compile the programs; returns what stands for them in commands."""
    files = {"py": str(PROGRAMS / "faults.py"), "python": python(), "python3": sys.executable}
    files |= {"js": str(PROGRAMS / "foreign.js"), "tmp": str(folder)}
    for name, command in BUILDS.items():
        if shutil.which(command[0]) is None:
            continue
        # Where they were when they were counted, for those who read kept counts; and compilers
        # such as OCaml's leave files beside the source.
        place = PACKAGES / "programs" / name
        place.mkdir(parents=True, exist_ok=True)
        source, copy, target = PROGRAMS / command[-1], place / command[-1], place / "program"
        if not (target.exists() and copy.exists() and source.read_bytes() == copy.read_bytes()):
            target.unlink(missing_ok=True)
            shutil.copy(source, copy)
            argv = [word.replace("{out}", str(target)) for word in command]
            subprocess.run(argv, cwd=place, check=True)
        files[name] = str(target)
    return {**files, **fetched(files["python"])}


def packages(where: str) -> list[str]:
    """List the releases that cases name, in a folder such as `{pypi}/`."""
    words = {part for case in CASES for word in case.command for part in word.split(":")}
    return sorted(word.removeprefix(where) for word in words if word.startswith(where))


def fetched(interpreter: str) -> dict[str, str]:
    """Install releases of PyPI and npm, build crates; what cannot be had is left out, and said."""
    pypi = PACKAGES / "pypi"
    pip = [
        interpreter,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--root-user-action=ignore",
        "--target",
    ]
    for release in packages("{pypi}/"):
        folder = pypi / release
        if not folder.exists() and subprocess.run([*pip, str(folder), release]).returncode:
            shutil.rmtree(folder, ignore_errors=True)
            print(f"left out  {release}: pip cannot install it")
    npm = PACKAGES / "npm"
    for release in packages("{npm}/") if shutil.which("npm") else ():
        folder = npm / release
        install = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--prefix"]
        if not folder.exists() and subprocess.run([*install, str(folder), release]).returncode:
            shutil.rmtree(folder, ignore_errors=True)
            print(f"left out  {release}: npm cannot install it")
    files = {"packages": str(PROGRAMS / "packages.py"), "pypi": str(pypi)}
    files |= {"packages_js": str(PROGRAMS / "packages.js"), "npm": str(npm)}
    if shutil.which("cargo"):
        build = ["cargo", "build", "--quiet", "--release", "--target-dir", str(PACKAGES / "crates")]
        if subprocess.run(build, cwd=ROOT / CRATES).returncode == 0:
            files["crates"] = str(PACKAGES / "crates/release/faults-of-crates")
        else:
            print("left out  all crates: cargo cannot build them")
    return files


def filled(text: str, files: dict[str, str]) -> str:
    """Put the files into a word of a command."""
    for name, path in files.items():
        text = text.replace(f"{{{name}}}", path)
    return text.replace("{{", "{").replace("}}", "}")


def run(case: Case, files: dict[str, str], folder: Path) -> Report:
    """Count a case at all sizes; what has been counted before is read."""
    place = folder / case.name.replace("/", " ")
    command = tuple(filled(word, files) for word in case.command)
    setup = filled(case.setup, files) if case.setup else None
    plan = experiment.Plan(command, case.sizes, setup, ok_exits=case.ok_exits)
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
    """Read what was counted; nothing, unless all sizes were."""
    if not all((place / str(n)).exists() for n in sizes):
        return []
    runs = ((n, sorted((place / str(n)).glob("callgrind.out.*"))) for n in sizes)
    return [experiment.Point(n, together(map(callgrind.read, files))) for n, files in runs]


def names(origin: Origin, report: Report) -> set[str]:
    """List the names that a reader finds in what is said of an origin."""
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
    """Compare what was found with the truth."""
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


def available(case: Case, files: dict[str, str]) -> bool:
    """Whether the program of a case is there."""
    program = case.command[0]
    if program.startswith("{") and program[1:-1] not in files:
        return False
    words = [filled(word, files) for word in case.command]
    folders = [path for word in words for path in word.split(":") if path.startswith(str(PACKAGES))]
    return all(map(os.path.exists, folders)) and bool(shutil.which(words[0]))


def options() -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", metavar="WORD", nargs="*")
    parser.add_argument("--keep", metavar="FOLDER", type=Path)
    return parser.parse_args()


def main() -> int:
    """Run all cases and print how many are right."""
    if shutil.which("valgrind") is None:
        print(f"valgrind is not installed: {tool.INSTALL}")
        return 3
    asked = options()
    wanted = [case for case in CASES if any(word in case.name for word in asked.words or [""])]
    verdicts = []
    spent = 0.0
    with tempfile.TemporaryDirectory(prefix="grow-suite-") as temporary:
        folder = Path(temporary)
        files = build(folder)
        for case in wanted:
            if not available(case, files):
                print(f"left out  {case.name}: what it runs is not installed")
                continue
            start = sum(os.times()[2:4])
            try:
                verdict = judge(case, run(case, files, asked.keep or folder / "counts"))
            except (LabError, OSError, subprocess.CalledProcessError) as error:
                verdict = Verdict(False, False, str(error).partition("\n")[0])
            took = sum(os.times()[2:4]) - start
            spent += took
            verdicts.append(verdict)
            word = "right" if verdict.right else "WRONG"
            print(f"{word}  {took:5.1f} s  {case.name}: {verdict.text}", flush=True)
    right, accused = (sum(getattr(v, field) for v in verdicts) for field in ("right", "accused"))
    sound = sum(1 for case in wanted if not case.culprits)
    print(
        f"{right} of {len(verdicts)} right, {accused} of {sound} clean ones accused, {spent:.0f} s"
    )
    return 0 if right == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
