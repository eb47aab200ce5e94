//! Tests with a candidate that requires a different processor. The remaining tests of the module
//! `choose` are in `tests/choose/`.
#![allow(clippy::unwrap_used)]

use super::{
    Axis, Candidate, Contract, Definition, Features, Meta, Operation, Primitive, Runnable, State,
    bench_of, explain, force,
};
use crate::error::Error;

#[test]
fn candidates_of_other_processors_never_run() {
    static CANDIDATES: [Candidate<()>; 2] = [
        Candidate { meta: Meta::own("far", Features::ABSENT, "made up"), ops: () },
        Candidate { meta: Meta::own("portable", Features::NONE, "made up"), ops: () },
    ];
    static FAKE: Primitive<()> = Primitive::new(Definition {
        name: "fake",
        candidates: &CANDIDATES,
        operations: &[Operation::new("one", Axis::Bytes)],
        offers: |(), _| true,
        selftest: |run| {
            assert_eq!(run.meta().name, "portable", "the other one must not even be tested");
            true
        },
        bench: |_, _, _| bench_of(1, |_| Ok(())),
        rank: &[("fake.one", "far")],
    });
    assert!(Runnable::check(&CANDIDATES[0]).is_none());
    assert!(FAKE.named("far").is_none());
    assert_eq!(FAKE.state(0), State::Lacks(Features::ABSENT));
    assert_eq!(FAKE.prove(0), State::Lacks(Features::ABSENT));
    assert_eq!(FAKE.pick(0, 1000).unwrap().meta().name, "portable");
    assert!(matches!(FAKE.bench(0, Some(0), 64), Err(Error::Unusable(_))));
    let error = force(&[&FAKE], "fake", "far").unwrap_err().to_string();
    assert_eq!(error, "fake: candidate \"far\" is not usable here: expected auto, portable");
    let report = &explain(&[&FAKE])[0];
    let states: Vec<_> = report.candidates.iter().map(|c| c.state.name()).collect();
    assert_eq!(states, ["lacks", "proven"]);
}
