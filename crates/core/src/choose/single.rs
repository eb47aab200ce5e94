//! A primitive of a module for WebAssembly, where every byte is loaded over a network: the one candidate
//! that the module was built with. Nothing is measured, forced or remembered. It proves itself by its
//! self-test when it is first used, as everywhere.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::choose::candidate::{Candidate, Runnable};
use crate::choose::definition::Definition;
use crate::choose::state::State;
use crate::error::{Error, Result};

/// A primitive of any kind, for a caller that proves it without knowing it by name.
pub trait Contract: Sync {
    /// The standard name in lower case.
    fn name(&self) -> &'static str;
    /// How many candidates there are.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Whether a candidate offers an operation.
    fn offers(&self, index: usize, operation: usize) -> bool;
    /// What is known of a candidate, without running anything.
    fn state(&self, index: usize) -> State;
    /// Runs the self-test of a candidate unless its outcome is known.
    fn prove(&'static self, index: usize) -> State;
}

/// A primitive: of its definition what a call needs.
pub struct Primitive<O: Sync + 'static> {
    name: &'static str,
    candidate: &'static Candidate<O>,
    selftest: fn(Runnable<O>) -> bool,
}

// The outcomes of a self-test, which is 0 as long as it has not run.
const PASSED: u8 = 1;
const FAILED: u8 = 2;

impl<O: Sync> Primitive<O> {
    /// A primitive of which nothing is proven yet.
    ///
    /// # Panics
    /// If there is another number of candidates than one.
    #[must_use]
    pub const fn new(definition: Definition<O>) -> Self {
        let Definition { name, candidates, selftest, .. } = definition;
        let [candidate] = candidates else {
            panic!("a module has one candidate of each primitive")
        };
        Self { name, candidate, selftest }
    }

    /// The same: one self-test proves all operations.
    #[must_use]
    pub const fn in_parts(self, _: fn(Runnable<O>, usize) -> bool) -> Self {
        self
    }

    #[inline(always)]
    fn proof(&self) -> &'static AtomicU8 {
        self.candidate.meta.outcome
    }

    /// The candidate; neither operation nor size makes a difference.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if it does not pass its self-test.
    #[inline(always)]
    pub fn pick(&'static self, _: usize, _: usize) -> Result<Runnable<O>> {
        if self.proof().load(Relaxed) == PASSED || is_proven(self) {
            return Ok(Runnable(self.candidate));
        }
        Err(Error::no_candidate(self.name))
    }
}

/// Whether the candidate passes its self-test; not generic, since every primitive has it.
#[cold]
#[inline(never)]
fn is_proven(primitive: &'static dyn Contract) -> bool {
    primitive.prove(0).is_usable()
}

/// What a self-test has shown, which runs if it has not; not generic, since every primitive has it.
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
        // An engine that lacks what the module was built for does not load it.
        prove(self.proof(), &|| (self.selftest)(Runnable(self.candidate)))
    }
}
