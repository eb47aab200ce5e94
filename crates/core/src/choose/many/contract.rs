//! What every primitive says of itself and its candidates, whatever its functions are.

use alloc::boxed::Box;

use super::selection::Selection;
use crate::choose::bench::Bench;
use crate::choose::candidate::Meta;
use crate::choose::operation::Operation;
use crate::choose::state::{RankRow, State};
use crate::error::Result;

/// A primitive of any kind, for those who list, prove, force or time without knowing it by name.
/// Sealed: nothing but [`Primitive`] implements it, and what it says of a candidate can be relied
/// upon.
pub trait Contract: Sealed + Sync {
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
    /// The index of the candidate of that name.
    fn index_of(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&index| self.meta(index).name == name)
    }
    /// What a candidate says about itself.
    fn meta(&self, index: usize) -> &'static Meta;
    /// Whether a candidate offers an operation.
    fn offers(&self, index: usize, operation: usize) -> bool;
    /// What is known of a candidate, without running anything.
    fn state(&self, index: usize) -> State;
    /// Runs the self-test of a candidate unless its outcome is known.
    fn prove(&'static self, index: usize) -> State;
    /// What is known of a candidate for an operation, after that part of its self-test has run.
    fn prove_for(&'static self, index: usize, operation: usize) -> State;
    /// The static rank of all primitives.
    fn rank(&self) -> &'static [RankRow];
    /// A loop over an operation at a size: through a candidate, or through the selected one.
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
    /// What a candidate that is proven and offers the operation makes of a random case, which is the
    /// same for all of them.
    #[cfg(test)]
    fn fuzz(
        &'static self,
        index: usize,
        operation: usize,
        random: &mut crate::choose::Random,
    ) -> Result<alloc::vec::Vec<u8>>;
}

/// What a primitive keeps to itself. Nobody outside can name or implement this trait. A trait
/// object lets anybody call it, but all that can be done with the answer is private.
pub trait Sealed {
    /// What is selected for an operation.
    fn selection(&self, operation: usize) -> &Selection;
}

/// Forgets what has been chosen in this module.
pub(super) fn forget_all(all: &[&'static dyn Contract]) {
    for primitive in all {
        for operation in 0..primitive.operations().len() {
            primitive.selection(operation).forget();
        }
    }
}
