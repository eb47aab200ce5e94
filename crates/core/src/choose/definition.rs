//! The definition of a primitive, and the target that a benchmark loop of the lab calls.

use alloc::boxed::Box;

use crate::choose::Primitive;
use crate::choose::bench::Bench;
use crate::choose::candidate::{Candidate, Runnable};
use crate::choose::operation::Operation;
use crate::choose::state::RankRow;
use crate::error::Result;

/// The definition of a primitive: its contract and all candidates.
pub struct Definition<O: Sync + 'static> {
    /// The standard name in lower case.
    pub name: &'static str,
    /// The table of candidates, at most 16; the portable candidate comes last.
    pub candidates: &'static [Candidate<O>],
    /// The operations, at most 8.
    pub operations: &'static [Operation],
    /// Reports whether a candidate supports the operation with that index.
    pub offers: fn(&O, usize) -> bool,
    /// The known-answer self-test.
    pub selftest: fn(Runnable<O>) -> bool,
    /// Returns a benchmark loop over an operation at a size. The loop does not read a clock.
    pub bench: fn(Target<O>, usize, usize) -> Box<dyn Bench>,
    /// The static rank of all primitives.
    pub rank: &'static [RankRow],
}

/// The code that a benchmark loop calls.
pub enum Target<O: Sync + 'static> {
    /// The selected candidate, looked up in every iteration as in a user's call.
    Choice(&'static Primitive<O>),
    /// The functions of one candidate.
    Direct(Runnable<O>),
}

impl<O: Sync> Clone for Target<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O: Sync> Copy for Target<O> {}

impl<O: Sync> Target<O> {
    /// Returns the candidate to call.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate can be selected.
    #[inline]
    pub fn get(self, operation: usize, size: usize) -> Result<Runnable<O>> {
        match self {
            Self::Choice(primitive) => primitive.pick(operation, size),
            Self::Direct(runnable) => Ok(runnable),
        }
    }
}
