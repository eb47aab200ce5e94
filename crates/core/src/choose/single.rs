//! A primitive in a small WebAssembly module. It has only the candidate that the module was built
//! with, and lacks the code that measures, forces and records candidates. As in other builds, the
//! self-test runs on first use.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::choose::candidate::{Candidate, Runnable};
use crate::choose::definition::Definition;
use crate::choose::state::State;
use crate::error::{Error, Result};

/// A primitive of any kind, for code that runs self-tests generically.
pub trait Contract: Sync {
    /// The standard name in lower case.
    fn name(&self) -> &'static str;
    /// Returns the number of candidates.
    fn len(&self) -> usize;
    /// Returns whether the table of candidates is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Reports whether a candidate supports an operation.
    fn offers(&self, index: usize, operation: usize) -> bool;
    /// Returns the state of a candidate as far as it is known, without running the self-test.
    fn state(&self, index: usize) -> State;
    /// Runs the self-test of a candidate unless its outcome is known.
    fn prove(&'static self, index: usize) -> State;
}

/// A primitive, reduced to the part of its definition that calls need.
pub struct Primitive<O: Sync + 'static> {
    name: &'static str,
    candidate: &'static Candidate<O>,
    selftest: fn(Runnable<O>) -> bool,
}

// The outcomes of a self-test. The value is 0 before it has run.
const PASSED: u8 = 1;
const FAILED: u8 = 2;

impl<O: Sync> Primitive<O> {
    /// Creates a primitive with a self-test that has not run yet.
    ///
    /// # Panics
    /// If the number of candidates is not one.
    #[must_use]
    pub const fn new(definition: Definition<O>) -> Self {
        let Definition { name, candidates, selftest, .. } = definition;
        let [candidate] = candidates else {
            panic!("a module has one candidate of each primitive")
        };
        Self { name, candidate, selftest }
    }

    /// Returns the primitive unchanged, because a single self-test covers all operations.
    #[must_use]
    pub const fn in_parts(self, _: fn(Runnable<O>, usize) -> bool) -> Self {
        self
    }

    #[inline(always)]
    fn proof(&self) -> &'static AtomicU8 {
        self.candidate.meta.outcome
    }

    /// Returns the only candidate, for any operation and size.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if it fails its self-test.
    #[inline(always)]
    pub fn pick(&'static self, _: usize, _: usize) -> Result<Runnable<O>> {
        if self.proof().load(Relaxed) == PASSED || is_proven(self) {
            return Ok(Runnable(self.candidate));
        }
        Err(Error::no_candidate(self.name))
    }
}

/// Returns whether the candidate passes its self-test. The function is not generic, so that all
/// primitives share its code.
#[cold]
#[inline(never)]
fn is_proven(primitive: &'static dyn Contract) -> bool {
    primitive.prove(0).is_usable()
}

/// Runs the self-test unless its outcome is known. The function is not generic, so that all
/// primitives share its code.
#[cold]
#[inline(never)]
fn prove(proof: &AtomicU8, selftest: &dyn Fn() -> bool) -> State {
    if proof.load(Relaxed) == 0 {
        proof.store(if selftest() { PASSED } else { FAILED }, Relaxed);
    }
    state(proof)
}

fn state(proof: &AtomicU8) -> State {
    match proof.load(Relaxed) {
        PASSED => State::Proven,
        FAILED => State::Failed,
        _ => State::Unproven,
    }
}

impl<O: Sync> Contract for Primitive<O> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn len(&self) -> usize {
        1
    }

    fn offers(&self, _: usize, _: usize) -> bool {
        true
    }

    fn state(&self, _: usize) -> State {
        state(self.proof())
    }

    fn prove(&'static self, _: usize) -> State {
        // An engine that lacks the required features does not load the module.
        prove(self.proof(), &|| (self.selftest)(Runnable(self.candidate)))
    }
}
