//! What every primitive says of itself and its candidates, whatever its functions are.

#[cfg(not(lean))]
use alloc::boxed::Box;

use crate::choose::cpu::Features;
use crate::choose::operation::CLASSES;
use crate::choose::sealed::Sealed;
#[cfg(not(lean))]
use crate::{
    choose::{bench::Bench, candidate::Meta, operation::Operation},
    error::Result,
};

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

/// A primitive of any kind, for those who list, prove, force or time without knowing it by name.
/// Sealed: nothing but [`Primitive`] implements it, and what it says of a candidate can be relied
/// upon.
pub trait Contract: Sealed + Sync {
    /// The standard name in lower case.
    fn name(&self) -> &'static str;
    /// What it can do.
    #[cfg(not(lean))]
    fn operations(&self) -> &'static [Operation];
    /// How many candidates there are.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The index of the candidate of that name.
    #[cfg(not(lean))]
    fn index_of(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&index| self.meta(index).name == name)
    }
    /// What a candidate says about itself.
    #[cfg(not(lean))]
    fn meta(&self, index: usize) -> &'static Meta;
    /// Whether a candidate offers an operation.
    fn offers(&self, index: usize, operation: usize) -> bool;
    /// What is known of a candidate, without running anything.
    fn state(&self, index: usize) -> State;
    /// Runs the self-test of a candidate unless its outcome is known.
    fn prove(&'static self, index: usize) -> State;
    /// The static rank of all primitives.
    #[cfg(not(lean))]
    fn rank(&self) -> &'static [RankRow];
    /// A loop over an operation at a size: through a candidate, or through the selected one.
    ///
    /// # Errors
    /// [`Error::Unusable`] if the candidate cannot run, failed its self-test or does not offer
    /// the operation; [`Error::NoCandidate`] if there is no choice.
    #[cfg(not(lean))]
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
