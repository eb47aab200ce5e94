//! What a primitive is, and how the loops for the lab reach it.

use alloc::boxed::Box;

use crate::choose::Primitive;
use crate::choose::bench::Bench;
use crate::choose::candidate::{Candidate, Runnable};
use crate::choose::operation::Operation;
use crate::choose::state::RankRow;
use crate::error::Result;

/// What a primitive is: its contract and all that implement it.
pub struct Definition<O: Sync + 'static> {
    /// The standard name in lower case.
    pub name: &'static str,
    /// The table of candidates, at most 16; the portable one comes last.
    pub candidates: &'static [Candidate<O>],
    /// What the primitive can do, at most 8 operations.
    pub operations: &'static [Operation],
    /// Whether a candidate offers the operation of that index.
    pub offers: fn(&O, usize) -> bool,
    /// The known-answer self-test.
    pub selftest: fn(Runnable<O>) -> bool,
    /// A loop over one operation at one size, without a clock.
    pub bench: fn(Target<O>, usize, usize) -> Box<dyn Bench>,
    /// The static rank of all primitives.
    pub rank: &'static [RankRow],
}

/// How a bench reaches the code under test.
pub enum Target<O: Sync + 'static> {
    /// Through the selected candidate, looked up on every call as a user's call does.
    Choice(&'static Primitive<O>),
    /// Straight through one candidate's pointer.
    Direct(Runnable<O>),
}

impl<O: Sync> Clone for Target<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O: Sync> Copy for Target<O> {}

impl<O: Sync> Target<O> {
    /// The candidate to call.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if there is no choice.
    #[inline]
    pub fn get(self, operation: usize, size: usize) -> Result<Runnable<O>> {
        match self {
            Self::Choice(primitive) => primitive.pick(operation, size),
            Self::Direct(runnable) => Ok(runnable),
        }
    }
}
