//! Every candidate of every primitive against the last one of its table, the portable one, on random
//! cases: those of its family where it has one, else those of its loop for the lab.
//!
//! `make fuzz FUZZ_SECONDS=600` takes that long for each operation. A failure names the seed of its
//! case; `FUZZ_SEED` begins with that one.

use core::hash::BuildHasher as _;
use core::time::Duration;
use std::env;
use std::hash::RandomState;
use std::panic::catch_unwind;
use std::time::Instant;

use super::PRIMITIVES;
use crate::choose::{
    Axis, Candidate, Contract, Definition, Features, Meta, Operation, Primitive, Random, bench_of,
};

/// Cases of an operation where no time is given.
const CASES: u64 = 48;

/// Says which case it was if it panics.
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

/// Compares all candidates that offer an operation on one case, and says how many.
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
    let limit = variable("FUZZ_SECONDS").map(Duration::from_secs);
    let first = variable("FUZZ_SEED").unwrap_or(if limit.is_some() {
        RandomState::new().hash_one(0)
    } else {
        0
    });
    for primitive in PRIMITIVES {
        for (index, operation) in primitive.operations().iter().enumerate() {
            let (start, mut cases) = (Instant::now(), 0);
            while limit.map_or(cases < CASES, |limit| start.elapsed() < limit) {
                let compared = compare(*primitive, index, first.wrapping_add(cases));
                assert!(compared > 0, "{}.{}", primitive.name(), operation.name);
                cases += 1;
            }
            if limit.is_some() {
                println!("{}.{}: {cases} cases", primitive.name(), operation.name);
            }
        }
    }
}

/// A candidate that errs on one case in sixteen is found.
#[test]
fn a_fault_is_found() {
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
