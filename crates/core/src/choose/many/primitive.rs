//! A primitive: its candidates, how they are proven, and how one is selected.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::sync::atomic::{AtomicU16, Ordering::Relaxed};

use crate::choose::bench::Bench;
use crate::choose::candidate::{Candidate, Meta, Runnable};
use crate::choose::cpu;
use crate::choose::definition::{Definition, Target};
use crate::choose::many::contract::{Contract, Sealed};
use crate::choose::many::resolve::resolve;
use crate::choose::many::selection::Selection;
use crate::choose::many::shared::proof_of_owner;
use crate::choose::operation::{Axis, Operation};
use crate::choose::state::{RankRow, State};
use crate::error::{Error, Result};

/// The most candidates that a primitive may have.
const MAX_CANDIDATES: usize = 16;

/// The most operations that a primitive may have.
const MAX_OPERATIONS: usize = 8;

/// A primitive: its definition, what is selected for each operation, and the outcome of each
/// self-test. All of it is private, so that no other table and no other self-test can be put
/// under the choices that were made for this one.
pub struct Primitive<O: Sync + 'static> {
    definition: Definition<O>,
    selection: [Selection; MAX_OPERATIONS],
    /// What the self-test of each candidate has shown: a bit for each operation that has passed, or
    /// [`FAILED`].
    proofs: [AtomicU16; MAX_CANDIDATES],
    /// The part of the self-test that an operation needs.
    part: Option<fn(Runnable<O>, usize) -> bool>,
    #[cfg(test)]
    fuzz: Option<Fuzz<O>>,
}

/// What a candidate makes of a random case of an operation.
#[cfg(test)]
pub(crate) type Fuzz<O> = fn(Runnable<O>, &str, &mut crate::choose::Random) -> alloc::vec::Vec<u8>;

/// The bits of all operations.
const PASSED: u16 = (1 << MAX_OPERATIONS) - 1;
const FAILED: u16 = 1 << MAX_OPERATIONS;

impl<O: Sync> Primitive<O> {
    /// A primitive of which nothing is proven and chosen yet.
    ///
    /// # Panics
    /// If there are more than 16 candidates or 8 operations.
    #[must_use]
    pub const fn new(definition: Definition<O>) -> Self {
        let operations = definition.operations;
        assert!(
            definition.candidates.len() <= MAX_CANDIDATES && operations.len() <= MAX_OPERATIONS
        );
        // What is not part of a constant's value is not compiled.
        #[cfg(not(feature = "lab"))]
        let definition = Definition { bench: without_loop, ..definition };
        let mut selection = [const { Selection::new(Axis::None) }; MAX_OPERATIONS];
        let mut index = 0;
        while index < operations.len() {
            selection[index] = Selection::new(operations[index].axis);
            index += 1;
        }
        Self {
            definition,
            selection,
            proofs: [const { AtomicU16::new(0) }; MAX_CANDIDATES],
            part: None,
            #[cfg(test)]
            fuzz: None,
        }
    }

    /// The same with a self-test that has a part for each operation: what is first asked for one waits for
    /// that part alone.
    #[must_use]
    pub const fn in_parts(mut self, part: fn(Runnable<O>, usize) -> bool) -> Self {
        self.part = Some(part);
        self
    }

    /// The same with random cases of its own, in the place of those of its bench.
    #[cfg(test)]
    pub(crate) const fn fuzzed(mut self, fuzz: Fuzz<O>) -> Self {
        self.fuzz = Some(fuzz);
        self
    }

    /// The candidate selected for an operation at a size.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if none passes its self-test.
    #[inline]
    pub fn pick(&'static self, operation: usize, size: usize) -> Result<Runnable<O>> {
        let selection = &self.selection[operation];
        match self.definition.candidates.get(selection.index(size)) {
            // An index in range was stored by `resolve`, for a candidate that is runnable.
            Some(candidate) => Ok(Runnable(candidate)),
            None => self.resolve(operation, selection.class_of(size)),
        }
    }

    /// The candidate of that name, if this processor can run it and it passes its self-test.
    #[must_use]
    pub fn named(&'static self, name: &str) -> Option<Runnable<O>> {
        self.proven(self.index_of(name)?)
    }

    /// The candidate of that index, if this processor can run it and it passes its self-test.
    fn proven(&'static self, index: usize) -> Option<Runnable<O>> {
        Runnable::check(self.candidate(index)).filter(|_| self.prove(index).is_usable())
    }

    /// All candidates that this processor can run, tested or not.
    #[cfg(test)]
    pub(crate) fn runnable(&self) -> impl Iterator<Item = Runnable<O>> {
        self.definition.candidates.iter().filter_map(Runnable::check)
    }

    fn candidate(&self, index: usize) -> &'static Candidate<O> {
        &self.definition.candidates[index]
    }

    #[cold]
    fn resolve(&'static self, operation: usize, class: usize) -> Result<Runnable<O>> {
        let (index, _) = resolve(self, operation, class)?;
        Ok(Runnable(self.candidate(index)))
    }

    fn met(&self, index: usize) -> bool {
        self.candidate(index).meta.needs.met_by(cpu::detected())
    }
}

impl<O> Runnable<O> {
    /// The candidate, if this processor offers all that it needs.
    pub(in crate::choose) fn check(candidate: &'static Candidate<O>) -> Option<Self> {
        candidate.meta.needs.met_by(cpu::detected()).then_some(Self(candidate))
    }
}

impl<O: Sync> Sealed for Primitive<O> {
    fn selection(&self, operation: usize) -> &Selection {
        &self.selection[operation]
    }
}

impl<O: Sync> Contract for Primitive<O> {
    fn name(&self) -> &'static str {
        self.definition.name
    }

    fn operations(&self) -> &'static [Operation] {
        self.definition.operations
    }

    fn len(&self) -> usize {
        self.definition.candidates.len()
    }

    fn meta(&self, index: usize) -> &'static Meta {
        &self.candidate(index).meta
    }

    fn offers(&self, index: usize, operation: usize) -> bool {
        (self.definition.offers)(&self.candidate(index).ops, operation)
    }

    fn state(&self, index: usize) -> State {
        let needs = self.candidate(index).meta.needs;
        match self.proofs[index].load(Relaxed) {
            _ if !self.met(index) => State::Lacks(needs.without(cpu::detected())),
            PASSED => State::Proven,
            proof if proof & FAILED != 0 => State::Failed,
            _ => State::Unproven,
        }
    }

    fn prove(&'static self, index: usize) -> State {
        if self.state(index) == State::Unproven
            && let Some(runnable) = Runnable::check(self.candidate(index))
        {
            let has_passed = proof_of_owner(self.definition.name, index)
                .unwrap_or_else(|| (self.definition.selftest)(runnable));
            let outcome = if has_passed { PASSED } else { FAILED };
            self.proofs[index].fetch_or(outcome, Relaxed);
        }
        self.state(index)
    }

    fn prove_for(&'static self, index: usize, operation: usize) -> State {
        let Some(part) = self.part else { return self.prove(index) };
        let bit = 1 << operation;
        match self.state(index) {
            State::Unproven if self.proofs[index].load(Relaxed) & bit != 0 => State::Proven,
            State::Unproven => match Runnable::check(self.candidate(index)) {
                Some(runnable) if part(runnable, operation) => {
                    self.proofs[index].fetch_or(bit, Relaxed);
                    State::Proven
                }
                _ => {
                    self.proofs[index].fetch_or(FAILED, Relaxed);
                    State::Failed
                }
            },
            known => known,
        }
    }

    fn rank(&self) -> &'static [RankRow] {
        self.definition.rank
    }

    fn bench(
        &'static self,
        operation: usize,
        index: Option<usize>,
        size: usize,
    ) -> Result<Box<dyn Bench>> {
        let target = match index {
            None => {
                self.pick(operation, size)?;
                Target::Choice(self)
            }
            Some(index) => {
                let offered = self.offers(index, operation);
                let runnable = self.proven(index).filter(|_| offered);
                let unusable = || not_usable(self.name(), self.meta(index).name);
                Target::Direct(runnable.ok_or_else(|| Error::Unusable(unusable()))?)
            }
        };
        Ok((self.definition.bench)(target, operation, size))
    }

    #[cfg(test)]
    fn fuzz(
        &'static self,
        index: usize,
        operation: usize,
        random: &mut crate::choose::Random,
    ) -> Result<alloc::vec::Vec<u8>> {
        if let Some(fuzz) = self.fuzz
            && let Some(candidate) = self.proven(index)
        {
            return Ok(fuzz(candidate, self.operations()[operation].name, random));
        }
        let (salt, turns) = (random.number(), 1 + random.below(3) as u64);
        let size = match self.operations()[operation].axis {
            Axis::Bytes => 1 + random.length(5000),
            Axis::Messages => 1 + random.below(80),
            Axis::None => 0,
        };
        crate::choose::bench::salted(salt, || {
            let mut bench = self.bench(operation, Some(index), size)?;
            bench.run(turns)?;
            Ok(bench.output().to_vec())
        })
    }
}

/// In the place of a loop for the lab.
#[cfg(not(feature = "lab"))]
fn without_loop<O: Sync>(_: Target<O>, _: usize, _: usize) -> Box<dyn Bench> {
    let error = || Error::Unusable(String::from("benchmarks need the feature lab"));
    crate::choose::bench_of(0, move |_| Err(error()))
}

fn not_usable(primitive: &str, candidate: &str) -> String {
    format!("{primitive}: candidate {candidate} is not usable here")
}
