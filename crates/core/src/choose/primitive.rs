//! A primitive: its candidates, how they are proven, and how one is settled on.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::choose::candidate::{Candidate, Meta, Runnable};
use crate::choose::cpu::{self, Features};
use crate::choose::operation::{CLASSES, Operation};
use crate::choose::race::{Bench, Via};
use crate::choose::settle::settle;
use crate::error::{Error, Result};

/// The most candidates that a primitive may have.
const MOST: usize = 16;

/// A row of the static rank: an operation such as `sha256.hash` and, for each size class, its
/// candidates from the fastest to the slowest.
pub type RankRow = (&'static str, [&'static [&'static str]; CLASSES]);

/// What is known of a candidate on this machine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum State {
    /// Its self-test failed; it is never used.
    Failed,
    /// The processor lacks what it needs.
    Lacks(Features),
    /// It has passed its self-test.
    Proven,
    /// It can run; its self-test has not been needed yet.
    Unproven,
}

impl State {
    /// Whether the candidate may be used.
    #[must_use]
    pub fn is_usable(self) -> bool {
        self == Self::Proven
    }

    /// The word used in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Lacks(_) => "lacks",
            Self::Proven => "proven",
            Self::Unproven => "unproven",
        }
    }
}

/// The contract of a primitive and all that implement it.
pub struct Primitive<O: Sync + 'static> {
    /// The standard name in lower case.
    pub name: &'static str,
    /// The table of candidates; the portable one stands last.
    pub candidates: &'static [Candidate<O>],
    /// What the primitive can do.
    pub operations: &'static [Operation],
    /// Whether a candidate offers the operation of that index.
    pub offers: fn(&O, usize) -> bool,
    /// The known-answer self-test.
    pub selftest: fn(Runnable<O>) -> bool,
    /// A loop over one operation at one size, without a clock.
    pub bench: fn(Via<O>, usize, usize) -> Box<dyn Bench>,
    /// The static rank of all primitives.
    pub rank: &'static [RankRow],
    /// What has been found out about each candidate; [`Proofs::new`] to begin with.
    pub proofs: Proofs,
}

/// The outcome of each candidate's self-test, as far as it has run.
pub struct Proofs([AtomicU8; MOST]);

const PASSED: u8 = 1;
const FAILED: u8 = 2;

impl Proofs {
    /// Nothing proven yet.
    #[must_use]
    pub const fn new() -> Self {
        Self([const { AtomicU8::new(0) }; MOST])
    }
}

impl Default for Proofs {
    fn default() -> Self {
        Self::new()
    }
}

impl<O: Sync> Primitive<O> {
    /// The candidate that stands for an operation at a size.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if none passes its self-test.
    #[inline]
    pub fn pick(&'static self, operation: usize, size: usize) -> Result<Runnable<O>> {
        let op = &self.operations[operation];
        match self.candidates.get(op.standing(size)) {
            // An index in range was stored by `settle`, for a candidate that is runnable.
            Some(candidate) => Ok(Runnable(candidate)),
            None => self.settle(operation, op.axis.class_of(size)),
        }
    }

    /// The candidate of that name, if this processor can run it. Its self-test is not asked.
    #[must_use]
    pub fn named(&'static self, name: &str) -> Option<Runnable<O>> {
        self.candidates.iter().find(|c| c.meta.name == name).and_then(Runnable::check)
    }

    #[cold]
    fn settle(&'static self, operation: usize, class: usize) -> Result<Runnable<O>> {
        let (index, _) = settle(self, operation, class)?;
        Ok(Runnable(&self.candidates[index]))
    }

    fn met(&self, index: usize) -> bool {
        self.candidates[index].meta.needs.met_by(cpu::detected())
    }
}

/// A primitive of any kind, for those who list, prove, force or time without knowing it by name.
pub trait Contract: Sync {
    /// The standard name in lower case.
    fn name(&self) -> &'static str;
    /// What it can do.
    fn operations(&self) -> &'static [Operation];
    /// How many candidates there are.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What a candidate says about itself.
    fn meta(&self, index: usize) -> &'static Meta;
    /// Whether a candidate offers an operation.
    fn offers(&self, index: usize, operation: usize) -> bool;
    /// What is known of a candidate, without running anything.
    fn state(&self, index: usize) -> State;
    /// Runs the self-test of a candidate unless its outcome is known.
    fn prove(&'static self, index: usize) -> State;
    /// The static rank of all primitives.
    fn rank(&self) -> &'static [RankRow];
    /// A loop over an operation at a size: through a candidate, or through the standing choice.
    ///
    /// # Errors
    /// [`Error::Unusable`] if the candidate cannot run, failed its self-test or does not offer
    /// the operation; [`Error::NoCandidate`] if there is no choice.
    fn bench(
        &'static self,
        operation: usize,
        index: Option<usize>,
        size: usize,
    ) -> Result<Box<dyn Bench>>;
}

impl<O: Sync> Contract for Primitive<O> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn operations(&self) -> &'static [Operation] {
        self.operations
    }

    fn len(&self) -> usize {
        self.candidates.len()
    }

    fn meta(&self, index: usize) -> &'static Meta {
        &self.candidates[index].meta
    }

    fn offers(&self, index: usize, operation: usize) -> bool {
        (self.offers)(&self.candidates[index].ops, operation)
    }

    fn state(&self, index: usize) -> State {
        let needs = self.candidates[index].meta.needs;
        match self.proofs.0[index].load(Relaxed) {
            _ if !self.met(index) => State::Lacks(needs.without(cpu::detected())),
            PASSED => State::Proven,
            FAILED => State::Failed,
            _ => State::Unproven,
        }
    }

    fn prove(&'static self, index: usize) -> State {
        if self.state(index) == State::Unproven
            && let Some(runnable) = Runnable::check(&self.candidates[index])
        {
            let outcome = if (self.selftest)(runnable) { PASSED } else { FAILED };
            self.proofs.0[index].store(outcome, Relaxed);
        }
        self.state(index)
    }

    fn rank(&self) -> &'static [RankRow] {
        self.rank
    }

    fn bench(
        &'static self,
        operation: usize,
        index: Option<usize>,
        size: usize,
    ) -> Result<Box<dyn Bench>> {
        let via =
            match index {
                None => {
                    self.pick(operation, size)?;
                    Via::Choice(self)
                }
                Some(index) => {
                    let candidate = &self.candidates[index];
                    let usable = self.offers(index, operation) && self.prove(index).is_usable();
                    let runnable = Runnable::check(candidate).filter(|_| usable);
                    Via::Direct(runnable.ok_or_else(|| {
                        Error::Unusable(not_usable(self.name, candidate.meta.name))
                    })?)
                }
            };
        Ok((self.bench)(via, operation, size))
    }
}

fn not_usable(primitive: &str, candidate: &str) -> String {
    format!("{primitive}: candidate {candidate} is not usable here")
}
