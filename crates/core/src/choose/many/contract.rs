//! The interface that all primitives share, whatever functions their candidates have.

use alloc::boxed::Box;

use super::selection::Selection;
use crate::choose::bench::Bench;
use crate::choose::candidate::Meta;
use crate::choose::operation::Operation;
use crate::choose::state::{RankRow, State};
use crate::error::Result;

/// A primitive of any kind, for code that lists, tests, forces or times primitives generically. The
/// trait is sealed: only [`Primitive`] implements it, so its results about candidates are reliable.
pub trait Contract: Sealed + Sync {
    /// The standard name in lower case.
    fn name(&self) -> &'static str;
    /// The operations.
    fn operations(&self) -> &'static [Operation];
    /// Returns the number of candidates.
    fn len(&self) -> usize;
    /// Returns whether the table of candidates is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the index of the candidate with the given name.
    fn index_of(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&index| self.meta(index).name == name)
    }
    /// Returns the properties of a candidate.
    fn meta(&self, index: usize) -> &'static Meta;
    /// Reports whether a candidate supports an operation.
    fn offers(&self, index: usize, operation: usize) -> bool;
    /// Returns the state of a candidate as far as it is known, without running the self-test.
    fn state(&self, index: usize) -> State;
    /// Runs the self-test of a candidate unless its outcome is known.
    fn prove(&'static self, index: usize) -> State;
    /// Does the same as [`Self::prove`], but runs only the part of the self-test that covers an
    /// operation.
    fn prove_for(&'static self, index: usize, operation: usize) -> State;
    /// The static rank of all primitives.
    fn rank(&self) -> &'static [RankRow];
    /// Returns a benchmark loop over an operation at a size, with a given candidate or the selected
    /// candidate.
    ///
    /// # Errors
    /// [`Error::Unusable`] if the candidate cannot run, failed its self-test or does not support
    /// the operation; [`Error::NoCandidate`] if no candidate can be selected.
    fn bench(
        &'static self,
        operation: usize,
        index: Option<usize>,
        size: usize,
    ) -> Result<Box<dyn Bench>>;
    /// Returns the output of a proven candidate for a random case, which is the same for all
    /// candidates.
    #[cfg(test)]
    fn fuzz(
        &'static self,
        index: usize,
        operation: usize,
        random: &mut crate::choose::Random,
    ) -> Result<alloc::vec::Vec<u8>>;
}

/// The private state of a primitive. Other crates cannot name or implement this trait; a trait
/// object exposes its method, but every use of the result is private.
pub trait Sealed {
    /// Returns the candidates selected for an operation.
    fn selection(&self, operation: usize) -> &Selection;
}

/// Discards all choices of this module.
pub(super) fn forget_all(all: &[&'static dyn Contract]) {
    for primitive in all {
        for operation in 0..primitive.operations().len() {
            primitive.selection(operation).forget();
        }
    }
}
