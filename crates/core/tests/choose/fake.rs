//! Synthetic primitives for the tests.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quicksalt::choose::{Axis, Candidate, Contract, Features, Meta, Reason, Runnable, explain};

/// The operations of a synthetic candidate: only the outcome of its self-test.
pub(crate) struct Ops {
    pub(crate) passes: bool,
}

/// Returns a synthetic candidate.
pub(crate) const fn candidate(name: &'static str, passes: bool) -> Candidate<Ops> {
    let meta = Meta::own(name, Features::NONE, "made up");
    Candidate { meta, ops: Ops { passes } }
}

/// Returns the candidate with a proof.
pub(crate) const fn verified(made: Candidate<Ops>) -> Candidate<Ops> {
    Candidate { meta: made.meta.verified("made up"), ..made }
}

/// Returns the candidate with checked timing.
pub(crate) const fn checked(made: Candidate<Ops>) -> Candidate<Ops> {
    Candidate { meta: made.meta.checked(), ..made }
}

pub(crate) fn selftest(run: Runnable<Ops>) -> bool {
    run.ops().passes
}

/// Defines a primitive with two operations and these candidates; `$rank` is its static rank.
macro_rules! primitive {
    ($name:literal, $candidates:expr, $rank:expr) => {
        $crate::fake::primitive!($name, $candidates, $rank, $crate::fake::selftest)
    };
    ($name:literal, $candidates:expr, $rank:expr, $selftest:expr) => {{
        use quicksalt::choose::{Axis, Candidate, Definition, Operation, Primitive};
        static CANDIDATES: &[Candidate<$crate::fake::Ops>] = &$candidates;
        static PRIMITIVE: Primitive<$crate::fake::Ops> = Primitive::new(Definition {
            name: $name,
            candidates: CANDIDATES,
            operations: &[Operation::new("one", Axis::Bytes), Operation::new("two", Axis::None)],
            offers: |_, _| true,
            selftest: $selftest,
            bench: |target, operation, size| {
                quicksalt::choose::bench_of(1, move |_| target.get(operation, size).map(|_| ()))
            },
            rank: $rank,
        });
        &PRIMITIVE
    }};
}
pub(crate) use primitive;

/// Returns the candidate chosen for each class of each operation, and the reason.
pub(crate) fn selected(primitive: &'static dyn Contract) -> Vec<(&'static str, Reason)> {
    let reports = explain(&[primitive]);
    reports
        .iter()
        .flat_map(|report| &report.classes)
        .map(|class| class.choice.clone().unwrap())
        .collect()
}

/// Returns only the names of the chosen candidates.
pub(crate) fn names(primitive: &'static dyn Contract) -> Vec<&'static str> {
    selected(primitive).into_iter().map(|(name, _)| name).collect()
}

/// Returns one name for all classes of both operations.
pub(crate) fn everywhere(name: &'static str) -> Vec<&'static str> {
    vec![name; Axis::Bytes.bounds().len() + Axis::None.bounds().len()]
}

/// Serialises the tests that depend on the policy, which is global to the process.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
