"""Shows which faults in the kernels the self-tests find.

Builds the core once with every mutant in it (`mutate.py`) and runs the self-tests of all candidates
under each; with `--tests` also the tests under those that no self-test noticed. Survivors of the
self-tests are compared with those that are known, each with its reason: exits 1 if there are
others, 5 if this processor cannot run all kernels.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import mutate
from mutate import Mutant

ROOT = Path(__file__).parent.parent
TREE = ROOT / "target" / "mutants"
KNOWN = ROOT / "scripts" / "mutants.json"
SOURCES = Path("crates/core/src")

# Data, tests, loops for the lab.
FILES_LEFT_OUT = {"bench.rs", "kat.rs", "rank.rs", "selftest.rs", "testing.rs", "tests.rs"}

TESTS = ("lib", "ed25519_verdicts", "candidates", "wycheproof", "nacl")
SECONDS = 10
TEST_SECONDS = 600

SWITCH = """//! Which mutant runs: that of `QUICKSALT_MUTANT`; with `trace` each tells it would.
#![allow(missing_docs, clippy::all)]
extern crate std;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
const UNREAD: u32 = u32::MAX;
const TRACE: u32 = u32::MAX - 1;
const NONE: u32 = u32::MAX - 2;
static CHOSEN: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
#[inline(always)]
pub(crate) fn is(number: u32) -> bool {
    CHOSEN.load(Relaxed) == number
}
#[inline(always)]
pub(crate) fn outside(first: u32, last: u32) -> bool {
    let chosen = CHOSEN.load(Relaxed);
    if chosen >= TRACE {
        return slow(first, last);
    }
    chosen.wrapping_sub(first) > last - first
}
#[cold]
#[inline(never)]
fn slow(first: u32, last: u32) -> bool {
    if CHOSEN.load(Relaxed) == UNREAD {
        let chosen = match std::env::var("QUICKSALT_MUTANT") {
            Ok(text) => text.parse().unwrap_or(TRACE),
            Err(_) => NONE,
        };
        CHOSEN.store(chosen, Relaxed);
        return outside(first, last);
    }
    if !REACHED[first as usize].swap(true, Relaxed) {
        for number in first..=last {
            std::eprintln!("reached {number}");
        }
    }
    true
}
"""


# A variant may call an instruction that its file does not import.
INTRINSICS = "\nuse core::arch::x86_64::*;\n"


def sources() -> dict[str, str]:
    """Read what is mutated: all primitives."""
    paths = sorted((ROOT / SOURCES / "prim").rglob("*.rs"))
    return {
        path.relative_to(ROOT).as_posix(): path.read_text()
        for path in paths
        if path.name not in FILES_LEFT_OUT
    }


def lay_out() -> None:
    """Copy the core into a workspace of its own, without the lints that mutants would offend."""
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
    """Write the mutated sources, those that have changed."""
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
        "--message-format=json",
        f"--target-dir={(ROOT / 'target').resolve()}",
        "--config=profile.test.package.quicksalt.opt-level=1",
        "--config=profile.test.package.quicksalt.debug=false",
        "--config=profile.test.package.quicksalt.codegen-units=16",
    ]
    run = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    messages = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    if run.returncode and not any(error(message) for message in messages):
        sys.exit(run.stderr)
    return messages


def error(message: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a message complains of, if it is an error in the source."""
    found: dict[str, Any] = message.get("message", {})
    return found if isinstance(found, dict) and found.get("level") == "error" else None


def spans(found: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield file and line of all places that an error names, the most telling ones first."""
    own = sorted(found.get("spans", []), key=lambda span: not span["is_primary"])
    own += [span for child in found.get("children", []) for span in child.get("spans", [])]
    for place in own:
        span = place
        while span:
            for line in range(span["line_start"], span["line_end"] + 1):
                yield span["file_name"], line
            span = (span.get("expansion") or {}).get("span")


def blamed(messages: list[dict[str, Any]], files: dict[str, str]) -> set[int]:
    """Return the mutants that the compiler refuses."""
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


def build(only: str, *, with_tests: bool) -> tuple[list[Mutant], dict[str, str]]:
    """Build with all mutants that compile; return them and the programs by name."""
    lay_out()
    texts = {name: text for name, text in sources().items() if only in name}
    dropped: set[Mutant] = set()
    steps = [["build", "--profile=test", "--example=selftests"]]
    if with_tests:
        steps.append(["test", "--no-run"])
    programs: dict[str, str] = {}
    while steps:
        files, mutants = mutate.rewrite(texts, dropped)
        write(files, len(mutants))
        messages = cargo(*steps[0])
        refused = blamed(messages, files)
        dropped |= {mutants[number] for number in refused}
        print(f"{len(mutants)} mutants, {len(refused)} do not compile", file=sys.stderr, flush=True)
        if not refused:
            programs |= built(messages)
            steps.pop(0)
    return mutants, programs


def built(messages: list[dict[str, Any]]) -> dict[str, str]:
    """Return the programs that cargo has built, by name."""
    targets = (
        (message["target"], message["executable"])
        for message in messages
        if "target" in message and message.get("executable")
    )
    return {"lib" if "lib" in target["kind"] else target["name"]: path for target, path in targets}


def run(program: str, mutant: str, seconds: int) -> subprocess.CompletedProcess[str] | None:
    """Run a program under a mutant; `None` if it does not end."""
    environment = {**os.environ, "QUICKSALT_MUTANT": mutant, "RUST_BACKTRACE": "0"}
    try:
        return subprocess.run(
            [program],
            cwd=TREE / "crates" / "core",
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None


def selftests(program: str, mutants: list[Mutant]) -> tuple[list[int], set[int]]:
    """Return the mutants that no self-test notices, and those that none reaches."""
    traced = run(program, "trace", SECONDS)
    if traced is None or traced.returncode:
        sys.exit(f"the self-tests fail without a mutant: {traced}")
    if " lacks" in traced.stdout:
        print(traced.stdout, file=sys.stderr)
        print("this processor cannot run all kernels", file=sys.stderr)
        sys.exit(5)
    lines = traced.stderr.splitlines()
    reached = {int(line.split()[1]) for line in lines if line.startswith("reached ")}

    def passes(number: int) -> bool:
        ended = run(program, str(number), SECONDS) if number in reached else traced
        return ended is not None and ended.returncode == 0

    numbers = range(len(mutants))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = [n for n, passed in zip(numbers, pool.map(passes, numbers), strict=True) if passed]
    return passed, set(numbers) - reached


def tested(programs: dict[str, str], number: int) -> str | None:
    """Return the test program that notices a mutant, or `None` if all pass."""
    for name in TESTS:
        ended = run(programs[name], str(number), TEST_SECONDS)
        if ended is None or ended.returncode:
            return name
    return None


def known() -> dict[Mutant, str]:
    """Read the survivors that are known, and why each survives."""
    if not KNOWN.is_file():
        return {}
    entries = json.loads(KNOWN.read_text())
    return {
        Mutant(entry["file"], entry["function"], entry["was"], entry["became"]): entry["reason"]
        for entry in entries
    }


def table(mutants: list[Mutant], passed: list[int], by: dict[int, str | None]) -> Iterator[str]:
    """Yield a line for each file: mutants, survivors of the self-tests, and of the tests if run."""
    total = Counter(mutant.file for mutant in mutants)
    kept = Counter(mutants[number].file for number in passed)
    unnoticed = Counter(mutants[number].file for number, test in by.items() if test is None)
    tests = f"{'tests':>9}" if by else ""
    yield f"{'mutants':>9}{'selftest':>9}{tests}"
    for file in sorted(total):
        tests = f"{unnoticed[file]:9}" if by else ""
        yield f"{total[file]:9}{kept[file]:9}{tests} {file.removeprefix(f'{SOURCES}/prim/')}"
    tests = f"{unnoticed.total():9}" if by else ""
    yield f"{len(mutants):9}{len(passed):9}{tests} in all"


def main() -> int:
    """Build, run, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", action="store_true", help="run the tests under survivors too")
    parser.add_argument("--only", default="", metavar="TEXT", help="files whose path holds this")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the survivors here")
    options = parser.parse_args()
    begun = time.monotonic()
    mutants, programs = build(options.only, with_tests=options.tests)
    passed, unreached = selftests(programs["selftests"], mutants)
    by = {n: tested(programs, n) for n in passed} if options.tests else {}
    print("\n".join(table(mutants, passed, by)))
    print(f"{time.monotonic() - begun:.0f} seconds", file=sys.stderr)
    reasons = known()
    if options.json:
        survivors = [
            {**vars(m := mutants[n]), "reached": n not in unreached, "tests": by.get(n)}
            | {"reason": reasons.get(m, "")}
            for n in passed
        ]
        options.json.write_text(json.dumps(survivors, indent=1, ensure_ascii=False) + "\n")
    new = {mutants[n] for n in passed} - set(reasons)
    for mutant in sorted(new, key=lambda mutant: (mutant.file, mutant.function, mutant.was)):
        print(f"survives: {mutant.file}, {mutant.function}: {mutant.was}  ->  {mutant.became}")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
