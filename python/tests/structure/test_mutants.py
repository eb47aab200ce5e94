"""Mutations are generated in the right places, and the list of survivors matches the source."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import mutants  # noqa: E402
from mutate import NOTHING, Mutant, lines_of, rewrite, variants  # noqa: E402

SOURCE = """\
/// What is said here + there is left alone.
fn sum(a: u32, b: u32) -> u32 {
    let c = a + b;
    add(c);
    wipe(&mut c);
    if c < 7 {
        return c;
    }
    c
}
"""


def test_every_mutable_expression_is_mutated() -> None:
    assert list(variants("a + b")) == ["a - b"]
    assert list(variants("rotate::<7, 25>(x)")) == ["rotate::<8, 24>(x)"]
    assert list(variants("shuffle::<0b10>(x)")) == ["shuffle::<3>(x)"]
    assert list(variants('say("a + b")')) == []


def test_statements_contain_their_mutants() -> None:
    files, found = rewrite({"a.rs": SOURCE}, set())
    assert found == [
        Mutant("a.rs", "sum", "let c = a + b;", "let c = a - b;"),
        Mutant("a.rs", "sum", "add(c);", NOTHING),
        Mutant("a.rs", "sum", "if c < 7 {", "if c <= 7 {"),
        Mutant("a.rs", "sum", "if c < 7 {", "if c < 8 {"),
    ]
    text = files["a.rs"].splitlines()
    places = {number: at for at, numbers in lines_of(files["a.rs"]).items() for number in numbers}
    assert text[places[2] - 1] == "c <= 7"
    assert "wipe(&mut c);" in files["a.rs"]


def test_removed_statements_are_absent() -> None:
    gone = Mutant("a.rs", "sum", "add(c);", NOTHING)
    files, found = rewrite({"a.rs": SOURCE}, {gone})
    assert gone not in found
    assert files["a.rs"].count("crate::mutant::is(") == len(found) == 3


def test_every_known_survivor_has_a_reason() -> None:
    known = mutants.known()
    assert known
    assert all(known.values())
    assert all((ROOT / file).is_file() for file, _ in known)


def test_a_kernel_that_cannot_run_leaves_other_primitives_alone() -> None:
    lacking = ["argon2/avx512", "sha256-lanes/avx512"]
    prim = "crates/core/src/prim"
    assert mutants.may_reach(lacking, f"{prim}/argon2/fill.rs") == ["argon2/avx512"]
    assert mutants.may_reach(lacking, f"{prim}/sha256_lanes/mod.rs") == ["sha256-lanes/avx512"]
    assert mutants.may_reach(lacking, f"{prim}/ipcrypt/portable.rs") == []
    assert mutants.may_reach(lacking, f"{prim}/shared/aes/mod.rs") == lacking
    assert mutants.may_reach(lacking, f"{prim}/equal.rs") == lacking
