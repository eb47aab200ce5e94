//! A primitive of a module for WebAssembly, where every byte is loaded over a network: the one candidate
//! that the module was built with. Nothing is measured, forced or remembered. It proves itself by its
//! self-test when it is first used, as everywhere.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::choose::candidate::{Candidate, Runnable};
use crate::choose::contract::{Contract, State};
use crate::choose::definition::Definition;
use crate::choose::sealed::Sealed;
use crate::choose::slot::{SLOTS, slot};
use crate::error::{Error, Result};

/// A primitive: of its definition what a call needs.
pub struct Primitive<O: Sync + 'static> {
    name: &'static str,
    candidate: &'static Candidate<O>,
    selftest: fn(Runnable<O>) -> bool,
    /// Where in [`PROOFS`] the outcome of its self-test is.
    slot: usize,
}

/// The outcomes of self-tests, 0 as long as one has not run.
static PROOFS: [AtomicU8; SLOTS] = [const { AtomicU8::new(0) }; SLOTS];

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
        Self { name, candidate, selftest, slot: slot(name) }
    }

    #[inline(always)]
    fn proof(&self) -> &'static AtomicU8 {
        // Always below, which the compiler does not know: the remainder spares it a check.
        &PROOFS[self.slot % SLOTS]
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

impl<O: Sync> Sealed for Primitive<O> {}

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
