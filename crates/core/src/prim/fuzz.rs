//! Fuzzing: runs every candidate of every primitive on random cases and compares it with the last
//! candidate of its table, the portable one. The cases come from the fuzz function of the primitive
//! or of its family. A primitive without a fuzz function runs the lab's benchmark loop instead.
//!
//! `make fuzz FUZZ_SECONDS=600` fuzzes each operation for 600 seconds; `make fuzz
//! ONLY=aead,ed25519` fuzzes only the listed operations. A failure prints the seed of its case;
//! `FUZZ_SEED` sets the first seed.

use core::hash::BuildHasher as _;
use core::time::Duration;
use std::env;
use std::hash::RandomState;
use std::panic::catch_unwind;
use std::time::Instant;

use super::PRIMITIVES;
pub(crate) use crate::choose::Random;
use crate::choose::{
    Axis, Candidate, Contract, Definition, Features, Meta, Operation, Primitive, bench_of,
};

/// Name of the fuzz run over sequences of secretstream messages. It is not a primitive and runs in
/// addition to the primitives.
pub(crate) const SECRETSTREAM: &str = "secretstream.sequence";

/// Number of cases per operation if `FUZZ_SECONDS` is not set.
const CASES: u64 = 48;

/// Prints the case's candidate, operation and seed if the case panics.
struct Case<'a> {
    primitive: &'static dyn Contract,
    candidate: usize,
    operation: &'a str,
    seed: u64,
}

impl Drop for Case<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let name = self.primitive.meta(self.candidate).name;
            let (primitive, operation) = (self.primitive.name(), self.operation);
            eprintln!("{primitive}/{name}.{operation}: FUZZ_SEED={}", self.seed);
        }
    }
}

fn variable(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

/// Limits and filters of a fuzz run, from the environment.
pub(crate) struct Run {
    /// Time limit of each operation, if one is set.
    limit: Option<Duration>,
    first: u64,
    /// Substrings of operation names, none of them empty. An empty list selects all operations.
    only: Vec<String>,
}

impl Run {
    pub(crate) fn from_env() -> Self {
        let limit = variable("FUZZ_SECONDS").map(Duration::from_secs);
        let random = || RandomState::new().hash_one(0);
        let first = variable("FUZZ_SEED");
        let first = first.unwrap_or_else(|| limit.map_or(0, |_| random()));
        Self { limit, first, only: words(&env::var("FUZZ_ONLY").unwrap_or_default()) }
    }

    /// Returns whether the operation with this full name, such as `aegis256.seal`, is selected.
    fn includes(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|word| name.contains(word))
    }

    /// Runs the cases of an operation if it is selected, each with its own seed.
    pub(crate) fn cases(&self, name: &str, mut work: impl FnMut(u64)) {
        if !self.includes(name) {
            return;
        }
        let (start, mut cases) = (Instant::now(), 0);
        while self.limit.map_or(cases < CASES, |limit| start.elapsed() < limit) {
            work(self.first.wrapping_add(cases));
            cases += 1;
        }
        if self.limit.is_some() {
            println!("{name}: {cases} cases");
        }
    }
}

/// Splits a comma-separated list; the word `aead` means `seal` and `open`.
fn words(list: &str) -> Vec<String> {
    let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
    let meant = words.flat_map(|word| match word {
        "aead" => vec!["seal", "open"],
        word => vec![word],
    });
    meant.map(Into::into).collect()
}

/// Compares the outputs of all candidates that support an operation for one case. Returns the
/// number of candidates.
fn compare(primitive: &'static dyn Contract, index: usize, seed: u64) -> usize {
    let Operation { name, .. } = primitive.operations()[index];
    let usable = |&i: &usize| primitive.offers(i, index) && primitive.prove(i).is_usable();
    let mut expected = None;
    let mut compared = 0;
    for candidate in (0..primitive.len()).rev().filter(usable) {
        let _case = Case { primitive, candidate, operation: name, seed };
        let found = primitive.fuzz(candidate, index, &mut Random::new(seed));
        assert!(found.is_ok(), "{found:?}");
        assert_eq!(&found, expected.get_or_insert_with(|| found.clone()));
        compared += 1;
    }
    compared
}

#[test]
fn candidates_agree_on_random_cases() {
    let run = Run::from_env();
    let mut names = Vec::from([SECRETSTREAM.to_owned()]);
    for primitive in PRIMITIVES {
        for (index, operation) in primitive.operations().iter().enumerate() {
            let name = format!("{}.{}", primitive.name(), operation.name);
            run.cases(&name, |seed| assert!(compare(*primitive, index, seed) > 0, "{name}"));
            names.push(name);
        }
    }
    for word in &run.only {
        assert!(names.iter().any(|name| name.contains(word)), "{word}: none of {names:?}");
    }
}

#[test]
fn runs_only_selected_operations() {
    let run = |list| Run { limit: None, first: 7, only: words(list) };
    for name in ["aegis256.seal", "aes_modes.gcm_open", "ed25519.verify"] {
        assert!(run(" ,").includes(name), "{name}");
        assert_eq!(run("aead, x25519").includes(name), !name.starts_with("ed"), "{name}");
    }
    assert!(run("ed25519.verify").includes("ed25519.verify_batch"));
    let mut seeds = Vec::new();
    run("").cases("toy.run", |seed| seeds.push(seed));
    run("toy.walk").cases("toy.run", |seed| seeds.push(seed));
    assert_eq!(seeds, Vec::from_iter(7..7 + CASES));
}

/// The fuzzer detects a candidate that is wrong in one of sixteen cases.
#[test]
fn detects_a_faulty_candidate() {
    const fn candidate(name: &'static str, errs: bool) -> Candidate<bool> {
        Candidate { meta: Meta::own(name, Features::NONE, "made up"), ops: errs }
    }
    const OPERATIONS: &[Operation] = &[Operation::new("run", Axis::None)];
    static CANDIDATES: [Candidate<bool>; 2] =
        [candidate("errs", true), candidate("portable", false)];
    const fn primitive(candidates: &'static [Candidate<bool>]) -> Primitive<bool> {
        let primitive = Primitive::new(Definition {
            name: "made up",
            candidates,
            operations: OPERATIONS,
            offers: |_, _| true,
            selftest: |_| true,
            bench: |_, _, _| bench_of(1, |_| Ok(())),
            rank: &[],
        });
        primitive.fuzzed(|candidate, _, random| {
            let errs = random.is_one_in(16) && *candidate.ops();
            [random.below(100) as u8, errs.into()].into()
        })
    }
    static FAULTY: Primitive<bool> = primitive(&CANDIDATES);
    static SOUND: Primitive<bool> = primitive(CANDIDATES.split_at(1).1);
    let finds = |primitive: &'static Primitive<bool>| {
        (0..CASES).any(|seed| catch_unwind(|| compare(primitive, 0, seed)).is_err())
    };
    assert!(finds(&FAULTY));
    assert!(!finds(&SOUND));
}
