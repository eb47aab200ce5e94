//! Keccak-f[1600] (FIPS 202, section 3.3) and its last twelve rounds, Keccak-p[1600, 12] (RFC
//! 9861): the permutations of SHA-3, SHAKE and TurboSHAKE.

mod kat;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use alloc::boxed::Box;

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Target,
    bench_of,
};
use crate::error::Result;

const ROUNDS: usize = 24;

/// The lanes of the state: lane (x, y) is word `x + 5 * y`, little-endian.
pub type State = [u64; 25];

/// A permutation of the state.
pub(in crate::prim) type Permute = unsafe fn(&mut State);

/// The functions of a candidate, all constant-time.
#[derive(Debug)]
pub struct Ops {
    /// Applies all 24 rounds.
    pub(in crate::prim) permute_24: Permute,
    /// Applies the last twelve rounds.
    pub(in crate::prim) permute_12: Permute,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, portable_bmi2;
    any: portable;
};

const PERMUTE_24: usize = 0;
const PERMUTE_12: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "keccak",
    candidates: CANDIDATES,
    operations: &[Operation::new("permute24", Axis::None), Operation::new("permute12", Axis::None)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Applies all 24 rounds, Keccak-f[1600].
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn permute_24(state: &mut State) -> Result<()> {
    Permutation::chosen(Rounds::All)?.permute(state);
    Ok(())
}

/// Applies the last twelve rounds, Keccak-p[1600, 12].
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn permute_12(state: &mut State) -> Result<()> {
    Permutation::chosen(Rounds::Twelve)?.permute(state);
    Ok(())
}

/// The number of rounds of a permutation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rounds {
    /// All 24 rounds, for SHA-3 and SHAKE.
    All,
    /// The last twelve rounds, for TurboSHAKE.
    Twelve,
}

/// A permutation of a candidate that this processor can run.
#[derive(Clone, Copy, Debug)]
pub struct Permutation(Permute);

impl Permutation {
    /// Returns the permutation of the chosen candidate.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    #[inline]
    pub fn chosen(rounds: Rounds) -> Result<Self> {
        let operation = if rounds == Rounds::All { PERMUTE_24 } else { PERMUTE_12 };
        Ok(PRIMITIVE.pick(operation, 0)?.permutation(rounds))
    }

    /// Permutes a state.
    #[inline]
    #[allow(unsafe_code)]
    pub fn permute(self, state: &mut State) {
        // SAFETY: a `Permutation` comes from a `Runnable`, which exists only where the processor
        // offers what the candidate needs.
        unsafe { (self.0)(state) }
    }
}

impl Runnable<Ops> {
    /// Returns the permutation with this number of rounds.
    #[inline]
    #[must_use]
    pub fn permutation(self, rounds: Rounds) -> Permutation {
        let ops = self.ops();
        Permutation(if rounds == Rounds::All { ops.permute_24 } else { ops.permute_12 })
    }

    /// Applies all 24 rounds.
    #[inline]
    pub fn permute_24(self, state: &mut State) {
        self.permutation(Rounds::All).permute(state);
    }

    /// Applies the last twelve rounds.
    #[inline]
    pub fn permute_12(self, state: &mut State) {
        self.permutation(Rounds::Twelve).permute(state);
    }
}

/// Checks each permutation with one state, which is sufficient because after three rounds every
/// output bit depends on every step.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut state = [0; 25];
    candidate.permute_24(&mut state);
    let first = state == kat::OF_ZEROS;
    candidate.permute_12(&mut state);
    first && state == kat::AFTER_TWELVE
}

fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let mut state = [7; 25];
    bench_of(8, move |out| {
        let candidate = target.get(operation, size)?;
        if operation == PERMUTE_24 {
            candidate.permute_24(&mut state);
        } else {
            candidate.permute_12(&mut state);
        }
        out.copy_from_slice(&state[0].to_le_bytes());
        Ok(())
    })
}
