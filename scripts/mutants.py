"""Shows which faults in the kernels the self-tests find.

Builds the core once with all mutants (`mutate.py`) and runs the self-tests of all candidates for
each mutant; with `--tests` also the tests for mutants that no self-test detects. Survivors of the
self-tests are compared with the list of known survivors and reasons: exits with 1 if there are
others or a known survivor is detected, with 5 if this processor cannot run all kernels. With
`--only` it continues without such kernels, lists the mutants that only they could detect, and exits
with 5 only for their files. An interrupted run resumes unless the core or the mutations have
changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import mutate
from mutant_switch import INTRINSICS, SWITCH
from mutate import Mutant

ROOT = Path(__file__).parent.parent
TREE = ROOT / "target" / "mutants"
KNOWN = ROOT / "scripts" / "mutants.toml"
PROGRESS = ROOT / "target" / "mutants-progress"
SOURCES = Path("crates/core/src")

# Files with data, tests, or loops for the lab.
ANY = "*"
LEFT_OUT = {"bench", "fuzz", "kat", "rank", "selftest", "testing", "tests"}

# Folders whose files do not belong to a single primitive.
SHARED = {"family", "shared"}

# Folders of kernels that are not compiled on this architecture.
OTHER_SYSTEMS = {"aarch64", "wasm32", "x86_64"} - {platform.machine()}

TESTS = ("lib", "ed25519_verdicts", "candidates", "wycheproof", "nacl")
CPU_SECONDS = 10
TEST_SECONDS = 600


def sources() -> dict[str, str]:
    """Read the files to mutate: all primitives, except kernels of other architectures."""
    paths = sorted((ROOT / SOURCES / "prim").rglob("*.rs"))
    return {
        path.relative_to(ROOT).as_posix(): path.read_text()
        for path in paths
        if path.stem not in LEFT_OUT and not OTHER_SYSTEMS.intersection(path.parts)
    }


def lay_out() -> None:
    """Copy the core into a separate workspace, without the lints that mutants would violate."""
    shutil.rmtree(TREE, ignore_errors=True)
    core = TREE / "crates" / "core"
    shutil.copytree(ROOT / "crates" / "core", core)
    for name in ("vectors", ".ci", "records"):
        (TREE / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "Cargo.lock", TREE)
    manifest = (ROOT / "Cargo.toml").read_text()
    head, tail = manifest.split("members = [", 1)
    (TREE / "Cargo.toml").write_text(f'{head}members = ["crates/core"]{tail.split("]", 1)[1]}')
    own = core / "Cargo.toml"
    own.write_text(own.read_text().replace("[lints]\nworkspace = true\n", ""))
    lib = core / "src" / "lib.rs"
    lib.write_text(f"#![allow(warnings, unconditional_panic)]\n{lib.read_text()}\nmod mutant;\n")


def write(files: dict[str, str], count: int) -> None:
    """Write the mutated sources that have changed."""
    switch = SWITCH.replace("COUNT", str(count))
    for name, text in [*files.items(), (f"{SOURCES}/mutant.rs", switch)]:
        text += INTRINSICS if "core::arch::x86_64::{" in text else ""
        path = TREE / name
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)


def cargo(*arguments: str) -> list[dict[str, Any]]:
    """Run cargo on the copy and return its messages."""
    command = [
        "cargo",
        *arguments,
        "--package=quicksalt",
        # A mutant in code that is not compiled would survive.
        "--all-features",
        "--message-format=json",
        f"--target-dir={(ROOT / 'target').resolve()}",
        # Optimising code with this many branches would take hours.
        "--config=profile.test.package.quicksalt.opt-level=0",
        "--config=profile.test.package.quicksalt.debug=false",
        "--config=profile.test.package.quicksalt.codegen-units=16",
    ]
    run = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    messages = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    if run.returncode and not any(error(message) for message in messages):
        sys.exit(run.stderr)
    return messages


def error(message: dict[str, Any]) -> dict[str, Any] | None:
    """Return the diagnostic of a message, if it is an error in the source."""
    found: dict[str, Any] = message.get("message", {})
    return found if isinstance(found, dict) and found.get("level") == "error" else None


def spans(found: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield file and line of all spans of an error, primary spans first."""
    own = sorted(found.get("spans", []), key=lambda span: not span["is_primary"])
    own += [span for child in found.get("children", []) for span in child.get("spans", [])]
    for place in own:
        span = place
        while span:
            for line in range(span["line_start"], span["line_end"] + 1):
                yield span["file_name"], line
            span = (span.get("expansion") or {}).get("span")


def blamed(messages: list[dict[str, Any]], files: dict[str, str]) -> set[int]:
    """Return the mutants that the compiler rejects."""
    lines = {name: mutate.lines_of(text) for name, text in files.items()}
    numbers: set[int] = set()
    for message in messages:
        if (found := error(message)) and found.get("spans"):
            hits = (lines.get(name, {}).get(line) for name, line in spans(found))
            guilty = next((hit for hit in hits if hit), None)
            if guilty is None:
                sys.exit(found["rendered"])
            numbers.update(guilty)
    return numbers


class Progress:
    """Results of earlier runs for the same sources, stored as lines of a file."""

    def __init__(self) -> None:
        """Read the file; discard it if the sources differ."""
        digest = hashlib.sha256(subprocess.check_output(["rustc", "--version"]))
        core = (ROOT / "crates" / "core").rglob("*.rs")
        for path in [
            *sorted(core),
            ROOT / "Cargo.lock",
            *sorted((ROOT / "scripts").glob("mut*.py")),
        ]:
            digest.update(f"{path}\0".encode() + path.read_bytes())
        lines = PROGRESS.read_text().splitlines() if PROGRESS.is_file() else []
        if lines[:1] != [digest.hexdigest()]:
            lines = [digest.hexdigest()]
            PROGRESS.parent.mkdir(exist_ok=True)
            PROGRESS.write_text(f"{lines[0]}\n")
        self.known: dict[tuple[Mutant, int], str] = {}
        for line in lines[1:]:
            file, function, was, became, which, outcome = json.loads(line)
            self.known[Mutant(file, function, was, became), which] = outcome

    def add(self, outcome: str, mutant: Mutant, which: int = 0) -> None:
        """Store the result of a mutant; repeated identical statements are numbered."""
        self.known[mutant, which] = outcome
        with PROGRESS.open("a") as file:
            print(json.dumps([*vars(mutant).values(), which, outcome]), file=file)


def build(
    only: str, progress: Progress, *, with_tests: bool
) -> tuple[list[Mutant], dict[str, str]]:
    """Build with all mutants that compile; return the mutants and the programs by name."""
    lay_out()
    texts = {name: text for name, text in sources().items() if only in name}
    dropped = {mutant for (mutant, _), outcome in progress.known.items() if outcome == "refused"}
    steps = [["build", "--profile=test", "--example=selftests"]]
    if with_tests:
        steps.append(["test", "--no-run"])
    programs: dict[str, str] = {}
    while steps:
        files, mutants = mutate.rewrite(texts, dropped)
        write(files, len(mutants))
        messages = cargo(*steps[0])
        refused = blamed(messages, files)
        for mutant in {mutants[number] for number in refused}:
            dropped.add(mutant)
            progress.add("refused", mutant)
        print(f"{len(mutants)} mutants, {len(refused)} do not compile", file=sys.stderr, flush=True)
        if not refused:
            programs |= built(messages)
            steps.pop(0)
    return mutants, programs


def built(messages: list[dict[str, Any]]) -> dict[str, str]:
    """Return the programs built by cargo, by name."""
    targets = (
        (message["target"], message["executable"])
        for message in messages
        if "target" in message and message.get("executable")
    )
    return {"lib" if "lib" in target["kind"] else target["name"]: path for target, path in targets}


def run(
    program: str, mutant: str, *arguments: str, cpu_seconds: int = CPU_SECONDS
) -> subprocess.CompletedProcess[str] | None:
    """Run a program with a mutant; `None` on timeout."""
    environment = {**os.environ, "QUICKSALT_MUTANT": mutant, "RUST_BACKTRACE": "0"}
    limited = ["sh", "-c", f'ulimit -t {cpu_seconds} && exec "$@"', "sh", program, *arguments]
    try:
        return subprocess.run(
            limited,
            cwd=TREE / "crates" / "core",
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=30 * cpu_seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None


def kernels(program: str) -> tuple[list[str], list[str]]:
    """Return the candidates that this processor can run, and the others."""
    plain = run(program, "none")
    if plain is None or plain.returncode:
        sys.exit(f"the self-tests fail without a mutant: {plain}")
    states = dict(line.split()[:2] for line in plain.stdout.splitlines())
    lacking = [name for name, state in states.items() if state == "lacks"]
    return [name for name in states if name not in lacking], lacking


def may_reach(lacking: list[str], file: str) -> list[str]:
    """Return the candidates that use a file but cannot run here.

    Returns the candidates of the file's primitive, or all candidates if the file is shared by
    several primitives.
    """
    room = Path(file).relative_to(SOURCES / "prim").parts[0]
    if room in SHARED or room.endswith(".rs"):
        return lacking
    own = {room, room.replace("_", "-"), room.removesuffix("_modes")}
    return [name for name in lacking if name.split("/")[0] in own]


def reaching(program: str, mutants: list[Mutant], names: list[str]) -> list[list[str]]:
    """Return for each mutant the candidates whose self-tests execute it."""
    candidates: list[list[str]] = [[] for _ in mutants]
    for name in names:
        traced = run(program, "trace", name)
        if traced is None or traced.returncode:
            sys.exit(f"{name} fails without a mutant: {traced}")
        for line in traced.stderr.splitlines():
            if line.startswith("reached "):
                candidates[int(line.split()[1])].append(name)
    return candidates


def selftests(
    program: str, mutants: list[Mutant], progress: Progress, names: list[str]
) -> tuple[list[int], set[int]]:
    """Return the mutants not detected by these self-tests, and the mutants not executed."""
    candidates = reaching(program, mutants, names)

    def passes(number: int) -> bool:
        if not candidates[number]:
            return True
        mutant, which = mutants[number], mutants[:number].count(mutants[number])
        if (outcome := progress.known.get((mutant, which))) is None:
            ended = run(program, str(number), *candidates[number])
            passed = ended is not None and ended.returncode == 0
            outcome = "survives" if passed else "noticed"
            progress.add(outcome, mutant, which)
        return outcome == "survives"

    numbers = range(len(mutants))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = [n for n, passed in zip(numbers, pool.map(passes, numbers), strict=True) if passed]
    return passed, {number for number in numbers if not candidates[number]}


def tested(programs: dict[str, str], number: int) -> str | None:
    """Return the test program that detects a mutant, or `None` if all pass."""
    for name in TESTS:
        ended = run(programs[name], str(number), cpu_seconds=TEST_SECONDS)
        if ended is None or ended.returncode:
            return name
    return None


def known() -> dict[tuple[str, str], str]:
    """Read the reasons for the known survivors, by file and mark.

    `function.ANY` means all mutants of a function that no self-test executes.
    """
    return {
        (f"{SOURCES}/prim/{file}", mark): reason
        for reason, files in tomllib.loads(KNOWN.read_text()).items()
        for file, marks in files.items()
        for mark in marks.split()
    }


def entry_of(mutant: Mutant, is_run: bool, reasons: dict[tuple[str, str], str]) -> tuple[str, str]:
    """Return a survivor's list entry: its own, or its function's."""
    own, whole = (mutant.file, mutant.mark), (mutant.file, f"{mutant.function}.{ANY}")
    return whole if not is_run and own not in reasons and whole in reasons else own


def table(
    mutants: list[Mutant], passed: list[int], unreached: set[int], by: dict[int, str | None]
) -> Iterator[str]:
    """Yield a line for each file with its numbers of mutants and survivors.

    Columns: executed but not detected by self-tests, not executed, and not detected by tests.
    """
    total = Counter(mutant.file for mutant in mutants)
    kept = Counter(mutants[number].file for number in passed if number not in unreached)
    idle = Counter(mutants[number].file for number in unreached)
    unnoticed = Counter(mutants[number].file for number, test in by.items() if test is None)
    tests = f"{'tests':>9}" if by else ""
    yield f"{'mutants':>9}{'selftest':>9}{'not run':>9}{tests}"
    for file in sorted(total):
        tests = f"{unnoticed[file]:9}" if by else ""
        name = file.removeprefix(f"{SOURCES}/prim/")
        yield f"{total[file]:9}{kept[file]:9}{idle[file]:9}{tests} {name}"
    tests = f"{unnoticed.total():9}" if by else ""
    yield f"{len(mutants):9}{kept.total():9}{idle.total():9}{tests} in all"


def main() -> int:
    """Build, run, and compare with the list of known survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="also run the tests for survivors")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only files whose path contains this"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the survivors to this file"
    )
    options = parser.parse_args()
    begun, progress = time.monotonic(), Progress()
    mutants, programs = build(options.only, progress, with_tests=options.tests)
    names, lacking = kernels(programs["selftests"])
    if lacking and not options.only:
        print("this processor cannot run all kernels:", *lacking, file=sys.stderr)
        return 5
    passed, unreached = selftests(programs["selftests"], mutants, progress, names)
    by = {n: tested(programs, n) for n in passed} if options.tests else {}
    print("\n".join(table(mutants, passed, unreached, by)))
    print(f"{time.monotonic() - begun:.0f} seconds", file=sys.stderr)
    reasons = known()
    entries = {n: entry_of(mutants[n], n not in unreached, reasons) for n in passed}
    if options.json:
        survivors = [
            {**vars(mutants[n]), "reached": n not in unreached, "tests": by.get(n)}
            | {"reason": reasons.get(entry, "")}
            for n, entry in entries.items()
        ]
        options.json.write_text(json.dumps(survivors, indent=1, ensure_ascii=False) + "\n")
    unjudged = {
        entry
        for n, entry in entries.items()
        if n in unreached and entry not in reasons and may_reach(lacking, entry[0])
    }
    for file, count in sorted(Counter(file for file, _ in unjudged).items()):
        needed = " ".join(may_reach(lacking, file))
        print(f"not judged: {file}, {count} mutants: this processor cannot run {needed}")
    texts = {(m.file, m.mark): f": {m.was}  ->  {m.became}" for m in mutants}
    new = set(entries.values()) - set(reasons) - unjudged
    stale = {entry for entry in reasons if options.only in entry[0]} - set(entries.values())
    for what, found in (("survives", new), ("no survivor", stale)):
        for entry in sorted(found):
            print(f"{what}: {', '.join(entry)}{texts.get(entry, '')}")
    if new or stale:
        return 1
    return 5 if unjudged else 0


if __name__ == "__main__":
    sys.exit(main())
