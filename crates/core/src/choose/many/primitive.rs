//! A primitive with its candidates, their self-tests, and the choices of candidates.

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

/// The maximum number of candidates of a primitive.
const MAX_CANDIDATES: usize = 16;

/// The maximum number of operations of a primitive.
const MAX_OPERATIONS: usize = 8;

/// A primitive: its definition, the selection of each operation, and the outcome of each self-test.
/// All fields are private, so other code cannot substitute the table or the self-test after choices
/// have been made.
pub struct Primitive<O: Sync + 'static> {
    definition: Definition<O>,
    selection: [Selection; MAX_OPERATIONS],
    /// The self-test outcome of each candidate: either a set bit for each operation that passed, or
    /// [`FAILED`].
    proofs: [AtomicU16; MAX_CANDIDATES],
    /// The self-test function for the part of a candidate that a given operation needs.
    part: Option<fn(Runnable<O>, usize) -> bool>,
    #[cfg(test)]
    fuzz: Option<Fuzz<O>>,
}

/// Computes a candidate's output for a random case of an operation.
#[cfg(test)]
pub(crate) type Fuzz<O> = fn(Runnable<O>, &str, &mut crate::choose::Random) -> alloc::vec::Vec<u8>;

/// Returns a mask with the bits of all operations set.
const PASSED: u16 = (1 << MAX_OPERATIONS) - 1;
const FAILED: u16 = 1 << MAX_OPERATIONS;

impl<O: Sync> Primitive<O> {
    /// Creates a primitive without self-test outcomes and choices.
    ///
    /// # Panics
    /// If there are more than 16 candidates or 8 operations.
    #[must_use]
    pub const fn new(definition: Definition<O>) -> Self {
        let operations = definition.operations;
        assert!(
            definition.candidates.len() <= MAX_CANDIDATES && operations.len() <= MAX_OPERATIONS
        );
        // Replacing the function removes its code from the build.
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

    /// Adds a self-test in parts, one for each operation: the first call of an operation waits only
    /// for its own part.
    #[must_use]
    pub const fn in_parts(mut self, part: fn(Runnable<O>, usize) -> bool) -> Self {
        self.part = Some(part);
        self
    }

    /// Sets the function that computes random cases, in place of the benchmark loop.
    #[cfg(test)]
    pub(crate) const fn fuzzed(mut self, fuzz: Fuzz<O>) -> Self {
        self.fuzz = Some(fuzz);
        self
    }

    /// Returns the candidate selected for an operation at a size.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    #[inline]
    pub fn pick(&'static self, operation: usize, size: usize) -> Result<Runnable<O>> {
        let selection = &self.selection[operation];
        match self.definition.candidates.get(selection.index(size)) {
            // Only `resolve` stores an index in range, and only for a runnable candidate.
            Some(candidate) => Ok(Runnable(candidate)),
            None => self.resolve(operation, selection.class_of(size)),
        }
    }

    /// Returns the candidate with that name, if this processor can run it and it passes its
    /// self-test.
    #[must_use]
    pub fn named(&'static self, name: &str) -> Option<Runnable<O>> {
        self.proven(self.index_of(name)?)
    }

    /// Returns the candidate with that index, if this processor can run it and it passes its
    /// self-test.
    fn proven(&'static self, index: usize) -> Option<Runnable<O>> {
        Runnable::check(self.candidate(index)).filter(|_| self.prove(index).is_usable())
    }

    /// Returns all candidates that this processor can run, whether or not their self-test has run.
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
    /// Returns the candidate, if this processor supports all features that it requires.
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

/// Replaces the benchmark loop in a build without the lab.
#[cfg(not(feature = "lab"))]
fn without_loop<O: Sync>(_: Target<O>, _: usize, _: usize) -> Box<dyn Bench> {
    let error = || Error::Unusable(String::from("benchmarks need the feature lab"));
    crate::choose::bench_of(0, move |_| Err(error()))
}

fn not_usable(primitive: &str, candidate: &str) -> String {
    format!("{primitive}: candidate {candidate} is not usable here")
}
