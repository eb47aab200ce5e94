//! A primitive of a module for WebAssembly, where every byte is loaded over a network: the candidates
//! that the module was built with, one for each operation. Nothing is measured, forced or remembered.
//! Each proves itself by its self-test when it is first used, as everywhere.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::choose::candidate::{Candidate, Runnable};
use crate::choose::contract::{Contract, State};
use crate::choose::definition::{Definition, MAX_CANDIDATES, MAX_OPERATIONS};
use crate::choose::sealed::Sealed;
use crate::error::{Error, Result};

/// A primitive: of its definition what a call needs, and the outcome of each self-test.
pub struct Primitive<O: Sync + 'static> {
    name: &'static str,
    candidates: &'static [Candidate<O>],
    offers: fn(&O, usize) -> bool,
    selftest: fn(Runnable<O>) -> bool,
    /// The outcome of each candidate's self-test, 0 as long as it has not run.
    proofs: [AtomicU8; MAX_LEAN],
}

/// The most candidates that a primitive has.
const MAX_LEAN: usize = 3;

const PASSED: u8 = 1;
const FAILED: u8 = 2;

impl<O: Sync> Primitive<O> {
    /// A primitive of which nothing is proven yet.
    ///
    /// # Panics
    /// If there are more candidates or operations than a primitive may have.
    #[must_use]
    pub const fn new(definition: Definition<O>) -> Self {
        let Definition { name, candidates, operations, offers, selftest, .. } = definition;
        assert!(candidates.len() <= MAX_CANDIDATES && operations.len() <= MAX_OPERATIONS);
        assert!(candidates.len() <= MAX_LEAN);
        Self { name, candidates, offers, selftest, proofs: [const { AtomicU8::new(0) }; MAX_LEAN] }
    }

    /// The first candidate that offers an operation; the size makes no difference.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if none passes its self-test.
    // One copy a primitive, since many functions call it: a module's size counts.
    #[inline(never)]
    pub fn pick(&'static self, operation: usize, _: usize) -> Result<Runnable<O>> {
        for (candidate, proof) in self.candidates.iter().zip(&self.proofs) {
            if (self.offers)(&candidate.ops, operation) && proof.load(Relaxed) == PASSED {
                return Ok(Runnable(candidate));
            }
        }
        resolve(self, operation).map(|index| Runnable(&self.candidates[index]))
    }
}

/// The first candidate that offers an operation and passes its self-test; not generic, since every
/// primitive has it.
#[cold]
#[inline(never)]
fn resolve(primitive: &'static dyn Contract, operation: usize) -> Result<usize> {
    (0..primitive.len())
        .find(|&index| primitive.offers(index, operation) && primitive.prove(index).is_usable())
        .ok_or_else(|| Error::no_candidate(primitive.name()))
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

impl<O: Sync> Sealed for Primitive<O> {}

impl<O: Sync> Contract for Primitive<O> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn len(&self) -> usize {
        self.candidates.len()
    }

    fn offers(&self, index: usize, operation: usize) -> bool {
        (self.offers)(&self.candidates[index].ops, operation)
    }

    fn state(&self, index: usize) -> State {
        state(&self.proofs[index])
    }

    fn prove(&'static self, index: usize) -> State {
        // An engine that lacks what the module was built for does not load it.
        let runnable = Runnable(&self.candidates[index]);
        prove(&self.proofs[index], &|| (self.selftest)(runnable))
    }
}
